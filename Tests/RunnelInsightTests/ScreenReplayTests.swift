// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelNavigation
import RunnelTesting
import Testing

@testable import RunnelInsight

/// An app with a stack of flows, each with two instances of a counter and a stack of counters.
private enum Browser {
  struct State: Codable, Equatable, Sendable {
    var path = ScreenStack<Screen>()
  }

  enum Screen: Codable, Equatable, Sendable {
    case counter(Counter)
    case flow(Flow)
  }

  struct Counter: Codable, Equatable, Sendable {
    var count = 0
  }

  struct Flow: Codable, Equatable, Sendable {
    var left = Counter()
    var right = Counter()
    var path: ScreenStack<Counter> = [Counter(), Counter()]
  }

  enum Action: Runnel.Action, Codable { case counted, countedLater }

  static let counter = Reducer<Counter>.on(Action.self) { state, action in
    if case .countedLater = action { return .send(.counted).delay(for: .seconds(1)) }
    state.count += 1
    return .none
  }

  static let reducer = Reducer<State> {
    Reducer.stack(\.path)
    counter.forEach(\.path, CasePath(Screen.counter))
    Reducer<Flow> {
      counter.scope(\.left).instance("left")
      counter.scope(\.right).instance("the right")
      counter.forEachScreen(\.path)
    }
    .forEach(\.path, CasePath(Screen.flow))
  }
}

@Suite struct ScreenReplayTests {
  private let clock = ManualClock()

  @Test func `Contract 38: a session with screens replays to the same state`() async throws {
    let store = Store(state: Browser.State(), reducer: Browser.reducer, clock: clock)
    let data = try await record(store) { try await use(store) }
    let session = try Session(data: data, actions: Browser.reducer.actionTypes)
    #expect(
      session.actions.dropFirst(6).map(\.instance) == [
        "screen 3", "screen 3", "screen 4 the right", "screen 4 screen 2", "screen 4", nil,
        "screen 3", "screen 4 the right", "screen 4 screen 2", "screen 4 screen 2", nil,
      ])
    let replay = try session.replay(reducer: Browser.reducer)
    try replay.run { action, state in
      guard action.number == 14 else { return false }
      var flow = Browser.Flow()
      flow.left.count = 2
      flow.right.count = 3
      flow.path[0].count = 2
      flow.path[1].count = 2
      #expect(state.path[id: ScreenID(4)] == .flow(flow))
      return false
    }
    #expect(replay.state == store.state)
    #expect(replay.state.path[id: ScreenID(3)] == .counter(Browser.Counter(count: 3)))
    #expect(replay.state.path.count == 3)
  }

  private func use(_ store: Store<Browser.State>) async throws {
    for _ in 0..<3 {
      store.dispatch(StackAction<Browser.Screen>.push(.counter(Browser.Counter())))
      store.dispatch(StackAction<Browser.Screen>.push(.flow(Browser.Flow())))
    }
    await store.settled()
    let counter = try #require(
      store.scope(\.path, id: ScreenID(3), CasePath(Browser.Screen.counter)))
    let flow = try #require(store.scope(\.path, id: ScreenID(4), CasePath(Browser.Screen.flow)))
    counter.dispatch(Browser.Action.counted)
    counter.dispatch(Browser.Action.countedLater)
    flow.scope(\.right).instance("the right").dispatch(Browser.Action.countedLater)
    flow.scope(\.path, id: ScreenID(2))?.dispatch(Browser.Action.countedLater)
    flow.dispatch(Browser.Action.counted)
    store.dispatch(Browser.Action.counted)
    await store.settled()
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    flow.scope(\.path, id: ScreenID(2))?.dispatch(Browser.Action.countedLater)
    store.dispatch(StackAction<Browser.Screen>.popTo(ScreenID(3)))
    flow.dispatch(Browser.Action.counted)
    await store.settled()
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
  }

  @Test(arguments: [
    "screen 0", "screen -1", "screen 01", "screen +1", "screen", "screen ", "screen x",
    "screen 99999999999999999999", "screen 1 ", "screen 1 screen", "screen 1 screen 1 screen 1",
    "screen 1 left x", "left", "screen 1 the", String(repeating: "screen 1 ", count: 100_000),
  ])
  func `An instance that no reducer has isn't replayed`(instance: String) {
    #expect(!ReplayRunner(Browser.reducer).hasInstance(instance))
  }

  @Test(arguments: [
    "screen 1", "screen 9223372036854775807", "screen 2 left", "screen 1 the right",
    "screen 1 screen 1",
  ])
  func `Any screen can be replayed`(instance: String) {
    #expect(ReplayRunner(Browser.reducer).hasInstance(instance))
  }
}
