// SPDX-License-Identifier: MIT

import Foundation

/// The messages of an inspector to the app: lines of JSON.
///
/// `{"restore":STATE}` requests that the state is restored. Other lines are ignored.
struct InspectorMessages {
  /// The largest number of bytes of a message.
  private static let limit = 64 << 20
  private var line: [UInt8] = []

  /// Takes received bytes, and returns the states to restore, or `nil` if a message is too long.
  mutating func take(_ received: [UInt8]) -> [Data]? {
    var states: [Data] = []
    var rest = received[...]
    while let end = rest.firstIndex(of: 0x0A) {
      line += rest[..<end]
      rest = rest[(end + 1)...]
      if let state = Self.state(line) { states.append(state) }
      line = []
    }
    line += rest
    return line.count > Self.limit ? nil : states
  }

  private static func state(_ line: [UInt8]) -> Data? {
    let members = line.withUnsafeBufferPointer { try? JSONParser.members(in: $0, 0..<$0.count) }
    guard let member = members?.first(where: { $0.key == "restore" }) else { return nil }
    return Data(line[member.range])
  }
}
