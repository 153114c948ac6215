// SPDX-License-Identifier: MIT

/// Scopes of optional state: the value of an optional, the payload of a case, an element.
///
/// Such a scope is a store like any other. When its value disappears, ``state`` keeps returning the
/// last value, and observers aren't notified. When the value comes back, such as an element with
/// the same ID, the store follows it again.
///
/// To keep the last value, such a scope retains a copy of it, observed or not. Reducers composed
/// with ``Reducer/ifPresent(_:)``, ``Reducer/ifCase(_:_:)`` and
/// ``Reducer/forEach(_:id:file:line:)`` change the value in place, unless it is observed. Any other
/// reducer that changes a large array in the value copies the array once per action.
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
      engine.slices.payload(
        of: value, path.optic, Local.self, caseName: caseName(of: value, as: Enum.self))
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
      engine.slices.payload(
        of: value, path.optic, Local.self, caseName: caseName(of: value, as: Enum.self))
    }
  }

  /// Returns a store of the array element with an ID, or `nil` if there is none.
  ///
  /// ```swift
  /// if let row = store.scope(\.rows, id: 7) { cell.connect(to: row, by: RowConnector()) }
  /// ```
  ///
  /// The scope follows the element with this ID wherever it moves. Thousands of elements can be
  /// scoped. An action that ``Reducer/forEach(_:id:file:line:)`` passes to one element costs the
  /// others nothing. After any other action that can have changed the array, each scoped element is
  /// compared at its last position. When elements have moved, one search serves all scopes: O(n).
  public func scope<Element: Identifiable & Sendable>(
    _ keyPath: any KeyPath<State, [Element]> & Sendable,
    id: Element.ID,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Element, ActionType>? where Element.ID: Sendable {
    let site = CallSite(file: file, line: line)
    return scope(keyPath, id, of: ArrayElements(at: site), site)
  }

  /// Returns a store of the array element whose ID at `path` is `id`, or `nil` if there is none.
  public func scope<Element: Sendable, ID: Hashable & Sendable>(
    _ keyPath: any KeyPath<State, [Element]> & Sendable,
    id: ID,
    by path: any KeyPath<Element, ID> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Element, ActionType>? {
    let site = CallSite(file: file, line: line)
    return scope(keyPath, id, of: ArrayElements(by: path, at: site), site)
  }

  /// Returns a store of the entity with an ID, or `nil` if there is none.
  ///
  /// The scope follows the entity with this ID wherever it moves. After an action that can have
  /// changed any entity, each scoped one is compared at its last position. The collection finds
  /// those that have moved in O(1) each. See ``Entities``.
  public func scope<Element: Identifiable & Sendable>(
    _ keyPath: any KeyPath<State, Entities<Element>> & Sendable,
    id: Element.ID,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Element, ActionType>? where Element.ID: Sendable {
    scope(keyPath, id, of: EntityElements(), CallSite(file: file, line: line))
  }

  /// Returns a store of the dictionary value for a key, or `nil` if there is none.
  ///
  /// ```swift
  /// store.scope(\.downloads, key: url)
  /// ```
  public func scope<Key: Hashable & Sendable, Value: Sendable>(
    _ keyPath: any KeyPath<State, [Key: Value]> & Sendable,
    key: Key,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Value, ActionType>? {
    scope(
      keyPath, key, of: DictionaryValues<Key, Value>(),
      identifiedBy: Identification.of(Value.self), CallSite(file: file, line: line))
  }

  private func scope<Elements: ElementCollection, Element: Sendable>(
    _ keyPath: any KeyPath<State, Elements.Whole> & Sendable,
    _ id: Elements.ID, of elements: Elements,
    identifiedBy collection: (any IdentifiedValueCollection)? = nil, _ site: CallSite
  ) -> StoreOf<Element, ActionType>? where Elements.Whole: Sendable {
    scope(in: keyPath, identifiedBy: collection, site) { whole in
      engine.slices.element(AnyHashable(id), of: whole, elements, Element.self)
    }
  }

  /// Returns a store of a part of a slice, with the present identity of the part if it has one.
  func scope<Whole: Sendable, Local: Sendable>(
    in keyPath: any KeyPath<State, Whole> & Sendable,
    identifiedBy collection: (any IdentifiedValueCollection)?, _ site: CallSite,
    _ find: (Slice) -> Slice?
  ) -> StoreOf<Local, ActionType>? {
    let whole = engine.slices.property(keyPath, of: slice, at: site)
    defer { engine.slices.release(whole) }
    guard let part = find(whole) else { return nil }
    guard let collection else {
      return storeIfPresent(of: part, for: instance, at: site)
    }
    defer { engine.slices.release(part) }
    // More than once if another thread replaces the value in between.
    while let identity = engine.find(in: part, for: site, collection.anyIdentity) {
      let value = engine.slices.element(identity, of: part, collection, Local.self)
      if let value,
        let store: StoreOf<Local, ActionType> = storeIfPresent(
          of: value, for: instance, at: site)
      {
        return store
      }
    }
    return nil
  }

  /// Returns a store of a slice, of which the caller has counted a user, if the slice exists.
  func storeIfPresent<Local: Sendable>(
    of slice: Slice, for instance: InstancePath?, at site: CallSite
  ) -> StoreOf<Local, ActionType>? {
    guard engine.retainValue(of: slice, ifPresentFor: site) else {
      engine.slices.release(slice)
      return nil
    }
    return StoreOf<Local, ActionType>(
      lifetime: lifetime, slice: slice, instance: instance, filter: nil, site: site)
  }

  /// Returns the name of the present case of an enum.
  func caseName<Enum>(of slice: Slice, as: Enum.Type) -> String? {
    let value = engine.read(slice, unlessAt: nil, site: site)?.0.value(as: Enum.self)
    return value.flatMap { Mirror(reflecting: $0).children.first?.label }
  }
}
