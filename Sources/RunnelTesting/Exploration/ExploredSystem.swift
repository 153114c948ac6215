// SPDX-License-Identifier: MIT

/// A reducer or a store that an exploration runs again and again from the initial state.
protocol ExploredSystem<State> {
  associatedtype State

  /// The initial state.
  var state: State { get }
  var property: ExploredProperty<State> { get }
  /// The number of steps that the search for a shorter failing run may take.
  var searchBudget: Int { get }
  /// The number of steps that the simplification of a failing run may take.
  var shrinkBudget: Int { get }

  /// Runs steps from the initial state until one fails.
  ///
  /// Details are the steps, the events and, with known steps, the state before the last one.
  nonisolated(nonsending)
    func run(_ plan: ExplorationPlan, details: Bool) async -> ExplorationTrace<State>
}
