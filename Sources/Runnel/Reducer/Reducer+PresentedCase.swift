// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns this reducer for one case of an optional enum, such as the kinds of a sheet.
  ///
  /// ```swift
  /// enum Sheet: Equatable, Sendable {
  ///   case composer(Composer.State)
  ///   case settings(Settings.State)
  /// }
  /// ```
  ///
  /// ```swift
  /// Composer.reducer.ifPresent(\.sheet, .composer)
  /// Settings.reducer.ifPresent(\.sheet, .settings)
  /// ```
  ///
  /// The reducer is called while the enum is present and has the case. Effects are canceled when
  /// the enum disappears or changes to another case, unless they are
  /// ``EffectOf/detachedFromState()``. If `State` is `Identifiable`, they are also canceled when
  /// the payload is replaced by one with another ID.
  public func ifPresent<Root, Enum>(
    _ keyPath: any WritableKeyPath<Root, Enum?> & Sendable, _ path: CasePath<Enum, State>
  ) -> Reducer<Root> {
    identified().through(path.step, as: Enum.self)
      .through(.wrapped(Enum.self), as: Enum?.self)
      .through(.property(keyPath))
  }
}
