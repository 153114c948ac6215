// SPDX-License-Identifier: MIT

import Runnel

/// A stopwatch whose timer runs while the state requires it.
nonisolated enum Stopwatch {
  struct State: Equatable, Sendable {
    var isRunning = false
    var tenths = 0
    var laps: [Int] = []
  }

  enum Action: Runnel.Action, Equatable {
    case startStopTapped
    case lapTapped
    case resetTapped
    case ticked
  }

  static let reducer = Reducer<State>.updating(Action.self) { state, action in
    switch action {
    case .startStopTapped: state.isRunning.toggle()
    case .lapTapped: state.laps.append(state.tenths)
    case .resetTapped: state = State()
    case .ticked: state.tenths += 1
    }
  }

  /// Runs the timer while the stopwatch is running, until the returned token is disposed of.
  static func runTimer(of store: StoreOf<State, Action>) -> Disposable {
    store.run(while: \.isRunning) { .timer(every: .milliseconds(100)) { .ticked } }
  }

  /// Returns a time such as "1:05.3".
  static func text(tenths: Int) -> String {
    let seconds = tenths / 10 % 60
    return "\(tenths / 600):\(seconds < 10 ? "0" : "")\(seconds).\(tenths % 10)"
  }
}

#if canImport(SwiftUI)
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
