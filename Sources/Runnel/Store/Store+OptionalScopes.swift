// SPDX-License-Identifier: MIT

/// Scopes of optional state: the value of an optional, and the payload of a case.
///
/// When the value of such a store disappears, ``state`` keeps the last value, and observers aren't
/// notified. When a value appears again, the store follows it. So does ``scope(_:id:file:line:)``.
///
/// To keep the last value, such a scope retains a copy, observed or not. Reducers composed with
/// ``Reducer/ifPresent(_:)``, ``Reducer/ifCase(_:_:)`` and ``Reducer/forEach(_:file:line:)`` change
/// it in place, unless it is observed; any other copies a large array in it once per action.
///
/// A component with props of its own reads the value in place, and keeps no copy. After the value
/// has gone, ``state`` is what was read or observed last, which can be older than the props.
///
/// A value with an identity is another value when its ID changes: the scope keeps the last value
/// then, too. Values of optionals, cases and dictionaries have an identity if they are
/// `Identifiable`, or if the scope is created with the path of an ID. An element that changes its
/// own ID disappears from scopes of the old ID, which keep the value after that change.
///
/// Creating one waits for at most one reducer run, and in the store's own reducer is a fatal error.
extension StoreOf {
  /// Returns a store of the value of an optional, or `nil` if there is none.
  ///
  /// ```swift
  /// if let search = store.ifPresent(\.search) { startSearch(on: search) }
  /// ```
  ///
  /// To follow whether there is a value, observe `store.scope { $0.search != nil }`.
  public func ifPresent<Local: Sendable>(
    _ keyPath: any KeyPath<State, Local?> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    scope(
      in: keyPath, wrapping: Local.self, identifiedBy: .identity(of: Local.self),
      CallSite(file: file, line: line))
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
    id: any KeyPath<Local, ID> & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    let collection = IdentifiedValue<Local, ID>(by: id) { $0[keyPath: id] }
    return scope(
      in: keyPath, wrapping: Local.self, identifiedBy: collection,
      CallSite(file: file, line: line))
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
    _ path: CasePath<Enum, Local>, file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    scope(
      in: keyPath, path.step, identifiedBy: .identity(of: Local.self),
      CallSite(file: file, line: line))
  }

  /// Returns a store of the payload of a case with its present identity, or `nil` if there is none.
  ///
  /// The counterpart of ``Reducer/ifCase(_:_:id:)``. See ``ifPresent(_:id:file:line:)``.
  public func ifCase<Enum: Sendable, Local: Sendable, ID: Hashable & Sendable>(
    _ keyPath: any KeyPath<State, Enum> & Sendable,
    _ path: CasePath<Enum, Local>,
    id: any KeyPath<Local, ID> & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    let collection = IdentifiedValue<Local, ID>(by: id) { $0[keyPath: id] }
    return scope(in: keyPath, path.step, identifiedBy: collection, CallSite(file: file, line: line))
  }

  private func scope<Whole: Sendable, Local: Sendable>(
    in keyPath: any KeyPath<State, Whole> & Sendable, wrapping wrapped: Any.Type? = nil,
    _ payload: Step? = nil, identifiedBy collection: ElementCollection?, _ site: CallSite
  ) -> StoreOf<Local, ActionType>? {
    let whole = engine.slices.property(keyPath, of: slice, at: site)
    defer { engine.slices.release(whole) }
    let part = engine.part(of: whole, wrapping: wrapped, payload, for: site)
    return store(of: part, identifiedBy: collection, at: address, site)
  }

  /// Returns a store of a slice, of which the caller has counted a user, or of its present value
  /// with an identity, if it exists.
  func store<Local: Sendable>(
    of part: Slice?, identifiedBy collection: ElementCollection?,
    at address: Address?, _ site: CallSite
  ) -> StoreOf<Local, ActionType>? {
    part.flatMap { engine.present($0, identifiedBy: collection, for: site) }.map {
      StoreOf<Local, ActionType>(
        lifetime: lifetime, slice: $0, address: address, filter: nil, site: site)
    }
  }
}

extension Engine {
  /// Returns the slice of the value of an optional, or of a case, or of a case in an optional.
  fileprivate func part(
    of whole: Slice, wrapping wrapped: Any.Type?, _ payload: Step?, for site: CallSite
  ) -> Slice? {
    guard let wrapped else { return payload.map { part(of: whole, $0, for: site) } }
    let value = slices.wrapped(of: whole, wrapped)
    guard let payload else { return value }
    defer { slices.release(value) }
    return part(of: value, payload, for: site)
  }

  func part(of whole: Slice, _ payload: Step, for site: CallSite) -> Slice {
    func copy<Value>(_ value: UnsafeRawPointer, as _: Value.Type) -> Any {
      value.assumingMemoryBound(to: Value.self).pointee
    }
    // A copy, since a mirror can be user code, and one that the slice doesn't remember.
    let value = find(in: whole, for: site) { copy($0, as: whole.type.type) }
    let name = value.flatMap { Mirror(reflecting: $0).children.first?.label }
    return slices.part(payload, of: whole, caseName: name)
  }

  fileprivate func present(
    _ part: Slice, identifiedBy collection: ElementCollection?, for site: CallSite
  ) -> Slice? {
    guard let collection else { return keepIfPresent(part, for: site) }
    defer { slices.release(part) }
    // More than once if another thread replaces the value in between.
    while let identity = find(in: part, for: site, { collection.presentID(nil, in: $0) }) {
      let value = slices.element(identity, of: part, collection)
      if let value, let present = keepIfPresent(value, for: site) { return present }
    }
    return nil
  }

  private func keepIfPresent(_ slice: Slice, for site: CallSite) -> Slice? {
    if prepare(slice, ifPresentFor: site) { return slice }
    slices.release(slice)
    return nil
  }
}

extension StoreOf {
  /// Returns a store of one case of an optional enum, or `nil` if the case isn't present.
  ///
  /// ```swift
  /// if let composer = store.ifPresent(\.sheet, .composer) { show(composer) }
  /// ```
  ///
  /// The counterpart of ``Reducer/ifPresent(_:_:)``. Each call creates a slice, as with `ifCase`.
  public func ifPresent<Enum: Sendable, Local: Sendable>(
    _ keyPath: any KeyPath<State, Enum?> & Sendable,
    _ path: CasePath<Enum, Local>, file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    scope(
      in: keyPath, wrapping: Enum.self, path.step, identifiedBy: .identity(of: Local.self),
      CallSite(file: file, line: line))
  }
}
