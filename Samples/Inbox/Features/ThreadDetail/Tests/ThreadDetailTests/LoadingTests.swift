// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTesting
import Testing

@testable import ThreadDetail

@Suite struct LoadingTests {
  private let clock = ManualClock()

  private func makeStore(_ state: State = State(id: "t", subject: "")) -> Store {
    ThreadDetailTests.makeStore(state, clock)
  }

  private func open(_ store: Store) async {
    await store.send(.opened) {
      $0.isOpen = true
      $0.isLoading = true
    }
  }

  /// Returns a store whose requests have no answer.
  private func makeWaitingStore(_ state: State = State(id: "t", subject: "")) -> Store {
    let store = makeStore(state)
    store.handle(Feature.Command.self) { _ in .run { try await $0.sleep(for: .seconds(999)) } }
    return store
  }

  @Test func `The cache answers first and the server second`() async {
    let store = makeStore()
    let spy = CommandSpy(Feature.Command.self, sending: Feature.Action.self) { command in
      guard case .load = command else { return .none }
      return .run { send in
        send(.loaded(subject: "Otters", [message("1", at: 1)], isStale: true))
        try await send.sleep(for: .seconds(2))
        send(
          .loaded(
            subject: "All otters", [message("1", at: 1), message("2", at: 2)], isStale: false))
      }
    }
    store.handle(with: spy)
    await open(store)
    await store.receive(.loaded(subject: "Otters", [message("1", at: 1)], isStale: true)) {
      $0.subject = "Otters"
      $0.messages = [message("1", at: 1)]
      $0.isShowingStale = true
    }
    #expect(spy.commands == [.load(thread: "t")])
    await clock.advance(by: .seconds(2))
    await store.receive(Feature.Action.self) {
      $0.subject = "All otters"
      $0.messages = [message("1", at: 1), message("2", at: 2)]
      $0.isShowingStale = false
      $0.isAnswered = true
      $0.isLoading = false
      $0.marked = "2"
    }
    #expect(spy.commands == [.load(thread: "t"), .markRead(thread: "t", upTo: "2")])
    // Late answers change nothing.
    await store.send(.loaded(subject: "old", [message("0", at: 0)], isStale: true))
    await store.send(.loadingFailed(reason: "late"))
    await store.finish()
  }

  @Test func `The cache adds messages to those of a thread that opens again`() async {
    let store = makeWaitingStore(.shown(message("1", at: 1, text: "new")))
    await store.send(.opened) {
      $0.isAnswered = false
      $0.isLoading = true
      $0.isShowingStale = true
    }
    let cached = [message("0", at: 0), message("1", at: 1, text: "old")]
    await store.send(.loaded(subject: "Otters", cached, isStale: true)) {
      $0.messages = [message("0", at: 0), message("1", at: 1, text: "new")]
    }
    await store.skipEffects()
  }

  @Test func `An answer replaces messages, and keeps replies and later events`() async {
    let store = makeStore(
      .shown(
        message("1", at: 1, text: "old"), message("9", at: 9), reply("a").failed(), reply("b")))
    let answer = [message("2", at: 2), message("1", at: 1)]
    await store.send(.loaded(subject: "Otters", answer, isStale: false)) {
      $0.messages = [
        message("1", at: 1), message("2", at: 2), message("9", at: 9), reply("a").failed(),
        reply("b"),
      ]
    }
    await store.finish()
  }

  @Test func `An error ends the loading, and the user loads again`() async {
    let store = makeStore()
    store.handle(Feature.Command.self) { _ in .once { throw Unavailable() } }
    await open(store)
    await store.receive(.loadingFailed(reason: "Unavailable()")) {
      $0.isLoading = false
      $0.problem = "Unavailable()"
    }
    store.handle(Feature.Command.self) { _ in
      .once { .loaded(subject: "Otters", [], isStale: false) }
    }
    await store.send(.retryTapped) {
      $0.isLoading = true
      $0.problem = nil
    }
    await store.receive(.loaded(subject: "Otters", [], isStale: false)) {
      $0.subject = "Otters"
      $0.isAnswered = true
      $0.isLoading = false
    }
    await store.finish()
  }

  @Test func `A request without an answer fails after 30 seconds`() async {
    let store = makeWaitingStore()
    await open(store)
    await clock.advance(by: .seconds(30) - .milliseconds(1))
    await store.expect(\.isLoading, true)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.loadingFailed(reason: "The server took too long to answer.")) {
      $0.isLoading = false
      $0.problem = "The server took too long to answer."
    }
    await store.finish()
  }

  @Test func `A handler that ends with the cache alone is a failure, and the cache stays`() async {
    let store = makeStore()
    store.handle(Feature.Command.self) { _ in
      .once { .loaded(subject: "Otters", [message("1", at: 1)], isStale: true) }
    }
    await open(store)
    await store.receive(Feature.Action.self) {
      $0.subject = "Otters"
      $0.messages = [message("1", at: 1)]
      $0.isShowingStale = true
    }
    await store.receive(.loadingFailed(reason: "The server didn't answer.")) {
      $0.isLoading = false
      $0.problem = "The server didn't answer."
    }
    await store.finish()
  }

  @Test func `A second request cancels the first, whose answer is dropped`() async {
    let store = makeStore()
    store.handle(Feature.Command.self) { _ in
      .run { send in
        try await send.sleep(for: .seconds(5))
        send(.loaded(subject: "Otters", [], isStale: false))
      }
    }
    await open(store)
    await clock.advance(by: .seconds(3))
    await store.send(.retryTapped)
    #expect(store.store.runningEffects.count == 1)
    await clock.advance(by: .seconds(3))
    await store.expect(\.isLoading, true)
    await clock.advance(by: .seconds(2))
    await store.receive(Feature.Action.self) {
      $0.subject = "Otters"
      $0.isAnswered = true
      $0.isLoading = false
    }
    await store.finish()
  }

  @Test func `Closing cancels the request`() async {
    let store = makeWaitingStore()
    await open(store)
    await store.send(.closeTapped) {
      $0.isOpen = false
      $0.isLoading = false
    }
    await store.finish()
  }
}

@Suite struct ReadTests {
  private let clock = ManualClock()

  @Test func `The newest message of the server is marked once`() async {
    let store = makeStore(.shown(message("1", at: 1)), clock)
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
    let store = makeStore(State(id: "t", subject: "Otters"), clock)
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
    let store = makeStore(.shown(), clock)
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
    let store = makeStore(.shown(), clock)
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
