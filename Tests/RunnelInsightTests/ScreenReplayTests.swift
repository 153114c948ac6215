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
      counter.forEach(\.path)
    }
    .forEach(\.path, CasePath(Screen.flow))
  }
}

@Suite struct ScreenReplayTests {
  private let clock = ManualClock()
  private let store: Store<Browser.State>

  init() { store = Store(state: Browser.State(), reducer: Browser.reducer, clock: clock) }

  @Test func `Contract 38: a session with screens replays to the same state, also again`()
    async throws
  {
    let session = try await session(of: store, actions: Browser.reducer.actionTypes) {
      try await use(store)
    }
    #expect(
      session.actions.dropFirst(6).map(\.address) == [
        #"\.path[3]"#, #"\.path[3]"#, #"\.path[4] the right"#, #"\.path[4] as Flow.path[2]"#,
        #"\.path[4]"#, nil, #"\.path[3]"#, #"\.path[4] the right"#, #"\.path[4] as Flow.path[2]"#,
        #"\.path[4] as Flow.path[2]"#, nil,
      ])
    let replay = try session.replay(reducer: Browser.reducer)
    var flow = Browser.Flow()
    flow.left.count = 2
    flow.right.count = 3
    flow.path[0].count = 2
    flow.path[1].count = 2
    // A replay once remembered the screens of its first run, which later ones don't have.
    for _ in 0..<2 {
      let action = try replay.run { action, state in
        if action.number == 14 { #expect(state.path[id: ScreenID(4)] == .flow(flow)) }
        return false
      }
      #expect(action == nil)
      #expect(replay.state == store.state)
      try replay.step(to: 0)
    }
    #expect(store.state.path[id: ScreenID(3)] == .counter(Browser.Counter(count: 3)))
    #expect(store.state.path.count == 3)
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

  /// Version 1 of the format named screens without their stacks.
  @Test func `Contract 38: a session of the first version of the format replays`() async throws {
    var data = try await record(store) { try await use(store) }
    for (new, old) in [
      (#""runnel":2"#, #""runnel":1"#), (#"\.path[4] as Flow.path[2]"#, "screen 4 screen 2"),
      (#"\.path[4] the right"#, "screen 4 the right"), (#"\.path[4]"#, "screen 4"),
      (#"\.path[3]"#, "screen 3"), (#""address""#, #""instance""#),
    ] {
      let text = String(decoding: data, as: UTF8.self)
      let json = new.replacing("\\", with: "\\\\")
      #expect(text.contains(json))
      data = Data(text.replacing(json, with: old).utf8)
    }
    let session = try Session(data: data, actions: Browser.reducer.actionTypes)
    try replay(session, with: Browser.reducer, to: store.state)
  }

  @Test func `An action for any screen is replayed, and for an address of no reducer isn't`() {
    let runner = ReplayRunner(Browser.reducer)
    for address in [
      #"\.path[1]"#, #"\.path[9223372036854775807]"#, #"\.path[2] left"#, #"\.path[1] the right"#,
      #"\.path[1] as Flow.path[1]"#, "screen 1", "screen 2 left", "screen 1 screen 1",
    ] { #expect(runner.hasAddress(address)) }
    for address in [
      "", "\\", #"\.path"#, #"\.path["#, #"\.path[1"#, #"\.other[1]"#, #"path[1]"#, #"\.path[1] x"#,
      #"\.path[1] left x"#, "left", #"\.path[1] the"#,
      String(repeating: #"\.path[1]"#, count: 100_000), "screen", "screen 1 left x",
      "screen 1 the", "screen 1 screen 1 screen 1",
    ] { #expect(!runner.hasAddress(address)) }
  }

  private struct Row: Codable, Equatable, Identifiable, Sendable {
    var id: String
    var count = 0
    var items: [Row]? = []
  }

  private struct List: Codable, Equatable, Sendable {
    var rows: [Row] = []
  }

  /// What stands around an ID can also be in it.
  @Test func `Contract 38: a session with odd IDs replays to the same state`() async throws {
    let ids = ["", "]", "[", "].items[", " ", "\u{301}", "a\u{600}", "\n", "\\", "x]", "rows[]"]
    let row = Reducer<Row>.updating(Browser.Action.self) { row, _ in row.count += 1 }
    let reducer = Reducer<List> {
      Reducer<Row> {
        row
        row.forEach(\Row.items)
      }
      .forEach(\.rows)
    }
    let rows = ids.map { Row(id: $0, items: ids.map { Row(id: $0) }) }
    let store = Store(state: List(rows: rows), reducer: reducer)
    let session = try await session(of: store, actions: reducer.actionTypes) {
      for (index, outer) in ids.enumerated() {
        for inner in ids.prefix(index + 1) {
          store.scope(\.rows, id: outer)?.dispatch(Browser.Action.counted, to: \.items, id: inner)
        }
        store.dispatch(Browser.Action.counted, to: \.rows, id: outer)
      }
    }
    try replay(session, with: reducer, to: store.state)
  }
}
