// SPDX-License-Identifier: MIT

import Foundation
import InboxWire
import NIOCore
import NIOFoundationCompat
import NIOWebSocket

/// Turns frames into events, answers pings, and ends the events when the connection is lost.
final class LiveHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let events: LiveSocket.Events.Source
  private let demand: LiveDemand
  private let decoder = JSONDecoder()
  private var lastFrame = NIODeadline.uptimeNanoseconds(0)
  private var check: Scheduled<Void>?

  init(events: LiveSocket.Events.Source, demand: LiveDemand) {
    self.events = events
    self.demand = demand
  }

  func handlerAdded(context: ChannelHandlerContext) {
    lastFrame = context.eventLoop.now
    checkSilence(after: Self.silence, context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    check?.cancel()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lastFrame = context.eventLoop.now
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text:
      let text = frame.unmaskedData
      guard let event = try? decoder.decode(WireEvent.self, from: Data(buffer: text)) else {
        return end(.unavailable("the events aren't from an inbox server"), context)
      }
      if case .stopProducing = events.yield(event) { demand.pause() }
    case .ping:
      let pong = WebSocketFrame(
        fin: true, opcode: .pong, maskKey: .random(), data: frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
    case .connectionClose:
      end(.unavailable("the server closed the connection"), context)
    default:
      break
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    events.finish(InboxError.unavailable("the connection was lost"))
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    end(InboxError(losing: error), context)
  }

  // MARK: Silence

  private static let silence = TimeAmount.seconds(Int64(WireLimits.silenceSeconds))

  /// Ends the socket if no frame arrives in time.
  ///
  /// NIO's `IdleStateHandler` uses the wall clock. The event loop has the time of a test.
  private func checkSilence(after time: TimeAmount, _ context: ChannelHandlerContext) {
    check = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
      // Pings aren't read either while the consumer is slow.
      if demand.isPaused { lastFrame = context.eventLoop.now }
      let rest = Self.silence - (context.eventLoop.now - lastFrame)
      if rest > .nanoseconds(0) { return checkSilence(after: rest, context) }
      let seconds = WireLimits.silenceSeconds
      end(.unavailable("the server sent nothing for \(seconds) seconds"), context)
    }
  }

  private func end(_ error: InboxError, _ context: ChannelHandlerContext) {
    events.finish(error)
    context.close(promise: nil)
  }
}
