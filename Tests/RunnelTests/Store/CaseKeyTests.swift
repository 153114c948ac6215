// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

private struct Tick: Action {}

/// The keys of dynamic reducers of enum cases.
@Suite struct CaseKeyTests {
  private enum Screen: Equatable, Sendable {
    case first(Int)
    case second(Int)

    static let firstCase = CasePath(embed: Screen.first) {
      if case .first(let value) = $0 { value } else { nil }
    }
    static let secondCase = CasePath(embed: Screen.second) {
      if case .second(let value) = $0 { value } else { nil }
    }
  }

  private struct State: Equatable, Sendable {
    var screen = Screen.first(0)
  }

  private func adding(_ number: Int) -> Reducer<Int> {
    .on(Tick.self) { state, _ in state += number }
  }

  @Test func `Contract 25: one key in two cases with one payload type names two reducers`() async {
    let store = Store(state: State(), reducer: Reducer<State>.edits)
    store.scope(\.screen, ifCase: Screen.firstCase)?.add(reducer: adding(1), withKey: "key")
    store.edit { $0.screen = .second(0) }
    await store.settled()
    store.scope(\.screen, ifCase: Screen.secondCase)?.add(reducer: adding(100), withKey: "key")
    store.dispatch(Tick())
    await store.settled()
    #expect(store.state.screen == .second(100))
    store.edit { $0.screen = .first(0) }
    store.dispatch(Tick())
    await store.settled()
    #expect(store.state.screen == .first(1))
    // Each case removes its own.
    store.scope(\.screen, ifCase: Screen.firstCase)?.remove(reducerWithKey: "key")
    store.dispatch(Tick())
    store.edit { $0.screen = .second(0) }
    store.dispatch(Tick())
    await store.settled()
    #expect(store.state.screen == .second(100))
  }
}
