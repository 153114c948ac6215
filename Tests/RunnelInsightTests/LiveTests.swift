// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelInsight

@Suite struct LiveTests {
  @Test func `Signposts show actions, deliveries and effects, and no payloads`() async {
    let calls = Recorder<Signpost>()
    let token = store.add(
      Signpost.probe { calls.record($0) }, at: CallSite(), whenAdded: { _, _ in })
    let observer = store.scope(\.cart.total).observe { _ in }
    await store.settled()
    store.dispatch(Shop.Cart.Action.add("a secret", price: 3))
    store.dispatch(Shop.Cart.Action.load)
    await store.settled(includingEffects: true)
    observer.dispose()
    token.dispose()
    await store.settled()
    store.dispatch(Shop.Action.visited)
    await store.settled()
    let list = calls.values.map { "\($0)" }
    #expect(list.count { $0.hasPrefix(#"reduced("Action at RunnelInsightTests/"#) } == 3, "\(list)")
    #expect(list.contains { $0.hasPrefix("delivered(") })
    let began = list.compactMap { $0.wholeMatch(of: /effectBegan\((\d+), "run.*/)?.1 }
    let ended = list.compactMap {
      $0.wholeMatch(of: /effectEnded\((\d+), outcome: "finished"\)/)?.1
    }
    #expect(began.count == 1 && began == ended)
    #expect(!list.contains { $0.contains("secret") })
  }

  private let store = Store(state: Shop.State(), reducer: Shop.reducer())

  @Test(arguments: [0, 1, 3, 4, 5, 99, 100, 101, 1_000])
  func `A flight recorder keeps the last actions and a state before them`(
    _ count: Int
  ) async throws {
    let flight = store.record(last: 100)
    for _ in 0..<count { store.dispatch(Shop.Action.visited) }
    let file = TemporaryFile()
    try await flight.write(to: file.url)
    let session = try Session(contentsOf: file.url, actions: Shop.types)
    #expect(session.actions.last?.number == (count == 0 ? nil : count))
    #expect((min(count, 100)...125).contains(session.actions.count))
    try replay(session, with: Shop.reducer(), to: store.state)
    // It goes on.
    store.dispatch(Shop.Action.visited)
    try await flight.write(to: file.url)
    #expect(try Session(contentsOf: file.url).actions.last?.number == count + 1)
    flight.dispose()
    #expect(flight.isDisposed)
  }

  @Test func `A slow reducer and a slow observer are reported, fast ones aren't`() async {
    @Sendable func work() {
      let start = DispatchTime.now()
      while DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds < 2_000_000 {}
    }
    let reducer = Reducer<Int>.updating(Shop.Action.self) { state, action in
      state += 1
      if action == .stamped { work() }
    }
    let store = Store(state: 0, reducer: reducer)
    let breaches = Recorder<String>()
    let budgets = store.budgets(.init(reduce: .milliseconds(1))) { breach in
      guard case .reduce(let action, let duration, _) = breach else { return }
      breaches.record("\(action) \(duration >= .milliseconds(2))")
    }
    store.dispatch(Shop.Action.stamped)
    await store.settled()
    #expect(breaches.values.contains("stamped true"))
    budgets.dispose()

    let observers = Recorder<Int>()
    let observed = store.budgets(.init(delivery: .milliseconds(1))) { breach in
      guard case .delivery(let subscription, _) = breach else { return }
      observers.record(subscription.line)
    }
    let line = #line + 1
    let token = store.observe { _ in work() }
    await store.settled()
    store.dispatch(Shop.Action.visited)
    await store.settled()
    #expect(observers.values.contains(line))
    token.dispose()
    observed.dispose()
  }

  @Test func `Too many pending actions are reported once`() async {
    let counts = Recorder<Int>()
    let (isReducing, gate) = (Gate(), Gate())
    let store = Store(
      state: 0,
      reducer: Reducer<Int>.updating(Shop.Action.self) { state, action in
        state += 1
        guard action == .stamped else { return }
        isReducing.open()
        gate.pass()
      })
    let token = store.budgets(.init(pending: 50)) { breach in
      if case .pending(let count, _, _) = breach { counts.record(count) }
    }
    await store.settled()
    store.dispatch(Shop.Action.stamped)
    // The drain has taken its share: all others are in the next one.
    await isReducing.opened()
    for _ in 0..<100 { store.dispatch(Shop.Action.visited) }
    gate.open()
    await store.settled()
    #expect(counts.values == [99])
    token.dispose()
  }

  @Test func `The graph has the action types, the slices and the consumers`() async {
    let line = #line + 1
    let token = store.scope(\.cart.total).observe { _ in }
    await store.settled()
    #expect(
      store.graph(.mermaid)
        == #"""
        flowchart LR
          n0[/"Shop.Cart.Action"/]
          n1[("\State.cart")]
          n2[/"Shop.Action"/]
          n3[("\State")]
          n4[("\State.cart.total")]
          n5(["observer at RunnelInsightTests/LiveTests.swift:\#(line)"])
          n0 --> n1
          n2 --> n3
          n4 --> n5
          n3 --> n1
          n1 --> n4

        """#.replacing("\\#(line)", with: "\(line)"))
    #expect(store.graph(.dot).hasPrefix("digraph store {\n  rankdir=LR;\n  n0 [label="))
    #expect(store.graph(.dot).contains(#"n1 [label="\\State.cart", shape=cylinder];"#))
    #expect(store.graph(.json).hasPrefix(#"{"nodes":[{"id":0,"kind":"action","name":"#))
    token.dispose()
  }
}
