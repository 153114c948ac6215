// SPDX-License-Identifier: MIT

import Harness
import Opponents
import Runnel

/// W14: the start-up of an app: its features are composed, its store is created, and the first
/// action is reduced.
struct StartUp<State: Tree>: StoreWorkload {
  typealias Change = any Action

  let actions = 1

  private static var size: Int { State.leafCount }

  /// Calls the reducer of every feature, which checks the type of the action.
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

  /// Uses a composed reducer.
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
      return (
        { store.dispatch($0) },
        {
          store.waitUntilSettled()
          return store.state.total
        }
      )
    }
  }

  /// Uses a dictionary from the type of the action to a function.
  func floor() throws -> Reading {
    try reading { features, end in
      var table: [ObjectIdentifier: @Sendable (inout State) -> Void] = [:]
      for feature in features {
        table[ObjectIdentifier(type(of: feature.action))] = feature.bump
      }
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
      let features = State.features(at: Zero.self)
      let app = start(features, end)
      app.dispatch(features[features.count / 2].action)
      try end.wait()
      total = app.total
    }
    try expect("actions reduced", total(), is: 1)
    return Reading(time, per: 1)
  }

  /// Returns the entrants that run in this process.
  fileprivate func entrants(_ setting: String) -> [Entrant] {
    [
      Entrant("Runnel", setting, size: StartUp.size, round: runnel),
      Entrant("floor", setting, size: StartUp.size, round: floor),
    ] + opponents(setting, size: StartUp.size)
  }
}

/// The workloads of the start-up, independent of the type of the state.
enum StartUpWorkloads {
  /// Returns the workload whose turns are separate processes.
  static func workload(_ scale: Scale) -> Workload {
    let cold = inThisProcess(scale).entrants.flatMap { entrant in
      [("", []), (", again", ["--warm"])].map { suffix, flags in
        Entrant(entrant.id.contender, entrant.id.setting + suffix, size: entrant.size) {
          try Turn.inSeparateProcess(
            ["start-up", entrant.id.contender, entrant.id.setting] + flags)
        }
      }
    }
    let largest = scale == .full ? 1_000 : 100
    return Workload(
      name: "W14",
      title: "the start-up of an app in a new process, until its first action is reduced",
      operation: "app",
      entrants: cold.sorted { ($0.size, $0.id.setting) < ($1.size, $1.id.setting) },
      budgets: ["", ", again"].map { suffix in
        let name = largest.counted("feature") + suffix
        return Budget(.init("Runnel", name), against: .init("floor", name), atMost: 2.5)
      },
      warmsUp: false
    )
  }

  /// Returns the same turns without the processes.
  static func inThisProcess(_ scale: Scale) -> Workload {
    let sizes = scale.sizes([10, 100, 1_000], upTo: 100)
    return Workload(
      name: "start-up",
      title: "the start-up of an app, until its first action is reduced",
      operation: "app",
      entrants: sizes.flatMap { size in
        let name = size.counted("feature")
        return switch size {
        case 10: StartUp<Ten<Int>>().entrants(name)
        case 100: StartUp<Ten<Ten<Int>>>().entrants(name)
        default: StartUp<Ten<Ten<Ten<Int>>>>().entrants(name)
        }
      }
    )
  }
}
