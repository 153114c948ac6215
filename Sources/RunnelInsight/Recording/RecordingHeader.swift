// SPDX-License-Identifier: MIT

import Foundation

/// The first line of a recording.
struct RecordingHeader: Sendable {
  /// The version of the format that this library writes, and the newest that it reads.
  static let version = 1
  /// Not an `ISO8601DateFormatter`: a fraction of 80 digits ends a process that parses it.
  static let dates = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  let state: String
  let states: RecordedStates
  let deliveries: Bool

  func write(to bytes: inout [UInt8], firstAction: UInt64, date: Date) {
    let bundle = Bundle.main.infoDictionary
    var members: [(String, JSONValue)] = [
      ("runnel", .number("\(RecordingHeader.version)")),
      ("app", .string(bundle?["CFBundleName"] as? String ?? ProcessInfo.processInfo.processName)),
    ]
    if let version = bundle?["CFBundleShortVersionString"] as? String {
      members.append(("version", .string(version)))
    }
    members += [
      ("state", .string(state)), ("start", .string(RecordingHeader.dates.format(date))),
      ("n", .number("\(firstAction)")), ("states", .string(states.rawValue)),
      ("deliveries", .bool(deliveries)),
    ]
    JSONValue.object(members.map { JSONValue.Member(key: $0.0, value: $0.1) }).write(to: &bytes)
    bytes.append(0x0A)
  }
}
