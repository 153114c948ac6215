// SPDX-License-Identifier: MIT

import Runnel

/// Two tabs that show distances in the same unit.
nonisolated enum Travel {
  struct State: Equatable, Sendable {
    var units = Units.State()
    var trips = Trips.State()
  }

  static let reducer = Reducer<State> {
    Units.reducer.scope(\.units)
    Trips.reducer.scope(\.trips, reading: \.units)
  }
}

/// The tab that owns the unit.
nonisolated enum Units {
  struct State: Equatable, Sendable {
    var usesMiles = false
  }

  enum Action: Runnel.Action, Equatable { case milesChanged(Bool) }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .milesChanged(let usesMiles): state.usesMiles = usesMiles
    }
  }
}

nonisolated extension Units.State {
  var name: String { usesMiles ? "mi" : "km" }
  var meters: Int { usesMiles ? 1_609 : 1_000 }

  /// Returns a distance such as "2.5 km".
  func text(meters distance: Int) -> String {
    let tenths = distance * 10 / meters
    return "\(tenths / 10).\(tenths % 10) \(name)"
  }
}

/// The tab that reads the unit.
nonisolated enum Trips {
  struct State: Equatable, Sendable {
    /// The distances in meters.
    var distances: [Int] = []
  }

  enum Action: Runnel.Action, Equatable { case added }

  /// The reducer of the trips reads the unit, and can't change it.
  static let reducer = Reducer<StateReading<State, Units.State>>.updating(Action.self) {
    state, action in
    switch action {
    case .added: state.distances.append(5 * state.shared.meters)
    }
  }
}
