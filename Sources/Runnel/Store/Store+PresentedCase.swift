// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Returns a store of one case of an optional enum, or `nil` if the case isn't present.
  ///
  /// ```swift
  /// if let composer = store.ifPresent(\.sheet, .composer) { show(composer) }
  /// ```
  ///
  /// The counterpart of ``Reducer/ifPresent(_:_:)``. Each call creates a separate slice; to observe
  /// it in many places, keep one scope.
  public func ifPresent<Enum: Sendable, Local: Sendable>(
    _ keyPath: any KeyPath<State, Enum?> & Sendable,
    _ path: CasePath<Enum, Local>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    scope(
      in: keyPath, identifiedBy: Identification.of(Local.self), CallSite(file: file, line: line)
    ) { optional in
      let value = engine.slices.wrapped(of: optional, Enum.self)
      defer { engine.slices.release(value) }
      return engine.slices.part(
        path.step, of: value, caseName: caseName(of: value, as: Enum.self))
    }
  }
}
