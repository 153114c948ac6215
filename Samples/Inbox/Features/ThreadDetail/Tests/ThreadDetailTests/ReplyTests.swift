// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTesting
import Testing

@testable import ThreadDetail

@Suite struct ReplyTests {
  private func makeStore(_ state: State) -> Store {
    let store = ThreadDetailTests.makeStore(state)
    store.handle(Feature.Command.self) { _ in .none }
    return store
  }

  @Test func `A reply appears at once and becomes the message of the server in its place`() async {
    let store = makeStore(.shown(message("1", at: 1)))
    await store.send(.outgoing(reply("a"))) { $0.messages.upsert(reply("a")) }
    await store.send(.outgoing(reply("b"))) { $0.messages.upsert(reply("b")) }
    await store.send(.received(reply("a").stored(as: "2", at: 2))) {
      $0.messages = [message("1", at: 1), reply("a").stored(as: "2", at: 2), reply("b")]
      $0.marked = "2"
    }
    await store.send(.received(reply("a").stored(as: "2", at: 2)))
    await store.finish()
  }

  @Test func `An outgoing message is a reply, and a received one is sent`() async {
    let store = makeStore(.shown())
    let written = message("x", at: 1, client: "a")
    await store.send(.outgoing(written)) {
      $0.messages = [Message(clientID: "a", author: "ben", text: "hello", sentAt: 1)]
    }
    await store.send(.received(reply("b", at: 1))) {
      $0.messages.insert(reply("b").stored(as: "b", at: 1), at: 0)
      $0.marked = "b"
    }
    await store.finish()
  }

  @Test func `A reply that is on the server is not added`() async {
    let store = makeStore(.shown(message("1", at: 1, client: "a")))
    await store.send(.outgoing(reply("a")))
    await store.send(.failed(clientID: "a", reason: "late"))
    await store.send(.resendTapped(clientID: "a"))
    await store.send(.discardTapped(clientID: "a"))
    // The ID of the server is no client ID.
    await store.send(.failed(clientID: "1", reason: "late"))
    await store.finish()
  }

  @Test func `A refused reply keeps its text, and is sent again or discarded`() async {
    let store = makeStore(.shown(message("1", at: 1), reply("a"), reply("b")))
    await store.send(.failed(clientID: "a", reason: "rude")) {
      $0.messages[id: "a"] = reply("a").failed()
    }
    await store.send(.resendTapped(clientID: "a")) { $0.messages[id: "a"] = reply("a") }
    await store.send(.discardTapped(clientID: "a"))
    await store.send(.failed(clientID: "a", reason: "rude")) {
      $0.messages[id: "a"] = reply("a").failed()
    }
    await store.send(.discardTapped(clientID: "a")) {
      $0.messages = [message("1", at: 1), reply("b")]
    }
    await store.send(.failed(clientID: "a", reason: "late"))
    await store.finish()
  }

  @Test func `A second message with a client ID is ignored, unlike those without`() async {
    let store = makeStore(.shown(message("1", at: 1, client: "a")))
    await store.send(.received(message("2", at: 2, client: "a")))
    for id in ["3", "4"] {
      await store.send(.received(message(id, at: 4, client: ""))) {
        $0.messages.upsert(message(id, at: 4, client: ""))
        $0.marked = id
      }
    }
    let answer = [message("3", at: 4, client: ""), message("5", at: 5, client: "")]
    await store.send(.loaded(subject: "Otters", answer, isStale: false)) {
      $0.messages.upsert(message("5", at: 5, client: ""))
      $0.marked = "5"
    }
    await store.finish()
  }

  @Test func `The user scrolls up and back to the end, and a reply scrolls to the end`() async {
    let store = makeStore(.shown())
    await store.send(.scrolled(by: 3)) { $0.scroll = 3 }
    await store.send(.scrolled(by: -2)) { $0.scroll = 1 }
    await store.send(.scrolled(by: .min)) { $0.scroll = 0 }
    await store.send(.scrolled(by: .max)) { $0.scroll = .max }
    await store.send(.scrolled(by: 1))
    await store.send(.outgoing(reply("a"))) {
      $0.messages = [reply("a")]
      $0.scroll = 0
    }
    await store.send(.replyTapped)
    await store.finish()
  }

  @Test func `A decoded thread finds its messages by client ID`() async throws {
    var stored = State.shown(message("1", at: 1, client: "a"), reply("b").failed())
    stored.reduce(.scrolled(by: 2))
    let restored = try JSONDecoder().decode(State.self, from: JSONEncoder().encode(stored))
    #expect(restored == stored)
    let store = makeStore(restored)
    await store.send(.outgoing(reply("a")))
    await store.send(.received(message("2", at: 2, client: "a")))
    await store.finish()
  }
}

struct Unavailable: Error {}

typealias Feature = ThreadDetailFeature
typealias Message = ThreadDetailFeature.Message
typealias State = ThreadDetailFeature.State
typealias Store = TestStoreOf<State, Feature.Action>

func makeStore(_ state: State, _ clock: ManualClock = ManualClock()) -> Store {
  TestStore(state: state, reducer: Feature.reducer, clock: clock).accepting(Feature.Action.self)
}

/// Returns a message of the server, which another user has sent.
func message(
  _ id: String, at date: Int64, client: String? = nil, text: String = "hello"
) -> Message {
  Message(id: id, clientID: client ?? "client of \(id)", author: "ben", text: text, sentAt: date)
}

/// Returns a reply that is not on the server.
func reply(_ clientID: String, at date: Int64 = 0) -> Message {
  Message(clientID: clientID, author: "ada", text: "reply", sentAt: date)
}

extension Message {
  /// Returns the reply after the server refused it.
  func failed(_ reason: String = "rude") -> Message {
    var message = self
    message.status = .failed(reason: reason)
    return message
  }

  /// Returns the reply as the server has it.
  func stored(as id: String, at date: Int64) -> Message {
    Message(id: id, clientID: clientID, author: author, text: text, sentAt: date)
  }
}

extension State {
  /// Returns a thread on the screen, whose newest message is marked as read.
  static func shown(_ messages: Message...) -> State {
    var state = State(id: "t", subject: "Otters")
    state.isOpen = true
    state.isAnswered = true
    state.messages = Entities(messages)
    state.marked = messages.last(where: \.isSent)?.id
    return state
  }

  /// Reduces actions, without their effects.
  mutating func reduce(_ actions: Feature.Action...) {
    for action in actions { Feature.reducer.reduce(&self, action) }
  }
}
