// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// A connection to an inspector on this machine.
///
/// `@unchecked`: the descriptor never changes. It is closed when the last reference is gone, so no
/// thread uses it afterwards.
final class LoopbackSocket: LineOutput, @unchecked Sendable {
  private let descriptor: Int32
  private let patience: DispatchTimeInterval

  /// Connects to an inspector at `runnel://TOKEN@127.0.0.1:PORT`, and sends the token.
  ///
  /// After `patience` milliseconds, a server hangs that takes no connection, no bytes, or a few now
  /// and then: the recording ends, rather than fill the memory with its lines. Throws an error if
  /// the address isn't one of an inspector, or if there is no inspector.
  init(to url: URL, patience: Int = 10_000) throws(RecordingError) {
    self.patience = .milliseconds(patience)
    guard url.scheme == "runnel", let token = url.user, !token.isEmpty,
      let port = url.port.flatMap(UInt16.init(exactly:))
    else {
      throw RecordingError(
        description: "\(url.scheme ?? "")://…\(url.path) isn't runnel://TOKEN@127.0.0.1:PORT")
    }
    guard ["127.0.0.1", "localhost"].contains(url.host ?? "")
    else { throw RecordingError(description: "\(url.host ?? "the host") isn't this machine") }
    #if os(Linux)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    // Before `connect`: a server that is stopped keeps a thread of the app waiting for minutes.
    var limit = timeval(tv_sec: patience / 1_000, tv_usec: .init(patience % 1_000 * 1_000))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      // A `sockaddr_in` is one kind of `sockaddr`, and lives until `connect` returns.
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, size)
      }
    }
    guard descriptor >= 0, result == 0 else {
      throw RecordingError(
        description: "port \(port) of this machine can't be reached: \(Self.lastError)")
    }
    #if !os(Linux)
      var isSet: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isSet, socklen_t(MemoryLayout<Int32>.size))
    #endif
    let greeting: JSONValue = ["token": .string(token)]
    try write(Array("\(greeting)\n".utf8))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static var lastError: String { String(cString: strerror(errno)) }

  /// Sends all bytes, and throws an error at the end of the connection, or if it takes too long.
  func write(_ bytes: [UInt8]) throws(RecordingError) {
    #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    let deadline = DispatchTime.now() + patience
    var rest = bytes[...]
    while !rest.isEmpty {
      if DispatchTime.now() > deadline {
        throw RecordingError(description: "the inspector takes too long to receive")
      }
      let count = rest.withUnsafeBytes { bytes in
        bytes.baseAddress.map { sendto(descriptor, $0, bytes.count, flags, nil, 0) } ?? 0
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw RecordingError(description: "the inspector can't be reached: \(Self.lastError)")
      }
      rest = rest.dropFirst(count)
    }
  }

  func hasLostLines() -> Bool { false }

  /// Waits for bytes, and returns them, or `nil` after the end of the connection.
  func receive() -> [UInt8]? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, initializedCount in
      repeat {
        count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      } while count < 0 && errno == EINTR
      initializedCount = max(count, 0)
    }
    return count > 0 ? bytes : nil
  }

  /// Ends the connection: a thread that waits for bytes goes on.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
