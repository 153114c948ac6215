// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Runnel
  import RunnelObservation
  import SwiftUI

  /// The state starts and stops a timer, and no action is needed to cancel it.
  ///
  /// See *Start and stop effects with the state* in `Effects.md`.
  struct StopwatchView: View {
    @State private var model: ViewStoreOf<Stopwatch.State, Stopwatch.Action>

    init(_ store: StoreOf<Stopwatch.State, Stopwatch.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
    }

    var body: some View {
      let laps = model.laps
      List {
        Section("Time") {
          Text(Stopwatch.text(tenths: model.tenths)).font(.largeTitle).monospacedDigit()
          Button(model.isRunning ? "Stop" : "Start") { model.dispatch(.startStopTapped) }
          Button("Lap") { model.dispatch(.lapTapped) }.disabled(!model.isRunning)
          Button("Reset", role: .destructive) { model.dispatch(.resetTapped) }
        }
        Section("Laps") {
          ForEach(laps.indices, id: \.self) { index in
            Text(Stopwatch.text(tenths: laps[index])).monospacedDigit()
          }
        }
      }
      .navigationTitle("Timer")
    }
  }
#endif
