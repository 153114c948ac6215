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
}

nonisolated extension Stopwatch {
  /// Returns a time such as "1:05.3".
  static func text(tenths: Int) -> String {
    let seconds = tenths / 10 % 60
    return "\(tenths / 600):\(seconds < 10 ? "0" : "")\(seconds).\(tenths % 10)"
  }
}
