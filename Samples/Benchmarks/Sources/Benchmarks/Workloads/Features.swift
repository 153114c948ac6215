// SPDX-License-Identifier: MIT

import Opponents
import Runnel

/// W5: an action of one of many features, each with its own action type and stored property.
struct Features<State: Tree>: StoreWorkload {
  typealias Change = any Action

  let actions: Int
  /// Whether all actions are of one feature, instead of each of the next one.
  let isOneOnly: Bool

  private static var features: [Feature<State>] { State.features(at: Never.self) }

  /// Fewer for many features, because these stores call the reducer of each feature.
  var fewerActions: Int { max(min(actions / 5, 1_000_000 / State.leafCount), State.leafCount) }

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == any Action {
    let reducers = Features.features.map(\.reduce)
    let end = Signal()
    let store = Subject(state: State()) { state, action in
      for reducer in reducers { reducer(&state, action) }
      if action is Ended { end.send() }
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
    let end = Signal()
    let reducer = Reducer<State> {
      for feature in features { feature.reducer }
      Reducer<State>.updating(Ended.self) { _, _ in end.send() }
    }
    let store = Store(state: State(), reducer: reducer)
    let all = features.map(\.action)
    return try reading(all, Ended(), goal(actions), end, dispatch: { store.dispatch($0) }) {
      store.settledState.total
    }
  }

  /// Uses actions that are the numbers of their leaves, without types, tables and existentials.
  func floor() throws -> Reading {
    let end = Signal()
    let (ended, goal) = (-1, goal(actions))
    let mailbox = FloorMailbox<State, Int>(state: State(), capacity: goal + 1) { state, leaf in
      if leaf == ended { end.send() } else { state.bump(leaf) }
    }
    return try reading(Array(0..<State.leafCount), ended, goal, end, dispatch: mailbox.post) {
      mailbox.settled.total
    }
  }

  /// Returns the number of actions, rounded up to a multiple of the features.
  private func goal(_ actions: Int) -> Int {
    (actions + State.leafCount - 1) / State.leafCount * State.leafCount
  }

  /// Dispatches an action of each feature once, measures the others, and ends with `ended`.
  private func reading<Element>(
    _ all: [Element], _ ended: Element, _ goal: Int, _ end: Signal,
    dispatch: (Element) -> Void, total: () -> Int
  ) throws -> Reading {
    // Each action runs once before the measurement: a store fills its table at the first action of
    // a type.
    all.forEach(dispatch)
    dispatch(ended)
    try end.wait()
    let turn = isOneOnly ? [Element](repeating: all[all.count / 2], count: all.count) : all
    let time = try ContinuousClock().measure {
      for _ in 0..<goal / turn.count {
        for action in turn { dispatch(action) }
      }
      dispatch(ended)
      try end.wait()
    }
    try expect("actions reduced", total(), is: all.count + goal)
    return Reading(time, per: goal)
  }

  fileprivate func entrants(_ setting: String) -> [Entrant] {
    Entrant.pair(setting, size: State.leafCount, runnel: runnel, floor: floor)
      + opponents(setting, size: State.leafCount)
  }
}

private struct Ended: Action {}

/// W14: the start-up of an app: its features are composed, its store is created, and the first
/// action is reduced.
struct StartUp<State: Tree>: StoreWorkload {
  typealias Change = any Action

  let actions = 1

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == any Action {
    try reading { features, end in
      let reducers = features.map(\.reduce)
      let store = Subject(state: State()) { state, action in
        for reducer in reducers { reducer(&state, action) }
        end.send()
      }
      return (
        store.dispatch,
        {
          defer { store.close() }
          return store.current.total
        }
      )
    }
  }

  func runnel() throws -> Reading {
    try reading { features, end in
      let reducer = Reducer<State> {
        for feature in features { feature.reducer }
        Reducer<State>.on { _, _ in
          end.send()
          return .none
        }
      }
      let store = Store(state: State(), reducer: reducer)
      return ({ store.dispatch($0) }, { store.settledState.total })
    }
  }

  /// Uses a dictionary from the type of the action to a function.
  func floor() throws -> Reading {
    try reading { features, end in
      var table: [ObjectIdentifier: @Sendable (inout State) -> Void] = [:]
      for feature in features { table[ObjectIdentifier(type(of: feature.action))] = feature.bump }
      let mailbox = FloorMailbox<State, any Action>(state: State()) { [table] state, action in
        table[ObjectIdentifier(type(of: action))]?(&state)
        end.send()
      }
      return (mailbox.post, { mailbox.settled.total })
    }
  }

  private func reading(
    start: ([Feature<State>], Signal) -> (dispatch: (any Action) -> Void, total: () -> Int)
  ) throws -> Reading {
    let end = Signal()
    var total = { 0 }
    let time = try ContinuousClock().measure {
      let features = State.features(at: Never.self)
      let app = start(features, end)
      app.dispatch(features[features.count / 2].action)
      try end.wait()
      total = app.total
    }
    try expect("actions reduced", total(), is: 1)
    return Reading(time, per: 1)
  }

  fileprivate func entrants(_ setting: String) -> [Entrant] {
    Entrant.pair(setting, size: State.leafCount, runnel: runnel, floor: floor)
      + opponents(setting, size: State.leafCount)
  }
}

enum FeatureWorkloads {
  static func workload(_ scale: Scale) -> Workload {
    let settings = [("turn", false), ("one", true)]
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
            .init("Runnel", "\(key) of \($0.grouped)"), against: .init("Runnel", "\(key) of 10"),
            atMost: 1.7)
        }
      })
  }

  static func growth(_ scale: Scale) -> Workload {
    Workload(
      name: "features",
      title: "an action of each of many features in turn",
      entrants: scale.sizes([1, 10, 100, 1_000], upTo: 10).flatMap {
        entrants(scale, of: $0, false, $0.counted("feature"))
      })
  }

  private static func entrants(
    _ scale: Scale, of size: Int, _ isOneOnly: Bool, _ setting: String
  ) -> [Entrant] {
    // Each type by its name, so that the compiler specializes the code for it.
    func entrants<State: Tree>(_: State.Type) -> [Entrant] {
      Features<State>(actions: scale.actions(100_000), isOneOnly: isOneOnly).entrants(setting)
    }
    return switch size {
    case 1: entrants(Int.self)
    case 10: entrants(Ten<Int>.self)
    case 100: entrants(Ten<Ten<Int>>.self)
    default: entrants(Ten<Ten<Ten<Int>>>.self)
    }
  }

  /// Returns the start-up, whose turns are separate processes.
  static func startUp(_ scale: Scale) -> Workload {
    let cold = startUpInThisProcess(scale).entrants.flatMap { entrant in
      [("", []), (", again", ["--warm"])].map { suffix, flags in
        Entrant(entrant.id.contender, entrant.id.setting + suffix, size: entrant.size) {
          try Turn.inSeparateProcess(
            ["start-up", entrant.id.contender, entrant.id.setting] + flags)
        }
      }
    }
    let largest = (scale == .full ? 1_000 : 100).counted("feature")
    return Workload(
      name: "W14",
      title: "the start-up of an app in a new process, until its first action is reduced",
      operation: "app",
      entrants: cold.sorted { ($0.size, $0.id.setting) < ($1.size, $1.id.setting) },
      budgets: [
        Budget(largest, against: "floor", atMost: 2.5),
        Budget(largest + ", again", against: "floor", atMost: 2.5),
      ],
      warmsUp: false)
  }

  static func startUpInThisProcess(_ scale: Scale) -> Workload {
    Workload(
      name: "start-up",
      title: "the start-up of an app, until its first action is reduced",
      operation: "app",
      entrants: scale.sizes([10, 100, 1_000], upTo: 100).flatMap { size in
        let name = size.counted("feature")
        return switch size {
        case 10: StartUp<Ten<Int>>().entrants(name)
        case 100: StartUp<Ten<Ten<Int>>>().entrants(name)
        default: StartUp<Ten<Ten<Ten<Int>>>>().entrants(name)
        }
      })
  }
}
