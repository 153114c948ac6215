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
  struct State: Equatable, Sendable { var usesMiles = false }

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
  static let reducer = ReadingReducer<State, Units.State>.updating(Action.self) {
    state, action, units in
    switch action {
    case .added: state.distances.append(5 * units.meters)
    }
  }
}

#if canImport(SwiftUI)
  import RunnelObservation
  import SwiftUI

  /// One feature owns a value, another feature reads it, and the state stores it once.
  ///
  /// See *Read a value that another feature owns* in `Modularity.md`.
  struct TravelView: View {
    let store: Store<Travel.State>

    init(_ store: Store<Travel.State>) { self.store = store }

    var body: some View {
      TabView {
        TripsView(store.scope(\.trips, accepting: Trips.Action.self), units: store.scope(\.units))
          .tabItem { Label("Trips", systemImage: "map") }
        UnitsView(store.scope(\.units, accepting: Units.Action.self))
          .tabItem { Label("Units", systemImage: "ruler") }
      }
      .navigationTitle("Shared State")
    }
  }

  private struct TripsView: View {
    @State private var model: ViewStoreOf<Trips.State, Trips.Action>
    @State private var units: ViewStore<Units.State>

    /// The trips show a value that another feature owns, which the app passes them.
    init(_ store: StoreOf<Trips.State, Trips.Action>, units: Store<Units.State>) {
      _model = State(initialValue: ViewStoreOf(store))
      _units = State(initialValue: ViewStore(units))
    }

    var body: some View {
      let distances = model.distances
      let units = units[\.self]
      List {
        ForEach(distances.indices, id: \.self) { Text(units.text(meters: distances[$0])) }
        Button("Add 5 \(units.name)") { model.dispatch(.added) }
      }
    }
  }

  private struct UnitsView: View {
    @State private var model: ViewStoreOf<Units.State, Units.Action>

    init(_ store: StoreOf<Units.State, Units.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      Form {
        Toggle("Use Miles", isOn: model.binding(\.usesMiles) { .milesChanged($0) })
      }
    }
  }
#endif
