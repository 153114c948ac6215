// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import ThreadDetail

/// The requests that mark messages as read.
@Suite struct ReadTests {
  private let clock = ManualClock()

  private func makeStore(_ state: State) -> Store {
    TestStore(state: state, reducer: Feature.reducer, clock: clock).accepting(Feature.Action.self)
  }

  @Test func `The newest message of the server is marked once`() async {
    let store = makeStore(.shown(message("1", at: 1)))
    let spy = CommandSpy(Feature.Command.self) { _ in .none }
    store.handle(with: spy)
    await store.send(.received(message("2", at: 2))) {
      $0.messages.upsert(message("2", at: 2))
      $0.marked = "2"
    }
    await store.send(.received(message("2", at: 2)))
    await store.send(.outgoing(reply("a"))) { $0.messages.upsert(reply("a")) }
    await store.send(.received(message("0", at: 0))) {
      $0.messages.insert(message("0", at: 0), at: 0)
    }
    await store.send(.loaded(subject: "Otters", [message("2", at: 2)], isStale: false))
    await store.finish()
    #expect(spy.commands == [.markRead(thread: "t", upTo: "2")])
  }

  @Test func `Messages of the cache and of a closed thread are not marked`() async {
    let store = makeStore(State(id: "t", subject: "Otters"))
    let spy = CommandSpy(Feature.Command.self) { command in
      command == .load(thread: "t") ? .run { try await $0.sleep(for: .seconds(9)) } : .none
    }
    store.handle(with: spy)
    await store.send(.received(message("1", at: 1))) { $0.messages = [message("1", at: 1)] }
    await store.send(.opened) {
      $0.isOpen = true
      $0.isLoading = true
      $0.isShowingStale = true
    }
    await store.send(.loaded(subject: "Otters", [message("2", at: 2)], isStale: true)) {
      $0.messages.upsert(message("2", at: 2))
    }
    #expect(spy.commands == [.load(thread: "t")])
    await store.send(.loaded(subject: "Otters", [message("2", at: 2)], isStale: false)) {
      $0.isShowingStale = false
      $0.isAnswered = true
      $0.isLoading = false
      $0.marked = "2"
    }
    await store.send(.closeTapped) { $0.isOpen = false }
    await store.send(.received(message("3", at: 3))) { $0.messages.upsert(message("3", at: 3)) }
    await store.finish()
    #expect(spy.commands == [.load(thread: "t"), .markRead(thread: "t", upTo: "2")])
  }

  @Test func `A failed request is ignored, and the next message is marked`() async {
    let store = makeStore(.shown())
    let spy = CommandSpy(Feature.Command.self) { _ in .once { throw Unavailable() } }
    store.handle(with: spy)
    for id in ["1", "2"] {
      await store.send(.received(message(id, at: 1))) {
        $0.messages.upsert(message(id, at: 1))
        $0.marked = id
      }
    }
    await store.finish()
    #expect(spy.commands.count == 2)
  }

  @Test func `A request ends after 30 seconds, or when a newer message is marked`() async {
    let store = makeStore(.shown())
    store.handle(Feature.Command.self) { _ in .run { try await $0.sleep(for: .seconds(99)) } }
    for id in ["1", "2"] {
      await store.send(.received(message(id, at: 1))) {
        $0.messages.upsert(message(id, at: 1))
        $0.marked = id
      }
    }
    #expect(store.store.runningEffects.count == 1)
    await clock.advance(by: .seconds(30))
    await store.finish()
  }
}
