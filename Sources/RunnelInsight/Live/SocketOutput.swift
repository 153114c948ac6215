// SPDX-License-Identifier: MIT

/// A connection to an inspector that lines are sent to.
struct SocketOutput: LineOutput {
  private let socket: LoopbackSocket
  /// The first error, after which nothing is sent.
  private(set) var error: RecordingError?

  init(_ socket: LoopbackSocket) {
    self.socket = socket
  }

  func hasLostLines() -> Bool { false }

  mutating func write(_ lines: inout [UInt8]) {
    defer { lines.removeAll(keepingCapacity: lines.capacity <= 1 << 20) }
    guard error == nil else { return }
    do throws(RecordingError) { try socket.send(lines) } catch { end(error) }
  }

  mutating func end(_ error: RecordingError) {
    self.error = self.error ?? error
    socket.shutDown()
  }

  mutating func close() { socket.shutDown() }
}
