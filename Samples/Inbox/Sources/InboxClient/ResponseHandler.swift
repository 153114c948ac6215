// SPDX-License-Identifier: MIT

import Foundation
import NIOCore
import NIOHTTP1

/// Sends a request when the connection opens, and collects the answer.
final class ResponseHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  /// The largest number of bytes of an answer.
  static let limit = 256 << 20

  private let exchange: Exchange<HTTPResponse>
  private let head: HTTPRequestHead
  private let body: Data?
  private var response: HTTPResponse?

  init(exchange: Exchange<HTTPResponse>, head: HTTPRequestHead, body: Data?) {
    self.exchange = exchange
    self.head = head
    self.body = body
  }

  func channelActive(context: ChannelHandlerContext) {
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if let body {
      let buffer = context.channel.allocator.buffer(bytes: body)
      context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      response = HTTPResponse(status: Int(head.status.code))
    case .body(let bytes):
      response?.body.append(contentsOf: bytes.readableBytesView)
      if let response, response.body.count > Self.limit {
        exchange.finish(.failure(InboxError.unavailable("the answer is too large")))
      }
    case .end:
      if let response { exchange.finish(.success(response)) }
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
