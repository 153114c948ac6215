// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation
import InboxSockets

/// One request over a connection of its own.
///
/// Two libraries could do this. On Linux, `URLSession` ends the program if a request is canceled at
/// the moment when it fails. FlyingFox's client waits on the library's queue of events, which can
/// miss a new connection: see `WakingPoll`.
enum HTTPExchange {
  /// The largest number of bytes of an answer.
  private static let limit = 256 << 20

  /// Sends a request, and returns the status and the body of the answer.
  ///
  /// The connection is closed when it returns. A cancellation closes it at once.
  static func answer(
    to request: Data, from host: String, port: Int, within time: Duration
  ) async throws -> (Int, Data) {
    try await withThrowingTaskGroup(of: (Int, Data).self) { group in
      defer { group.cancelAll() }
      group.addTask {
        do { return try await perform(request, host, port) } catch let error as SocketError {
          throw InboxError.unavailable("the connection failed: \(error.localizedDescription)")
        }
      }
      group.addTask {
        try await Task.sleep(for: time)
        throw InboxError.unavailable("the server didn't answer in time")
      }
      guard let answer = try await group.next() else { throw CancellationError() }
      return answer
    }
  }

  private static func perform(
    _ request: Data, _ host: String, _ port: Int
  ) async throws -> (Int, Data) {
    let pool = try await ClientSockets.pool
    var failure: any Error = InboxError.unavailable("\(host) isn't known")
    for address in await addresses(of: host, port: port) {
      let socket = try AsyncSocket(socket: Socket(domain: Int32(address.family)), pool: pool)
      defer { try? socket.close() }
      do { try await socket.connect(to: address) } catch {
        failure = error
        continue
      }
      try await socket.write(request)
      return try await answer(from: socket)
    }
    throw failure
  }

  /// Returns the addresses of a host, which can be a name or an address.
  private static func addresses(of host: String, port: Int) async -> [any SocketAddress] {
    await withCheckedContinuation { continuation in
      // The threads of tasks are few, and this one waits.
      Thread.detachNewThread { continuation.resume(returning: lookUp(host, port)) }
    }
  }

  private static func lookUp(_ host: String, _ port: Int) -> [any SocketAddress] {
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

  /// Reads the answer up to the end of the connection.
  ///
  /// It must have the length that it states.
  private static func answer(from socket: AsyncSocket) async throws -> (Int, Data) {
    var answer = Data()
    do {
      while answer.count < limit { answer += try await socket.read(atMost: 1 << 16) }
      throw InboxError.unavailable("the answer is too large")
    } catch SocketError.disconnected {}
    guard let blank = answer.range(of: Data("\r\n\r\n".utf8)) else {
      throw InboxError.unavailable("the answer isn't HTTP")
    }
    let lines = String(decoding: answer[..<blank.lowerBound], as: UTF8.self)
      .lowercased().split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, words[0].hasPrefix("http/1."), let status = Int(words[1]) else {
      throw InboxError.unavailable("the answer isn't HTTP")
    }
    let body = Data(answer[blank.upperBound...])
    let length = lines.first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
    guard length == nil || length == body.count else {
      throw InboxError.unavailable("the answer isn't complete")
    }
    return (status, body)
  }
}
