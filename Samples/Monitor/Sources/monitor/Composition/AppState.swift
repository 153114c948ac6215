// SPDX-License-Identifier: MIT

import Load
import Processes
import Runnel
import Settings

/// The state of the program: that of its features, and what concerns more than one of them.
struct AppState: Equatable, Sendable {
  var processes = ProcessesFeature.State()
  var load = LoadFeature.State()
  var settings = SettingsFeature.State()
  var isPaused = false
  /// How often the system has been looked at, with or without success.
  var attempts = 0
  /// Why there was no sample the last time.
  var problem: String?
  /// Whether the user has had enough.
  var isOver = false
}

extension AppState {
  /// What the user has made of the program: what is worth a line in a log when it changes.
  struct Choices: Equatable, Sendable {
    var order: Order
    var pattern: String
    var selection: Process.ID?
    var settings: SettingsFeature.Values
    var isPaused: Bool
  }

  var choices: Choices {
    Choices(
      order: processes.order, pattern: processes.pattern, selection: processes.selection,
      settings: settings.values, isPaused: isPaused)
  }
}

/// What can happen to the program as a whole.
enum AppAction: Action, Equatable {
  case pauseToggled, quit
}

/// The features' reducers, each on its part of the state, and the program's own.
let appReducer = Reducer<AppState> {
  ProcessesFeature.reducer.scope(\.processes)
  LoadFeature.reducer.scope(\.load)
  SettingsFeature.reducer.scope(\.settings)
  Reducer.on(SystemSampled.self) { state, _ in
    state.attempts += 1
    state.problem = nil
  }
  Reducer.on(SamplingFailed.self) { state, action in
    state.attempts += 1
    state.problem = action.reason
  }
  Reducer.on(AppAction.self) { state, action in
    switch action {
    case .pauseToggled: state.isPaused.toggle()
    case .quit: state.isOver = true
    }
  }
}
