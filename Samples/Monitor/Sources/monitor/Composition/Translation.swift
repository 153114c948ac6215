// SPDX-License-Identifier: MIT

import Load
import Processes
import Runnel
import Settings
import TerminalUI

/// An action for a key press, whose meaning depends on the state.
struct KeyPressed: Action, Equatable { var key: Key }

/// Translates keys and samples into actions of the features, before they reach the reducers.
///
/// A middleware reads the state after all earlier keys, even if they arrive in a burst.
let translation = Middleware<AppState> { action, context, next in
  translate(action, in: context.state(\.mode)).forEach(next)
}

/// The part of the state that decides on the meaning of an event.
struct Mode: Equatable, Sendable {
  var isPaused = false
  var isFiltering = false
}

extension AppState {
  var mode: Mode { Mode(isPaused: isPaused, isFiltering: processes.draft != nil) }
}

/// Returns the actions of the features for a key or a sample.
///
/// The features have no dependency on keys, system samples or each other. Only this function
/// connects them.
func translate(_ action: any Action, in mode: Mode) -> [any Action] {
  switch action {
  case let sampled as SystemSampled:
    // A sample that was already in progress when the user paused is dropped.
    if mode.isPaused { return [] }
    return [
      ProcessesFeature.Action.sampled(sampled.processes), LoadFeature.Action.sampled(sampled.load),
      sampled,
    ]
  case let pressed as KeyPressed:
    let key = pressed.key
    let meaning: (any Action)? = mode.isFiltering ? meaningInFilter(of: key) : meaning(of: key)
    return [meaning ?? motion(of: key)].compactMap(\.self)
  default:
    return [action]
  }
}

private func meaning(of key: Key) -> (any Action)? {
  switch key {
  case .escape: ProcessesFeature.Action.selectionCleared
  case .character("j"): motion(of: .down)
  case .character("k"): motion(of: .up)
  case .character("g"): motion(of: .home)
  case .character("G"): motion(of: .end)
  case .character("s"): ProcessesFeature.Action.columnCycled
  case .character("r"): ProcessesFeature.Action.orderReversed
  case .character("/"): ProcessesFeature.Action.filterBegan
  case .character("u"): UndoAction<ProcessesFeature.Filter>.undo
  case .character("U"): UndoAction<ProcessesFeature.Filter>.redo
  case .character("p"), .character(" "): AppAction.pauseToggled
  case .character("+"), .character("="): SettingsFeature.Action.intervalRaised
  case .character("-"): SettingsFeature.Action.intervalLowered
  case .character("t"): SettingsFeature.Action.themeCycled
  case .character("q"): AppAction.quit
  default: nil
  }
}

private func meaningInFilter(of key: Key) -> ProcessesFeature.Action? {
  switch key {
  case .character(let character): .filterTyped(String(character))
  case .backspace: .filterDeleted
  case .enter: .filterEnded
  case .escape: .filterCleared
  default: nil
  }
}

private func motion(of key: Key) -> ProcessesFeature.Action? {
  switch key {
  case .up: .selectionMoved(by: -1)
  case .down: .selectionMoved(by: 1)
  case .pageUp: .selectionMoved(by: -10)
  case .pageDown: .selectionMoved(by: 10)
  case .home: .selectionMoved(by: .min)
  case .end: .selectionMoved(by: .max)
  default: nil
  }
}
