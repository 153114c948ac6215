// SPDX-License-Identifier: MIT

import Processes
import Runnel

extension Process {
  /// Returns a process that is identified by its number.
  static func number(
    _ number: Int32, _ name: String = "", user: String = "root", share: Double = 0,
    memory: UInt64 = 0
  ) -> Process {
    Process(
      id: ID(number: number), name: name, user: user, processorShare: share, memory: memory)
  }
}

/// Returns a store of a list.
func makeStore(_ processes: Process...) -> Store<ProcessesFeature.State> {
  var state = ProcessesFeature.State()
  state.processes = processes
  return Store(state: state, reducer: ProcessesFeature.reducer)
}

extension Store<ProcessesFeature.State> {
  /// Returns the state after some actions.
  func after(_ actions: ProcessesFeature.Action...) async -> ProcessesFeature.State {
    for action in actions { dispatch(action) }
    await settled()
    return state
  }
}
