// SPDX-License-Identifier: MIT

/// Scopes of optional state: the value of an optional, and the payload of a case.
///
/// Such a scope is a store like any other. When its value disappears, ``state`` keeps returning the
/// last value, and observers aren't notified. When a value appears again, the store follows it. All
/// of this also holds for ``scope(_:id:file:line:)``.
///
/// To keep the last value, such a scope retains a copy of it, observed or not. Reducers composed
/// with ``Reducer/ifPresent(_:)``, ``Reducer/ifCase(_:_:)`` and ``Reducer/forEach(_:file:line:)``
/// change the value in place, unless it is observed. Any other reducer that changes a large array
/// in the value copies the array once per action.
///
/// A component with props of its own reads the value in place, so that a large one isn't copied.
/// That keeps nothing: after the value has gone, ``state`` is what was read or observed last, which
/// can be older than the props.
///
/// A value with an identity is another value when its ID changes: the scope keeps the last value
/// then, too. Values of optionals, cases and dictionaries have an identity if they are
/// `Identifiable`, or if the scope is created with the path of an ID. An element that changes its
/// own ID disappears from scopes of the old ID, which keep the value after that change.
///
/// Like reading ``StoreOf/state``, creating such a scope waits for at most one reducer run and is a
/// fatal error in the store's own reducer.
extension StoreOf {
  /// Returns a store of the value of an optional, or `nil` if there is none.
  ///
  /// ```swift
  /// if let search = store.ifPresent(\.search) { startSearch(on: search) }
  /// ```
  ///
  /// To be notified when the value appears and disappears, observe
  /// `store.scope { $0.search != nil }`.
  public func ifPresent<Local: Sendable>(
    _ keyPath: any KeyPath<State, Local?> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    scope(
      in: keyPath, identifiedBy: Identification.of(Local.self),
      CallSite(file: file, line: line)
    ) { optional in
      engine.slices.wrapped(of: optional, Local.self)
    }
  }

  /// Returns a store of the value of an optional with its present identity, or `nil` without one.
  ///
  /// ```swift
  /// if let session = store.ifPresent(\.session, id: \.user.id) { show(session) }
  /// ```
  ///
  /// For the state of a reducer that is composed with ``Reducer/ifPresent(_:id:)``. When the value
  /// is replaced by one with another ID, this scope keeps the last value and isn't notified.
  public func ifPresent<Local: Sendable, ID: Hashable & Sendable>(
    _ keyPath: any KeyPath<State, Local?> & Sendable,
    id: any KeyPath<Local, ID> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    let collection = IdentifiedValue<Local, ID>(by: id) { $0[keyPath: id] }
    return scope(in: keyPath, identifiedBy: collection, CallSite(file: file, line: line)) {
      optional in
      engine.slices.wrapped(of: optional, Local.self)
    }
  }

  /// Returns a store of the payload of an enum case, or `nil` if the enum has another case.
  ///
  /// ```swift
  /// if let detail = store.ifCase(\.screen, .detail) { showDetail(of: detail) }
  /// ```
  ///
  /// The payload is extracted for each action that can have changed the enum. Each call creates a
  /// separate slice; to observe it in many places, keep one scope.
  public func ifCase<Enum: Sendable, Local: Sendable>(
    _ keyPath: any KeyPath<State, Enum> & Sendable,
    _ path: CasePath<Enum, Local>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    scope(
      in: keyPath, identifiedBy: Identification.of(Local.self),
      CallSite(file: file, line: line)
    ) { value in
      engine.slices.part(path.step, of: value, caseName: caseName(of: value, as: Enum.self))
    }
  }

  /// Returns a store of the payload of an enum case with its present identity.
  ///
  /// Returns `nil` if the enum has another case.
  ///
  /// For the state of a reducer that is composed with ``Reducer/ifCase(_:_:id:)``. See
  /// ``ifPresent(_:id:file:line:)``.
  public func ifCase<Enum: Sendable, Local: Sendable, ID: Hashable & Sendable>(
    _ keyPath: any KeyPath<State, Enum> & Sendable,
    _ path: CasePath<Enum, Local>,
    id: any KeyPath<Local, ID> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    let collection = IdentifiedValue<Local, ID>(by: id) { $0[keyPath: id] }
    return scope(in: keyPath, identifiedBy: collection, CallSite(file: file, line: line)) { value in
      engine.slices.part(path.step, of: value, caseName: caseName(of: value, as: Enum.self))
    }
  }

  /// Returns a store of a part of a slice, with the present identity of the part if it has one.
  func scope<Whole: Sendable, Local: Sendable>(
    in keyPath: any KeyPath<State, Whole> & Sendable,
    identifiedBy collection: (any ElementCollection)?, _ site: CallSite,
    _ find: (Slice) -> Slice?
  ) -> StoreOf<Local, ActionType>? {
    let whole = engine.slices.property(keyPath, of: slice, at: site)
    defer { engine.slices.release(whole) }
    return store(of: find(whole), identifiedBy: collection, at: address, site)
  }

  /// Returns a store of a slice, of which the caller has counted a user, if it exists.
  func store<Local: Sendable>(
    of part: Slice?, identifiedBy collection: (any ElementCollection)?,
    at address: Address?, _ site: CallSite
  ) -> StoreOf<Local, ActionType>? {
    guard let part else { return nil }
    guard let collection else { return storeIfPresent(of: part, at: address, site) }
    defer { engine.slices.release(part) }
    // More than once if another thread replaces the value in between.
    while let identity = engine.find(in: part, for: site, { collection.presentID(nil, in: $0) }) {
      let value = engine.slices.element(identity, of: part, collection)
      if let value,
        let store: StoreOf<Local, ActionType> = storeIfPresent(of: value, at: address, site)
      {
        return store
      }
    }
    return nil
  }

  /// Returns a store of a slice, of which the caller has counted a user, if the slice exists.
  func storeIfPresent<Local: Sendable>(
    of slice: Slice, at address: Address?, _ site: CallSite
  ) -> StoreOf<Local, ActionType>? {
    guard engine.prepare(slice, ifPresentFor: site) else {
      engine.slices.release(slice)
      return nil
    }
    return StoreOf<Local, ActionType>(
      lifetime: lifetime, slice: slice, address: address, filter: nil, site: site)
  }

  /// Returns the name of the present case of an enum.
  func caseName<Enum>(of slice: Slice, as: Enum.Type) -> String? {
    // A copy, since a mirror can be user code, and one that the slice doesn't remember.
    engine.find(in: slice, for: site) { $0.assumingMemoryBound(to: Enum.self).pointee }
      .flatMap { Mirror(reflecting: $0).children.first?.label }
  }
}

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
