// SPDX-License-Identifier: MIT

import Harness
import Opponents
import Runnel

/// W5: an action of one of many features, each with its own action type and stored property.
struct Features<State: Tree>: StoreWorkload {
  typealias Change = any Action

  let actions: Int
  /// Whether all actions are of one feature, instead of each of the next one.
  let isOneOnly: Bool

  private static var features: [Feature<State>] { State.features(at: Zero.self) }

  /// Fewer for many features, because these stores call the reducer of each feature.
  var fewerActions: Int { max(min(actions / 5, 1_000_000 / State.leafCount), State.leafCount) }

  /// Calls the reducer of every feature, which checks the type of the action.
  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == any Action {
    let reducers = Features.features.map(\.reduce)
    let end = End()
    let store = Subject(state: State()) { state, action in
      for reducer in reducers { reducer(&state, action) }
      if action is Ended { end.signal.send() }
    }
    defer { store.close() }
    let all = Features.features.map(\.action)
    return try reading(all, Ended(), goal(actions), end, dispatch: store.dispatch) {
      store.current.total
    }
  }

  /// Uses a composed reducer, which finds the feature by the type of the action.
  func runnel() throws -> Reading {
    let features = Features.features
    let end = End()
    let reducer = Reducer<State> {
      for feature in features { feature.reducer }
      Reducer<State>.updating(Ended.self) { _, _ in end.signal.send() }
    }
    let store = Store(state: State(), reducer: reducer)
    let all = features.map(\.action)
    return try reading(all, Ended(), goal(actions), end, dispatch: { store.dispatch($0) }) {
      store.waitUntilSettled()
      return store.state.total
    }
  }

  /// Uses actions that are the numbers of their leaves, without types, tables and existentials.
  func floor() throws -> Reading {
    let end = End()
    let ended = -1
    let mailbox = FloorMailbox<State, Int>(state: State(), capacity: goal(actions) + 1) {
      state, leaf in
      if leaf == ended { end.signal.send() } else { state.bump(leaf) }
    }
    return try reading(
      Array(0..<State.leafCount), ended, goal(actions), end, dispatch: mailbox.post
    ) {
      mailbox.settled.total
    }
  }

  /// Returns the number of actions, rounded up to a multiple of the features.
  private func goal(_ actions: Int) -> Int {
    (actions + State.leafCount - 1) / State.leafCount * State.leafCount
  }

  /// Dispatches an action of each feature once, measures the others, and ends with `ended`.
  private func reading<Element>(
    _ all: [Element],
    _ ended: Element,
    _ goal: Int,
    _ end: End,
    dispatch: (Element) -> Void,
    total: () -> Int
  ) throws -> Reading {
    // Each action runs once before the measurement: a store fills its table at the first action of
    // a type.
    all.forEach(dispatch)
    dispatch(ended)
    try end.signal.wait()
    let turn = isOneOnly ? [Element](repeating: all[all.count / 2], count: all.count) : all
    let time = try ContinuousClock().measure {
      for _ in 0..<goal / turn.count {
        for action in turn { dispatch(action) }
      }
      dispatch(ended)
      try end.signal.wait()
    }
    try expect("actions reduced", total(), is: all.count + goal)
    return Reading(time, per: goal)
  }
}

/// The action after the last one.
private struct Ended: Action {}

/// The signal for the end of a round.
private struct End: Sendable {
  let signal = Signal()
}

/// The workloads of features, independent of the type of the state.
enum FeatureWorkloads {
  static func workload(_ scale: Scale) -> Workload {
    let settings = ["turn": false, "one": true].sorted { $0.key > $1.key }
    let sizes = scale.sizes([10, 100, 1_000], upTo: 100)
    return Workload(
      name: "W5",
      title: "one action among features, of each in turn or always of the same one",
      entrants: settings.flatMap { key, isOneOnly in
        sizes.flatMap { entrants(scale, of: $0, isOneOnly, "\(key) of \($0.grouped)") }
      },
      budgets: settings.flatMap { key, _ in
        sizes.dropFirst().map {
          Budget(
            .init("Runnel", "\(key) of \($0.grouped)"),
            against: .init("Runnel", "\(key) of 10"),
            atMost: 1.7
          )
        }
      }
    )
  }

  static func growth(_ scale: Scale) -> Workload {
    Workload(
      name: "features",
      title: "an action of each of many features in turn",
      entrants: scale.sizes([1, 10, 100, 1_000], upTo: 10).flatMap {
        entrants(scale, of: $0, false, $0.counted("feature"))
      }
    )
  }

  private static func entrants(
    _ scale: Scale,
    of size: Int,
    _ isOneOnly: Bool,
    _ setting: String
  ) -> [Entrant] {
    let actions = scale.actions(100_000)
    switch size {
    case 1: return entrants(Features<Int>(actions: actions, isOneOnly: isOneOnly), setting)
    case 10: return entrants(Features<Ten<Int>>(actions: actions, isOneOnly: isOneOnly), setting)
    case 100:
      return entrants(Features<Ten<Ten<Int>>>(actions: actions, isOneOnly: isOneOnly), setting)
    default:
      return entrants(
        Features<Ten<Ten<Ten<Int>>>>(actions: actions, isOneOnly: isOneOnly), setting)
    }
  }

  private static func entrants<State: Tree>(
    _ work: Features<State>,
    _ setting: String
  ) -> [Entrant] {
    [
      Entrant("Runnel", setting, size: State.leafCount) { try work.runnel() },
      Entrant("floor", setting, size: State.leafCount) { try work.floor() },
    ]
      + work.opponents(setting, size: State.leafCount)
  }
}
