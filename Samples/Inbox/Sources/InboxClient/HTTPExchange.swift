// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation
import InboxWire
import Synchronization

/// One request over a connection of its own, on a thread of its own.
///
/// Two libraries could do this. On Linux, `URLSession` ends the program if a request is canceled at
/// the moment when it fails. FlyingFox's client waits on the library's queue of events, which can
/// miss a new connection: see `WakingPoll`.
final class HTTPExchange: Sendable {
  /// The largest number of bytes of an answer.
  private static let limit = 256 << 20

  private struct State {
    var socket: Socket?
    var isCanceled = false
  }

  private let state = Mutex(State())
  private let end: ContinuousClock.Instant

  init(within time: Duration) { end = .now + time }

  /// Sends a request, and returns the status and the body of the answer.
  ///
  /// The connection is closed when it returns. A cancellation closes it at once.
  func answer(to request: Data, from host: String, port: Int) async throws -> (Int, Data) {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { [self] in
          let result = Result {
            do { return try perform(request, host, port) } catch let error as SocketError {
              throw InboxError.unavailable("the connection failed: \(error.localizedDescription)")
            }
          }
          let isCanceled = state.withLock(\.isCanceled)
          continuation.resume(with: isCanceled ? .failure(CancellationError()) : result)
        }
      }
    } onCancel: {
      state.withLock { state in
        state.isCanceled = true
        if let socket = state.socket { _ = shutdown(socket.file.rawValue, Int32(SHUT_RDWR)) }
      }
    }
  }

  private func perform(_ request: Data, _ host: String, _ port: Int) throws -> (Int, Data) {
    var failure: any Error = InboxError.unavailable("\(host) isn't known")
    for address in try Self.addresses(of: host, port: port) {
      do { try connect(to: address) } catch {
        failure = error
        continue
      }
      defer { close() }
      var start = request.startIndex
      while start < request.endIndex {
        start = try wait(for: POLLOUT) { try $0.write(request, from: start) }
      }
      return try readAnswer()
    }
    throw failure
  }

  private func connect(to address: any SocketAddress) throws {
    try state.withLock { state in
      if state.isCanceled { throw CancellationError() }
      let socket = try Socket(domain: Int32(address.family))
      state.socket = socket
      try socket.setFlags(.nonBlocking)
    }
    do { try wait(for: POLLOUT) { try $0.connect(to: address) } } catch {
      close()
      throw error
    }
  }

  private func close() {
    state.withLock { state in
      try? state.socket?.close()
      state.socket = nil
    }
  }

  /// Repeats an operation until the socket is ready for it.
  private func wait<Result>(
    for events: some BinaryInteger, _ body: (Socket) throws -> Result
  ) throws -> Result {
    while true {
      let socket = state.withLock { $0.isCanceled ? nil : $0.socket }
      guard let socket else { throw CancellationError() }
      do { return try body(socket) } catch SocketError.blocked {
        let rest = ContinuousClock.now.duration(to: end) / .milliseconds(1)
        guard rest > 0 else { throw InboxError.unavailable("the server didn't answer in time") }
        var file = pollfd(fd: socket.file.rawValue, events: Int16(events), revents: 0)
        _ = poll(&file, 1, Int32(min(rest.rounded(.up), 1_000_000)))
      }
    }
  }

  /// Returns the addresses of a host, which can be a name or an address.
  private static func addresses(of host: String, port: Int) throws -> [any SocketAddress] {
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", nil, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    return sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { entry in
      guard let info = entry?.pointee, info.ai_protocol == Int32(IPPROTO_TCP),
        let address = UnsafeRawPointer(info.ai_addr)
      else { return nil }
      switch info.ai_family {
      case AF_INET: return address.loadUnaligned(as: sockaddr_in.self)
      case AF_INET6: return address.loadUnaligned(as: sockaddr_in6.self)
      default: return nil
      }
    }
  }

  /// Reads the answer up to the length that it states, or else up to the end.
  private func readAnswer() throws -> (Int, Data) {
    var head = Data()
    while true {
      head += try read()
      if let blank = head.range(of: Data("\r\n\r\n".utf8)) {
        let lines = String(decoding: head[..<blank.lowerBound], as: UTF8.self).split(
          separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
          throw InboxError.unavailable("the answer isn't HTTP")
        }
        return (status, try readBody(Data(head[blank.upperBound...]), length: length(in: lines)))
      }
      guard head.count < 1 << 16 else { throw InboxError.unavailable("the answer is too large") }
    }
  }

  private func length(in head: [Substring]) -> Int? {
    for line in head.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      return Int(parts[1].trimmingCharacters(in: .whitespaces))
    }
    return nil
  }

  private func readBody(_ beginning: Data, length: Int?) throws -> Data {
    var body = beginning
    while length.map({ body.count < $0 }) ?? true {
      guard body.count < Self.limit else {
        throw InboxError.unavailable("the answer is too large")
      }
      do { body += try read() } catch SocketError.disconnected where length == nil { break }
    }
    return body
  }

  private func read() throws -> [UInt8] {
    try wait(for: POLLIN) { try $0.read(atMost: 1 << 16) }
  }
}
