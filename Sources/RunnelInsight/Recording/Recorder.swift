// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Runnel

/// The recording of one store: it encodes events as lines, on a queue of its own.
///
/// It doesn't retain the store.
///
/// `@unchecked`: only the recorder's queue uses `encoder` and `output`.
final class Recorder<Output: LineOutput>: @unchecked Sendable {
  private let log: EventLog
  private let queue = DispatchQueue(label: "Runnel.Recording")
  private let isAdaptive: Bool
  private var encoder: LineEncoder
  private var output: Output

  init(
    _ output: Output, _ encoder: LineEncoder, states: EventLog.States, limit: Int?,
    read: @escaping @Sendable (UnsafeRawPointer) -> (any AnyObject & Sendable)?
  ) {
    self.output = output
    self.encoder = encoder
    isAdaptive = states == .periodically
    log = EventLog(states: states, limit: limit, read: read)
  }

  /// The probe of the recorded store.
  func probe(deliveries: Bool) -> Probe {
    log.probe(deliveries: deliveries) { [self] in queue.async { self.encode() } }
  }

  /// Records the state before the first action.
  func begin(_ root: UnsafeRawPointer, processed: UInt64) {
    log.begin(root, processed: processed)
    queue.async { self.encode() }
  }

  /// Records the state after the last action, unless the store is gone.
  func takeState(_ root: UnsafeRawPointer?) {
    if let root { log.takeState(root) }
  }

  private func encode() {
    let isRestart = output.hasLostLines()
    if isRestart { encoder.restart() }
    log.takeAll { event in
      encoder.encode(event)
      // Lines leave in portions, so that a burst takes no memory for all of its text.
      if encoder.bytes.count >= 1 << 18 { output.write(&encoder.bytes) }
    }
    output.write(&encoder.bytes)
    if log.hasOverflowed {
      output.end(RecordingError(description: "the inspector is too slow for what the store does"))
    }
    if isAdaptive { log.setInterval(isRestart ? 0 : encoder.snapshotInterval) }
  }

  /// Encodes everything that has been logged, and then calls `body` with the output.
  func withOutput(_ body: @escaping @Sendable (inout Output) -> Void) {
    queue.async { [self] in
      encode()
      body(&output)
    }
  }
}

/// The first line of a recording.
struct RecordingHeader: Sendable {
  /// The version of the format that this library writes, and the newest that it reads.
  static let version = 2
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

/// A state that waits to be encoded.
final class StateBox<State: Sendable>: Sendable {
  let state: State

  init(_ state: State) {
    self.state = state
  }
}
