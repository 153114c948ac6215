// SPDX-License-Identifier: MIT

import Harness
import Runnel

/// W13: actions dispatched through a store that accepts only their type.
struct TypedStores: Sendable {
  struct State: Sendable {
    var part = Part()
  }

  struct Part: Sendable {
    var count = 0
  }

  enum Change: Action { case incremented }

  /// The call that is measured.
  enum Call: String, CaseIterable {
    /// `dispatch` of a store of the whole state, until the last action is reduced.
    case whole = "dispatch, whole state"
    /// `dispatch` of a scope, until the last action is reduced.
    case scope = "dispatch, scope"
    /// `send` of a scope, for each action.
    case send = "send, scope"
  }

  let call: Call
  let actions: Int

  /// Uses stores that accept every action.
  func untyped() throws -> Reading {
    let (store, end) = makeStore()
    let part = store.scope(\.part)
    return try reading(store, end) {
      switch call {
      case .whole: for _ in 0..<actions { store.dispatch(Change.incremented) }
      case .scope: for _ in 0..<actions { part.dispatch(Change.incremented) }
      case .send: for _ in 0..<actions { part.send(Change.incremented) }
      }
    }
  }

  /// Uses stores that accept only the type of the action.
  func typed() throws -> Reading {
    let (store, end) = makeStore()
    let whole = store.accepting(Change.self)
    let part = store.scope(\.part, accepting: Change.self)
    return try reading(store, end) {
      switch call {
      case .whole: for _ in 0..<actions { whole.dispatch(.incremented) }
      case .scope: for _ in 0..<actions { part.dispatch(.incremented) }
      case .send: for _ in 0..<actions { part.send(.incremented) }
      }
    }
  }

  private func makeStore() -> (store: Store<State>, end: Signal) {
    let (end, actions) = (Signal(), actions)
    let reducer = Reducer<Part>.updating(Change.self) { part, _ in
      part.count += 1
      if part.count == actions { end.send() }
    }
    return (Store(state: State(), reducer: reducer.scope(\.part)), end)
  }

  private func reading(_ store: Store<State>, _ end: Signal, work: () -> Void) throws -> Reading {
    let time = try ContinuousClock().measure {
      work()
      try end.wait()
    }
    store.waitUntilSettled()
    try expect("actions reduced", store.state.part.count, is: actions)
    return Reading(time, per: actions)
  }
}

extension TypedStores {
  static func workload(_ scale: Scale) -> Workload {
    Workload(
      name: "W13",
      title: "an action dispatched through a store that accepts only its type",
      entrants: Call.allCases.flatMap { call in
        let name = call.rawValue
        let work = Self(call: call, actions: scale.actions(call == .send ? 50_000 : 200_000))
        return [
          Entrant("Runnel", name, size: work.actions, round: work.untyped),
          Entrant("Runnel, typed", name, size: work.actions, round: work.typed),
        ] + Opponent.unable(name, size: work.actions, because: "has one type of actions")
      },
      budgets: Call.allCases.map {
        Budget(
          .init("Runnel, typed", $0.rawValue), against: .init("Runnel", $0.rawValue), atMost: 1.4)
      }
    )
  }
}
