// SPDX-License-Identifier: MIT

import Load
import Processes
import Runnel
import Settings

/// The state of the program: the state of each feature, and values that several features need.
struct AppState: Codable, Equatable, Sendable {
  var processes = ProcessesFeature.State()
  var load = LoadFeature.State()
  var settings = SettingsFeature.State()
  var isPaused = false
  /// The number of samples that were attempted, including failures.
  var attempts = 0
  /// The reason for the failure of the last sample, if it failed.
  var problem: String?
  var isOver = false

  /// The choices of the user, whose changes are logged.
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

enum AppAction: Action, Codable, Equatable { case pauseToggled, quit }

/// The reducers of the features, each on its slice of the state, and the program's own.
let appReducer = Reducer<AppState> {
  ProcessesFeature.reducer.scope(\.processes)
  LoadFeature.reducer.scope(\.load)
  SettingsFeature.reducer.scope(\.settings)
  Reducer.updating(SystemSampled.self) { state, _ in
    state.attempts += 1
    state.problem = nil
  }
  Reducer.updating(SamplingFailed.self) { state, action in
    state.attempts += 1
    state.problem = action.reason
  }
  Reducer.updating(AppAction.self) { state, action in
    switch action {
    case .pauseToggled: state.isPaused.toggle()
    case .quit: state.isOver = true
    }
  }
}
