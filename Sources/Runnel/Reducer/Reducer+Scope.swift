// SPDX-License-Identifier: MIT

extension Reducer {
  /// The same reducer for a larger state, of which this one's is a part.
  ///
  /// ```swift
  /// CounterFeature.reducer.scope(\.counter)
  /// ```
  ///
  /// A path of stored properties costs nothing when an action is reduced, and lets the store pass over
  /// whoever looks at other parts. A computed property is read and written for each action that the reducer
  /// is for, and counts as a change of the whole.
  public func scope<Root>(
    _ keyPath: any WritableKeyPath<Root, State> & Sendable
  ) -> Reducer<Root> {
    Reducer<Root>(entries: entries.map { $0.scoped(keyPath) })
  }

  /// The same reducer for a state that has this one's at times: it is entered while there is a value.
  ///
  /// ```swift
  /// Search.reducer.ifPresent(\.search)
  /// ```
  ///
  /// While there is none, actions pass it by. Another reducer has to set and remove the value; composed
  /// before this one, this one sees the value in the action that set it; composed after it, in the one that
  /// removes it.
  ///
  /// Its effects belong to the value: they are cancelled when it has gone, unless they are
  /// ``Effect/outlastingItsState()``.
  public func ifPresent<Root>(
    _ keyPath: any WritableKeyPath<Root, State?> & Sendable
  ) -> Reducer<Root> {
    Reducer<Root>(entries: entries.map { $0.inOptional(of: State.self).scoped(keyPath) })
  }

  /// The same reducer for an enum of which this one's state is the payload of one case.
  ///
  /// ```swift
  /// DetailFeature.reducer.ifCase(\.screen, .detail)
  /// ```
  ///
  /// It is entered while the enum has that case. The payload is taken out of the enum, reduced, and put
  /// back, without a second copy of it. Its effects are cancelled when the enum has another case, unless they
  /// are ``Effect/outlastingItsState()``.
  public func ifCase<Root, Enum>(
    _ keyPath: any WritableKeyPath<Root, Enum> & Sendable,
    _ path: CasePath<Enum, State>
  ) -> Reducer<Root> {
    Reducer<Root>(entries: entries.map { $0.inCase(path).scoped(keyPath) })
  }
}

extension ReducerEntry {
  /// The same reducer for a `Root`, which has the value of this one at `keyPath`.
  func scoped<Root, Part>(_ keyPath: WritableKeyPath<Root, Part>) -> ReducerEntry {
    // `nonisolated(unsafe)`: all paths come in through public functions that ask for `Sendable` ones, which
    // cannot be said of what a cast has found.
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
        // Whatever the reducer has done, the part has been written back.
        return .whole
      }
    }
  }

  /// The same reducer for an optional of the value of this one.
  func inOptional<Wrapped>(of: Wrapped.Type) -> ReducerEntry {
    lifted(
      into: Wrapped?.self, isTransient: true,
      { optional, body in
        optional.assumingMemoryBound(to: Wrapped?.self).pointee != nil && body(optional)
      }
    ) {
      { optional, body in
        // The value of an optional lies at its start: so says the ABI of enums with one payload.
        optional.assumingMemoryBound(to: Wrapped?.self).pointee == nil ? .nothing : body(optional)
      }
    }
  }

  /// The same reducer for an enum of which the value of this one is a payload.
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
        // Gone before the payload is changed: what only the payload refers to is changed in place.
        value.deinitialize(count: 1)
        defer { value.initialize(to: path.embed(payload)) }
        withUnsafeMutablePointer(to: &payload) { _ = body($0) }
        // Whatever the reducer has done, the payload is put back.
        return .whole
      }
    }
  }
}
