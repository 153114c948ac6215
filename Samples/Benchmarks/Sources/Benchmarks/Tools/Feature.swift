// SPDX-License-Identifier: MIT

import Runnel

/// The action of the feature at a place. For each place it is a type of its own.
struct Bumped<Place>: Action {}

/// One feature of a state: it has a number, and an action that adds one to it.
struct Feature<State: Sendable>: Sendable {
  /// The feature's one action.
  let action: any Action
  /// The feature as Runnel has it: found by the type of the action.
  let reducer: Reducer<State>
  /// The feature as a store without such a table has it: asked whether the action is its own.
  let reduce: @Sendable (inout State, any Action) -> Void
  /// What is left when nobody is asked.
  let bump: @Sendable (inout State) -> Void

  /// The same feature as part of a larger state.
  func scoped<Root: Sendable>(
    _ path: any WritableKeyPath<Root, State> & Sendable
  ) -> Feature<Root> {
    let type = ObjectIdentifier(Swift.type(of: action))
    return Feature<Root>(
      action: action,
      reducer: reducer.scope(path),
      reduce: { state, action in
        // What is not for this feature is turned away here, before any part is reached for.
        guard ObjectIdentifier(Swift.type(of: action)) == type else { return }
        reduce(&state[keyPath: path], action)
      },
      bump: { state in bump(&state[keyPath: path]) }
    )
  }
}

extension Feature where State == Int {
  /// The feature at a place.
  init<Place>(at place: Place.Type) {
    action = Bumped<Place>()
    reducer = .on(Bumped<Place>.self) { state, _ in state += 1 }
    reduce = { state, action in
      guard action is Bumped<Place> else { return }
      state += 1
    }
    bump = { state in state += 1 }
  }
}
