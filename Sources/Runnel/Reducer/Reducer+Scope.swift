// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns this reducer for a larger state that contains this one's state.
  ///
  /// A path of stored properties adds no cost, and lets the store skip observers of other slices. A
  /// computed property is read and written for each action that the reducer handles, and counts as
  /// a change of the whole state.
  public func scope<Root>(_ keyPath: any WritableKeyPath<Root, State> & Sendable) -> Reducer<Root> {
    through(.property(keyPath))
  }

  /// Returns this reducer for a state with an optional value, called while the value is present.
  ///
  /// Another reducer must set and remove the value. Compose it before this one so that this one
  /// handles the action that sets the value, or after it for the action that removes the value.
  ///
  /// Effects belong to the value: they are canceled when it disappears, unless they are
  /// ``Effect/detachedFromState()``.
  public func ifPresent<Root>(
    _ keyPath: any WritableKeyPath<Root, State?> & Sendable
  ) -> Reducer<Root> {
    through(.wrapped(State.self), as: State?.self).through(.property(keyPath))
  }

  /// Returns this reducer for an enum, called while the enum has one case.
  ///
  /// ```swift
  /// DetailFeature.reducer.ifCase(\.screen, .detail)
  /// ```
  ///
  /// The payload is extracted, reduced and put back, without a second copy. Effects are canceled
  /// when the enum changes to another case, unless they are ``Effect/detachedFromState()``.
  public func ifCase<Root, Enum>(
    _ keyPath: any WritableKeyPath<Root, Enum> & Sendable, _ path: CasePath<Enum, State>
  ) -> Reducer<Root> {
    through(path.optic, as: Enum.self).through(.property(keyPath))
  }

  /// Returns the same reducer for a whole of which its state is a writable part.
  func through<Whole>(_ optic: Optic, as: Whole.Type = Whole.self) -> Reducer<Whole> {
    // The key paths of the public functions are writable.
    Reducer<Whole>(compiled.compactMap { $0.through(optic) })
  }
}
