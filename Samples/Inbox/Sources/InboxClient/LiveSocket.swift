// SPDX-License-Identifier: MIT

import InboxWire
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// An open WebSocket that receives events.
struct LiveSocket: Sendable {
  typealias Events = NIOThrowingAsyncSequenceProducer<
    WireEvent, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark,
    LiveDemand
  >

  /// The largest number of bytes of an event.
  static let frameLimit = 1 << 20

  private let channel: any Channel

  /// Opens a socket, and returns it with its events when the server has accepted it.
  static func open(_ source: LiveEvents) async throws -> (LiveSocket, Events) {
    let api = source.api
    let target = try Target(
      server: api.server, path: ["live"],
      query: [("since", "\(source.revision)"), ("token", api.token)])
    let exchange = Exchange<(LiveSocket, Events)>()
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    return try await exchange.value(within: api.timeout, on: loop) {
      ClientBootstrap(group: loop)
        .connectTimeout(TimeAmount(api.timeout))
        .channelOption(.socketOption(.tcp_nodelay), value: 1)
        .channelInitializer { channel in
          exchange.add(channel)
          if let onClose = source.onClose {
            channel.closeFuture.whenComplete { _ in onClose() }
          }
          return channel.eventLoop.makeCompletedFuture {
            try addHandshake(to: channel, target: target, exchange: exchange)
          }
        }
        .connect(host: target.host, port: target.port)
        .whenFailure { exchange.finish(.failure(InboxError(connecting: $0, to: target))) }
    }
  }

  /// Closes the socket, and returns when its file descriptor is released.
  func close() async {
    channel.close(promise: nil)
    // The future of a closed channel never fails.
    try? await channel.closeFuture.get()
  }

  private static func addHandshake(
    to channel: any Channel, target: Target, exchange: Exchange<(LiveSocket, Events)>
  ) throws {
    let upgrader = NIOWebSocketClientUpgrader(maxFrameSize: frameLimit) { channel, _ in
      channel.eventLoop.makeCompletedFuture {
        let events = try addEvents(to: channel)
        exchange.finish(.success((LiveSocket(channel: channel), events)), keepsChannel: true)
      }
    }
    let handshake = HandshakeHandler(exchange: exchange, target: target)
    let bound = NIOLoopBound(handshake, eventLoop: channel.eventLoop)
    try channel.pipeline.syncOperations.addHTTPClientHandlers(
      leftOverBytesStrategy: .forwardBytes,
      withClientUpgrade: (
        upgraders: [upgrader],
        completionHandler: { context in
          context.pipeline.syncOperations.removeHandler(bound.value, promise: nil)
        }
      ))
    try channel.pipeline.syncOperations.addHandler(handshake)
  }

  /// Adds the handlers that turn frames into events.
  static func addEvents(to channel: any Channel) throws -> Events {
    let demand = LiveDemand(channel: channel)
    let events = Events.makeSequence(
      backPressureStrategy: .init(lowWatermark: 50, highWatermark: 200), finishOnDeinit: false,
      delegate: demand)
    try channel.pipeline.syncOperations.addHandlers([
      NIOWebSocketFrameAggregator(
        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 1_000,
        maxAccumulatedFrameSize: frameLimit),
      LiveHandler(events: events.source, demand: demand),
    ])
    return events.sequence
  }
}
