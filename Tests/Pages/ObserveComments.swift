// SPDX-License-Identifier: MIT

import Dispatch

/// The examples of the documentation comments about observers and listeners.
@Suite struct ObserveDocCommentTests {
  private typealias CounterFeature = Features.CounterFeature

  private struct Analytics: Sendable {
    let lines = Recorder<String>()
    func record(_ line: String) { lines.record(line) }
  }

  @Test func `The examples of onAction record each action and its result`() async {
    let store = Features.makeStore()
    let disposer = Disposer()
    let analytics = Analytics()
    let counts = Analytics()
    #snippet("Store+Observe.swift", 3)
    #snippet("Store+Observe.swift", 4)
    await store.settle(after: CounterFeature.Action.incremented)
    #expect(analytics.lines.values == ["incremented"])
    #expect(counts.lines.values == ["1 after incremented"])
  }

  @Test func `The example of latest(every:) saves a draft at most once per second`() async {
    struct State: Equatable, Sendable { var draft = "" }
    let saved = Recorder<String>()
    func save(_ draft: String) { saved.record(draft) }
    let clock = ManualClock()
    let queue = DispatchQueue(label: "runnel.tests.drafts")
    let store = Store(state: State(), reducer: .edits, clock: clock)
    let disposer = Disposer()
    #snippet("Scoping.md", "Choose a delivery", 2)
    await store.settled()
    for letter in ["o", "t", "t", "e", "r"] { store.edit { $0.draft += letter } }
    await store.settled()
    #expect(saved.values == [""])
    await clock.advance(by: .seconds(1))
    await store.settled()
    #expect(saved.values == ["", "otter"])
  }
}
