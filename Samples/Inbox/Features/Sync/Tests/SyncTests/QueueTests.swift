// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTesting
import Testing

@testable import Sync

@Suite struct QueueTests {
  private let clock = ManualClock()

  private func makeStore(_ state: State) -> TestStoreOf<State, SyncFeature.Action> {
    TestStore(state: state, reducer: SyncFeature.reducer, clock: clock)
      .accepting(SyncFeature.Action.self)
  }

  /// Returns the effect of a server that stores every message.
  private static func store(_ command: SyncFeature.Command) -> EffectOf<SyncFeature.Action> {
    guard case .send(_, let message) = command else { return .none }
    return .once { .sent(id: message.id, payload: "stored \(message.id)") }
  }

  @Test func `Messages are sent one at a time, in order, until they are confirmed`() async {
    let store = makeStore(State(id: "ada"))
    let spy = CommandSpy(
      SyncFeature.Command.self, sending: SyncFeature.Action.self, reply: Self.store)
    store.handle(with: spy)
    await store.send(.submitted(message("1"))) { $0.queue = [message("1")] }
    await store.send(.submitted(message("2"))) { $0.queue.upsert(message("2")) }
    #expect(spy.commands == [])

    await store.send(.connected) {
      $0.connection = .online
      $0.queue[id: "1"] = message("1").sent(1)
    }
    await store.receive(.sent(id: "1", payload: "stored 1")) {
      $0.queue[id: "1"]?.progress = .answered
    }
    await store.receive(.confirmed(message("1").sent(1), payload: "stored 1")) {
      $0.queue = [message("2").sent(1)]
    }
    await store.receive(.sent(id: "2", payload: "stored 2")) {
      $0.queue[id: "2"]?.progress = .answered
    }
    await store.receive(.confirmed(message("2").sent(1), payload: "stored 2")) { $0.queue = [] }
    await store.finish()
    #expect(
      spy.commands == [
        .send(account: "ada", message("1").sent(1)), .send(account: "ada", message("2").sent(1)),
      ])
  }

  @Test func `A message that fails stays first, and is sent after longer pauses`() async {
    let store = makeStore(online(message("2")))
    let spy = CommandSpy(SyncFeature.Command.self) { _ in .once { throw Unavailable() } }
    store.handle(with: spy)
    await store.send(.sendingDue) { $0.queue = [message("2").sent(1)] }
    for (attempt, pause) in [1, 2, 4, 8, 16, 30, 30].enumerated() {
      await store.receive(.sendingFailed(id: "2", reason: "Unavailable()")) {
        $0.queue[id: "2"]?.progress = .waiting
      }
      await clock.advance(by: .seconds(pause) - .milliseconds(1))
      #expect(spy.commands.count == attempt + 1)
      await clock.advance(by: .milliseconds(1))
      await store.receive(.sendingDue) { $0.queue = [message("2").sent(attempt + 2)] }
    }
    await store.skipReceivedActions()
    await store.skipEffects()
  }

  @Test func `A request without an answer fails when it ends, or when its time is over`() async {
    let store = makeStore(online(message("1")))
    store.handle(SyncFeature.Command.self) { _ in .none }
    await store.send(.sendingDue) { $0.queue = [message("1").sent(1)] }
    await store.receive(.sendingFailed(id: "1", reason: "The server didn't answer.")) {
      $0.queue[id: "1"]?.progress = .waiting
    }
    store.handle(SyncFeature.Command.self) { _ in .run { try await $0.sleep(for: .seconds(99)) } }
    await store.send(.sendingDue) { $0.queue = [message("1").sent(2)] }
    await clock.advance(by: .seconds(30))
    await store.receive(SyncFeature.Action.self) { $0.queue[id: "1"]?.progress = .waiting }
    await store.skipEffects()
  }

  @Test func `A refused message is rejected once, and the next one is sent`() async {
    let store = makeStore(online(message("1"), message("2")))
    store.handle(SyncFeature.Command.self) { command in
      guard case .send(_, let message) = command, message.id == "1" else { return .none }
      return .run { send in
        send(.refused(id: "1", reason: "rude"))
        send(.refused(id: "1", reason: "rude"))
        send(.sent(id: "1", payload: ""))
      }
    }
    await store.send(.sendingDue) { $0.queue[id: "1"] = message("1").sent(1) }
    await store.receive(.refused(id: "1", reason: "rude")) {
      $0.queue[id: "1"]?.progress = .answered
    }
    // The answer canceled the request, so its further answers are dropped.
    await store.receive(.rejected(message("1").sent(1), reason: "rude")) {
      $0.queue = [message("2").sent(1)]
    }
    await store.skipReceivedActions()
    await store.skipEffects()
  }

  @Test func `A message from the disk is sent again with its client ID`() async throws {
    // The second message has an answer whose action was lost.
    let stored = online(message("1").sent(3), message("2").sent(1, .answered))
    let restored = try JSONDecoder().decode(State.self, from: JSONEncoder().encode(stored))
    #expect(restored == stored)
    let store = makeStore(restored)
    let spy = CommandSpy(SyncFeature.Command.self) { _ in .none }
    store.handle(with: spy)
    await store.send(.started) {
      $0.connection = .connecting(attempt: 0)
      for id in ["1", "2"] { $0.queue[id: id]?.progress = .waiting }
    }
    await store.send(.connected) {
      $0.connection = .online
      $0.queue[id: "1"] = message("1").sent(4)
    }
    #expect(spy.commands == [.send(account: "ada", message("1").sent(4))])
    await store.skipReceivedActions()
    await store.skipEffects()
  }

  @Test func `A request that began before a reconnection is replaced`() async {
    let store = makeStore(online(message("1")))
    let spy = CommandSpy(SyncFeature.Command.self) { _ in
      .run { try await $0.sleep(for: .seconds(5)) }
    }
    store.handle(with: spy)
    await store.send(.sendingDue) { $0.queue = [message("1").sent(1)] }
    await store.send(.disconnected(reason: "")) { $0.connection = .waiting(attempt: 1) }
    await store.send(.connected) {
      $0.connection = .online
      $0.queue = [message("1").sent(2)]
    }
    #expect(spy.commands.count == 2)
    #expect(store.store.runningEffects.count == 1)
    await store.skipEffects()
  }

  @Test func `Working offline cancels the request and keeps the message`() async {
    let store = makeStore(online(message("1")))
    store.handle(SyncFeature.Command.self) { _ in
      .run { send in
        try await send.sleep(for: .seconds(5))
        send(.sent(id: "1", payload: ""))
      }
    }
    await store.send(.sendingDue) { $0.queue = [message("1").sent(1)] }
    await store.send(.enabled(false)) {
      $0.connection = .off
      $0.queue[id: "1"]?.progress = .waiting
    }
    await clock.advance(by: .seconds(60))
    await store.send(.submitted(message("2"))) { $0.queue.upsert(message("2")) }
    await store.send(.connected)
    await store.send(.enabled(false))
    await store.finish()
  }

  @Test func `The next change is applied, and raises the revision with that action`() async {
    let store = makeStore(online(revision: 4))
    await store.send(.received(event(5))) {
      $0.received = 5
    }
    await store.receive(.applied([event(5)], revision: 5)) { $0.revision = 5 }
    await store.send(.received(event(5)))
    await store.send(.received(event(3)))
    await store.finish()
  }

  @Test func `A gap ends the connection, and the next one delivers what is missing`() async {
    let store = makeStore(online(revision: 4))
    await store.send(.received(event(7))) { $0.connection = .waiting(attempt: 1) }
    await store.send(.connected) { $0.connection = .online }
    await store.send(.received(event(5))) { $0.received = 5 }
    await store.receive(.applied([event(5)], revision: 5)) { $0.revision = 5 }
    await store.finish()
  }
}

struct Unavailable: Error {}

typealias Outgoing = SyncFeature.Outgoing
typealias State = SyncFeature.State

func message(_ id: String, thread: String? = "t", text: String = "hello") -> Outgoing {
  Outgoing(clientID: id, threadID: thread, text: text, createdAt: 0)
}

func event(_ revision: Int64) -> SyncFeature.Event {
  SyncFeature.Event(revision: revision, payload: "\(revision)")
}

func online(_ queue: Outgoing..., revision: Int64 = 0) -> State {
  var state = State(id: "ada", revision: revision)
  state.connection = .online
  state.queue = Entities(queue)
  return state
}

extension Outgoing {
  /// Returns the message after its requests.
  func sent(_ attempts: Int, _ progress: Progress = .sending) -> Outgoing {
    var message = self
    message.attempts = attempts
    message.progress = progress
    return message
  }
}
