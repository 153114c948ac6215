// SPDX-License-Identifier: MIT

import Foundation
import InboxWire
import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import InboxClient

/// The handlers of a live socket, on an event loop whose time the test controls.
@Suite struct LiveSocketTests {
  private let channel = EmbeddedChannel()

  private func frame(_ opcode: WebSocketOpcode, _ text: String = "") -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: opcode, data: ByteBuffer(string: text))
  }

  @Test func `A socket is lost after 20 seconds without a frame`() async throws {
    let events = try LiveSocket.addEvents(to: channel)
    channel.connect(to: try SocketAddress(unixDomainSocketPath: "/a"), promise: nil)
    for _ in 0..<3 {
      channel.embeddedEventLoop.advanceTime(by: .seconds(19))
      try channel.writeInbound(frame(.ping, "p"))
      let pong = try #require(try channel.readOutbound(as: WebSocketFrame.self))
      #expect(pong.opcode == .pong && pong.maskKey != nil)
      #expect(String(buffer: pong.data) == "p")
    }
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(21))
    #expect(!channel.isActive)
    let iterator = events.makeAsyncIterator()
    await #expect(
      throws: InboxError.unavailable("the server sent nothing for 20 seconds")
    ) { try await iterator.next() }
  }

  @Test(arguments: ["nonsense", "{}", #"{"revision":1}"#])
  func `A frame that is no event ends the socket`(text: String) async throws {
    let events = try LiveSocket.addEvents(to: channel)
    channel.connect(to: try SocketAddress(unixDomainSocketPath: "/a"), promise: nil)
    try channel.writeInbound(frame(.text, text))
    #expect(!channel.isActive)
    let iterator = events.makeAsyncIterator()
    await #expect(
      throws: InboxError.unavailable("the events aren't from an inbox server")
    ) { try await iterator.next() }
  }

  @Test func `Events before a loss are delivered before its error`() async throws {
    let events = try LiveSocket.addEvents(to: channel)
    channel.connect(to: try SocketAddress(unixDomainSocketPath: "/a"), promise: nil)
    let thread = WireThread(
      id: "t1", subject: "s", preview: "p", lastAuthor: "a", updatedAt: 1, messageCount: 1,
      unreadCount: 0, isArchived: false)
    let event = WireEvent(revision: 7, kind: .thread(thread))
    let data = try JSONEncoder().encode(event)
    try channel.writeInbound(frame(.text, String(decoding: data, as: UTF8.self)))
    try channel.writeInbound(frame(.connectionClose))
    let iterator = events.makeAsyncIterator()
    #expect(try await iterator.next() == event)
    await #expect(throws: InboxError.unavailable("the server closed the connection")) {
      try await iterator.next()
    }
  }
}
