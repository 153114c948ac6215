// SPDX-License-Identifier: MIT

import Runnel

/// The action of the feature at a place, with a separate type for each place.
struct Bumped<Place>: Action {}

/// One feature of a state: a number, and an action that increments it.
struct Feature<State: Sendable>: Sendable {
  /// The feature's one action.
  let action: any Action
  /// The reducer for Runnel, which is found by the type of the action.
  let reducer: Reducer<State>
  /// The reducer for other stores, which checks the type of the action.
  let reduce: @Sendable (inout State, any Action) -> Void
  /// The change of the state, without a check.
  let bump: @Sendable (inout State) -> Void

  /// Returns the same feature as part of a larger state.
  func scoped<Root: Sendable>(
    _ path: any WritableKeyPath<Root, State> & Sendable
  ) -> Feature<Root> {
    let type = ObjectIdentifier(Swift.type(of: action))
    return Feature<Root>(
      action: action,
      reducer: reducer.scope(path),
      reduce: { state, action in
        // Other actions end here, before the slice is accessed.
        guard ObjectIdentifier(Swift.type(of: action)) == type else { return }
        reduce(&state[keyPath: path], action)
      },
      bump: { state in bump(&state[keyPath: path]) }
    )
  }
}

extension Feature where State == Int {
  /// Creates the feature at a place.
  init<Place>(at place: Place.Type) {
    action = Bumped<Place>()
    reducer = .updating(Bumped<Place>.self) { state, _ in state += 1 }
    reduce = { state, action in
      guard action is Bumped<Place> else { return }
      state += 1
    }
    bump = { state in state += 1 }
  }
}
