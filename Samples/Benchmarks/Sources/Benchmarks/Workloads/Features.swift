// SPDX-License-Identifier: MIT

import Harness
import Opponents
import Runnel

/// W5: one action among many features, each with a type of action and a stored property of its own.
struct Features<State: Tree>: StoreWorkload {
  let actions: Int
  /// Whether all actions are of one feature, or each of the next.
  let isOneOnly: Bool

  private static var features: [Feature<State>] { State.features(at: Zero.self) }

  /// A store that asks each feature in turn takes longer, the more there are.
  var fewerActions: Int { max(min(actions / 5, 1_000_000 / State.leafCount), State.leafCount) }

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == any Action {
    let features = Features.features
    let (end, goal) = (End(), goal(actions))
    if Subject.self == RunnelStore<State>.self {
      let reducer = Reducer<State> {
        for feature in features { feature.reducer }
        Reducer<State>.on(Ended.self) { _, _ in end.signal.send() }
      }
      let store = RunnelStore(store: Store(state: State(), reducer: reducer))
      return try reading(of: store, features, goal: goal, end)
    }
    let reducers = features.map(\.reduce)
    let store = Subject(state: State()) { state, action in
      for reducer in reducers { reducer(&state, action) }
      if action is Ended { end.signal.send() }
    }
    return try reading(of: store, features, goal: goal, end)
  }

  private func reading<Subject: ActionStore>(
    of store: Subject,
    _ features: [Feature<State>],
    goal: Int,
    _ end: End
  ) throws -> Reading
  where Subject.State == State, Subject.Action == any Action {
    defer { store.close() }
    return try reading(features, goal, end, dispatch: store.dispatch) { store.current.total }
  }

  /// A dictionary from the type of the action to what is to be done.
  func floor() throws -> Reading {
    let features = Features.features
    let end = End()
    var table: [ObjectIdentifier: @Sendable (inout State) -> Void] = [:]
    for feature in features {
      table[ObjectIdentifier(type(of: feature.action))] = feature.bump
    }
    table[ObjectIdentifier(Ended.self)] = { _ in end.signal.send() }
    let mailbox = FloorMailbox<State, any Action>(state: State()) { [table] state, action in
      table[ObjectIdentifier(type(of: action))]?(&state)
    }
    return try reading(features, goal(actions), end, dispatch: mailbox.post) {
      mailbox.settled.total
    }
  }

  /// Whole turns through the features.
  private func goal(_ actions: Int) -> Int {
    (actions + State.leafCount - 1) / State.leafCount * State.leafCount
  }

  private func reading(
    _ features: [Feature<State>],
    _ goal: Int,
    _ end: End,
    dispatch: (any Action) -> Void,
    total: () -> Int
  ) throws -> Reading {
    let all = features.map(\.action)
    // Each once, before the time is taken: a table is filled at the first action of a type.
    all.forEach(dispatch)
    dispatch(Ended())
    try end.signal.wait()
    let turn = isOneOnly ? [any Action](repeating: all[all.count / 2], count: all.count) : all
    let time = try ContinuousClock().measure {
      for _ in 0..<goal / turn.count {
        for action in turn { dispatch(action) }
      }
      dispatch(Ended())
      try end.signal.wait()
    }
    try expect("actions reduced", total(), is: all.count + goal)
    return Reading(time, per: goal)
  }
}

/// The action behind the last.
private struct Ended: Action {}

/// Where the last action is told of.
private struct End: Sendable {
  let signal = Signal()
}

/// What does not depend on the type of the state.
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
            atMost: 1.2
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
    work.entrants(setting, size: State.leafCount) { try work.floor() }
      + work.opponents(setting, size: State.leafCount)
  }
}
