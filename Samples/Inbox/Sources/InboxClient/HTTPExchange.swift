// SPDX-License-Identifier: MIT

import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// One request over a connection of its own.
struct HTTPExchange: Sendable {
  let target: Target
  let method: HTTPMethod
  let token: String?
  let body: Data?
  let timeout: Duration

  /// Sends the request, and returns the answer after the connection has been closed.
  func response() async throws -> HTTPResponse {
    let exchange = Exchange<HTTPResponse>()
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    return try await exchange.value(within: timeout, on: loop) {
      ClientBootstrap(group: loop)
        .connectTimeout(TimeAmount(timeout))
        .channelOption(.socketOption(.tcp_nodelay), value: 1)
        .channelInitializer { channel in
          exchange.add(channel)
          return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            try channel.pipeline.syncOperations.addHandler(
              ResponseHandler(exchange: exchange, head: head, body: body))
          }
        }
        .connect(host: target.host, port: target.port)
        .whenFailure { exchange.finish(.failure(InboxError(connecting: $0, to: target))) }
    }
  }

  private var head: HTTPRequestHead {
    var headers = HTTPHeaders([
      ("Host", target.hostHeader), ("Accept", "application/json"), ("Connection", "close"),
    ])
    if let token { headers.add(name: "Authorization", value: "Bearer \(token)") }
    if let body {
      headers.add(name: "Content-Type", value: "application/json")
      headers.add(name: "Content-Length", value: "\(body.count)")
    }
    return HTTPRequestHead(version: .http1_1, method: method, uri: target.uri, headers: headers)
  }
}

extension InboxError {
  /// Creates the error for a connection that can't be opened.
  init(connecting error: any Error, to target: Target) {
    self = error as? InboxError ?? .unavailable("no connection to \(target.hostHeader): \(error)")
  }

  /// Creates the error for a connection that ends.
  init(losing error: any Error) {
    self = error as? InboxError ?? .unavailable("the connection was lost: \(error)")
  }
}
