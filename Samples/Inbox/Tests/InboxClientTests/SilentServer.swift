// SPDX-License-Identifier: MIT

import Foundation
import InboxClient
import NIOCore
import NIOPosix

/// A server that accepts connections, and answers all of them in the same way or never.
struct SilentServer: Sendable {
  let url: URL
  /// The connections, in the order in which they opened.
  let connections: AsyncStream<any Channel>

  /// Runs a server while `body` runs.
  ///
  /// An answer ends its connection.
  static func run(
    answer: String? = nil, _ body: (SilentServer) async throws -> Void
  ) async throws {
    let (connections, connection) = AsyncStream.makeStream(of: (any Channel).self)
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        connection.yield(channel)
        return channel.eventLoop.makeCompletedFuture {
          if let answer {
            try channel.pipeline.syncOperations.addHandler(Answer(text: answer))
          }
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let port = channel.localAddress?.port ?? 0
    let url = URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/")
    do { try await body(SilentServer(url: url, connections: connections)) } catch {
      try await channel.close()
      throw error
    }
    try await channel.close()
  }

  /// Sends a text after the first bytes of a request, and closes the connection.
  private final class Answer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let text: String

    init(text: String) {
      self.text = text
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = context.channel.allocator.buffer(string: text)
      let channel = context.channel
      context.writeAndFlush(wrapOutboundOut(bytes)).whenComplete { _ in
        channel.close(promise: nil)
      }
    }
  }
}
