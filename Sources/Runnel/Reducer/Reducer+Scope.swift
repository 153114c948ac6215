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
  /// Effects belong to the value: they and their pending actions are canceled when it disappears,
  /// unless they are ``EffectOf/detachedFromState()``. If `State` is `Identifiable`, that also
  /// happens when the value is replaced by one with another ID.
  public func ifPresent<Root>(
    _ keyPath: any WritableKeyPath<Root, State?> & Sendable
  ) -> Reducer<Root> {
    identified().through(.wrapped(State.self), as: State?.self).through(.property(keyPath))
  }

  /// Returns this reducer for a state with an optional value, whose identity is at a path.
  ///
  /// ```swift
  /// Session.reducer.ifPresent(\.session, id: \.user.id)
  /// ```
  ///
  /// Effects are canceled when the value disappears, and when it is replaced by one with another
  /// ID: after a logout, a timer of the old session can't write into the next one.
  public func ifPresent<Root, ID: Hashable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, State?> & Sendable,
    id: any KeyPath<State, ID> & Sendable
  ) -> Reducer<Root> {
    identified(by: id).through(.wrapped(State.self), as: State?.self).through(.property(keyPath))
  }

  /// Returns this reducer for an enum, called while the enum has one case.
  ///
  /// ```swift
  /// DetailFeature.reducer.ifCase(\.screen, .detail)
  /// ```
  ///
  /// The payload is extracted, reduced and put back, without a second copy. Effects are canceled
  /// when the enum changes to another case, unless they are ``EffectOf/detachedFromState()``. If
  /// `State` is `Identifiable`, they are also canceled when the payload is replaced by one with
  /// another ID.
  public func ifCase<Root, Enum>(
    _ keyPath: any WritableKeyPath<Root, Enum> & Sendable, _ path: CasePath<Enum, State>
  ) -> Reducer<Root> {
    identified().through(path.step, as: Enum.self).through(.property(keyPath))
  }

  /// Returns this reducer for a case of an enum, with the identity of the payload at a path.
  ///
  /// Effects are canceled when the enum changes to another case, and when the payload is replaced
  /// by one with another ID.
  public func ifCase<Root, Enum, ID: Hashable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Enum> & Sendable, _ path: CasePath<Enum, State>,
    id: any KeyPath<State, ID> & Sendable
  ) -> Reducer<Root> {
    identified(by: id).through(path.step, as: Enum.self).through(.property(keyPath))
  }

  /// Returns the same reducer, whose effects end with the ID of the value if it has one.
  func identified() -> Reducer<State> {
    Identification.of(State.self).map { Reducer([$0.reducer(of: compiled)]) } ?? self
  }

  private func identified<ID: Hashable & Sendable>(
    by path: any KeyPath<State, ID> & Sendable
  ) -> Reducer<State> {
    Reducer([compiled.forEach(of: IdentifiedValue<State, ID>(by: path) { $0[keyPath: path] })])
  }

  /// Returns the same reducer for a whole of which its state is a writable part.
  func through<Whole>(_ step: Step, as: Whole.Type = Whole.self) -> Reducer<Whole> {
    // The key paths of the public functions are writable.
    Reducer<Whole>(compiled.compactMap { $0.through(step) })
  }
}
