// SPDX-License-Identifier: MIT

import InboxWire
import NIOCore
import NIOHTTP1

/// Requests a WebSocket when the connection opens, and reports the answer of a server that refuses.
final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private let exchange: Exchange<(LiveSocket, LiveSocket.Events)>
  private let target: Target
  private var response: HTTPResponse?

  init(exchange: Exchange<(LiveSocket, LiveSocket.Events)>, target: Target) {
    self.exchange = exchange
    self.target = target
  }

  func channelActive(context: ChannelHandlerContext) {
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: target.uri,
      headers: ["Host": target.hostHeader])
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      response = HTTPResponse(status: Int(head.status.code))
    case .body(let bytes):
      response?.body.append(contentsOf: bytes.readableBytesView)
      if let response, response.body.count > LiveSocket.frameLimit {
        exchange.finish(.failure(InboxError.unavailable("the answer is too large")))
      }
    case .end:
      if let response { exchange.finish(.failure(response.error)) }
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    exchange.finish(.failure(InboxError.unavailable("the connection was lost")))
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    exchange.finish(.failure(InboxError(losing: error)))
    context.close(promise: nil)
  }
}
