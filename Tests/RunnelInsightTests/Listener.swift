// SPDX-License-Identifier: MIT

import Foundation

/// A server on this machine that takes one connection, as an inspector does.
///
/// `@unchecked`: the descriptor never changes. Only the thread of the listener uses the accepted
/// connection for reading, and only one test sends.
final class Listener: @unchecked Sendable {
  let port: UInt16
  let lines: AsyncStream<String>
  private let descriptor: Int32
  private let connection: AsyncStream<Int32>

  init() throws {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) + listen(descriptor, 1) + getsockname(descriptor, $0, &size)
      }
    }
    guard result == 0 else { throw POSIXError(.EADDRINUSE) }
    port = UInt16(bigEndian: address.sin_port)
    let (lines, lineContinuation) = AsyncStream.makeStream(of: String.self)
    let (connection, connectionContinuation) = AsyncStream.makeStream(of: Int32.self)
    self.lines = lines
    self.connection = connection
    Thread.detachNewThread {
      let accepted = accept(descriptor, nil, nil)
      connectionContinuation.yield(accepted)
      let handle = FileHandle(fileDescriptor: accepted)
      var rest: [UInt8] = []
      while case let data = handle.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: 0x0A) {
          lineContinuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeSubrange(...end)
        }
      }
      lineContinuation.finish()
    }
  }

  deinit { close(descriptor) }

  /// Waits for the connection.
  func accepted() async -> Int32 {
    for await descriptor in connection { return descriptor }
    return -1
  }

  func send(_ text: String, to connection: Int32) {
    Data(text.utf8).withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(
          connection, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
