// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Runnel
  import RunnelObservation
  import SwiftUI

  /// One feature owns a value, another feature reads it, and the state stores it once.
  ///
  /// See *Read a value that another feature owns* in `Modularity.md`.
  struct TravelView: View {
    let store: Store<Travel.State>

    init(_ store: Store<Travel.State>) {
      self.store = store
    }

    var body: some View {
      TabView {
        TripsView(store.accepting(Trips.Action.self).scope(\.trips, reading: \.units))
          .tabItem { Label("Trips", systemImage: "map") }
        UnitsView(store.scope(\.units, accepting: Units.Action.self))
          .tabItem { Label("Units", systemImage: "ruler") }
      }
      .navigationTitle("Shared State")
    }
  }

  private struct TripsView: View {
    @State private var model: ViewStoreOf<StateReading<Trips.State, Units.State>, Trips.Action>

    init(_ store: StoreOf<StateReading<Trips.State, Units.State>, Trips.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      let distances = model[\.own.distances]
      let units = model.shared
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
