// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns this reducer for a larger state that contains this one's state.
  ///
  /// ```swift
  /// CounterFeature.reducer.scope(\.counter)
  /// ```
  ///
  /// A path of stored properties adds no cost, and lets the store skip observers of other slices. A
  /// computed property is read and written for each action that the reducer handles, and counts as
  /// a change of the whole state.
  public func scope<Root>(
    _ keyPath: any WritableKeyPath<Root, State> & Sendable
  ) -> Reducer<Root> {
    Reducer<Root>(entries: entries.map { $0.scoped(keyPath) })
  }

  /// Returns this reducer for a state with an optional value, called while the value is present.
  ///
  /// ```swift
  /// Search.reducer.ifPresent(\.search)
  /// ```
  ///
  /// Another reducer must set and remove the value. Compose it before this one if this reducer
  /// should handle the action that sets the value. Compose it after this one if this reducer should
  /// handle the action that removes the value.
  ///
  /// Effects belong to the value: they are canceled when it disappears, unless they are
  /// ``Effect/outlastingItsState()``.
  public func ifPresent<Root>(
    _ keyPath: any WritableKeyPath<Root, State?> & Sendable
  ) -> Reducer<Root> {
    Reducer<Root>(entries: entries.map { $0.inOptional(of: State.self).scoped(keyPath) })
  }

  /// Returns this reducer for an enum, called while the enum has one case.
  ///
  /// ```swift
  /// DetailFeature.reducer.ifCase(\.screen, .detail)
  /// ```
  ///
  /// The payload is extracted from the enum, reduced and put back, without a second copy. Effects
  /// are canceled when the enum changes to another case, unless they are
  /// ``Effect/outlastingItsState()``.
  public func ifCase<Root, Enum>(
    _ keyPath: any WritableKeyPath<Root, Enum> & Sendable,
    _ path: CasePath<Enum, State>
  ) -> Reducer<Root> {
    Reducer<Root>(entries: entries.map { $0.inCase(path).scoped(keyPath) })
  }
}

extension ReducerEntry {
  func scoped<Root, Part>(_ keyPath: WritableKeyPath<Root, Part>) -> ReducerEntry {
    // `nonisolated(unsafe)`: every path comes from a public function that requires `Sendable`,
    // which a cast cannot express.
    nonisolated(unsafe) let keyPath = keyPath
    if let offset = MemoryLayout<Root>.offset(of: keyPath) { return shifted(by: offset) }
    return lifted(
      into: Root.self, isTransient: false,
      { root, body in
        withUnsafePointer(
          to: root.assumingMemoryBound(to: Root.self).pointee[keyPath: keyPath]
        ) { body($0) }
      }
    ) {
      { root, body in
        withUnsafeMutablePointer(
          to: &root.assumingMemoryBound(to: Root.self).pointee[keyPath: keyPath]
        ) { _ = body($0) }
        // The value has been written back, whatever the reducer did.
        return .whole
      }
    }
  }

  func inOptional<Wrapped>(of: Wrapped.Type) -> ReducerEntry {
    lifted(
      into: Wrapped?.self, isTransient: true,
      { optional, body in
        optional.assumingMemoryBound(to: Wrapped?.self).pointee != nil && body(optional)
      }
    ) {
      { optional, body in
        // The ABI of enums with one payload puts the value at the start of the optional.
        optional.assumingMemoryBound(to: Wrapped?.self).pointee == nil ? .nothing : body(optional)
      }
    }
  }

  func inCase<Enum, Payload>(_ path: CasePath<Enum, Payload>) -> ReducerEntry {
    lifted(
      into: Enum.self, isTransient: true,
      { value, body in
        let payload = path.extract(value.assumingMemoryBound(to: Enum.self).pointee)
        guard let payload else { return false }
        return withUnsafePointer(to: payload) { body($0) }
      }
    ) {
      { value, body in
        let value = value.assumingMemoryBound(to: Enum.self)
        guard var payload = path.extract(value.pointee) else { return .nothing }
        // Deinitialized before the payload is reduced, so that the payload's storage is uniquely
        // referenced and changes in place.
        value.deinitialize(count: 1)
        defer { value.initialize(to: path.embed(payload)) }
        withUnsafeMutablePointer(to: &payload) { _ = body($0) }
        // The payload has been put back, whatever the reducer did.
        return .whole
      }
    }
  }
}
