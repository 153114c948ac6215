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
/// An element that changes its own ID disappears from scopes of the old ID, which keep the value
/// after that change.
///
/// Like reading ``Store/state``, creating such a scope waits for at most one reducer run and is a
/// fatal error in the store's own reducer.
extension StoreOf {
  /// Returns a store of the value of an optional, or `nil` if there is none.
  ///
  /// ```swift
  /// if let search = store.scope(ifPresent: \.search) { startSearch(on: search) }
  /// ```
  ///
  /// To be notified when the value appears and disappears, observe
  /// `store.scope { $0.search != nil }`.
  public func scope<Local: Sendable>(
    ifPresent keyPath: any KeyPath<State, Local?> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    scope(in: keyPath, CallSite(file: file, line: line)) { optional in
      engine.slices.wrapped(of: optional, Local.self)
    }
  }

  /// Returns a store of the payload of an enum case, or `nil` if the enum has another case.
  ///
  /// ```swift
  /// if let detail = store.scope(\.screen, ifCase: .detail) { showDetail(of: detail) }
  /// ```
  ///
  /// The payload is extracted for each action that can have changed the enum. Each call creates a
  /// separate slice; to observe it in many places, keep one scope.
  public func scope<Enum: Sendable, Local: Sendable>(
    _ keyPath: any KeyPath<State, Enum> & Sendable,
    ifCase path: CasePath<Enum, Local>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType>? {
    scope(in: keyPath, CallSite(file: file, line: line)) { value in
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
    scope(keyPath, key, of: DictionaryValues<Key, Value>(), CallSite(file: file, line: line))
  }

  private func scope<Elements: ElementCollection, Element: Sendable>(
    _ keyPath: any KeyPath<State, Elements.Whole> & Sendable,
    _ id: Elements.ID, of elements: Elements, _ site: CallSite
  ) -> StoreOf<Element, ActionType>? where Elements.Whole: Sendable {
    scope(in: keyPath, site) { whole in
      engine.slices.element(AnyHashable(id), of: whole, elements, Element.self)
    }
  }

  private func scope<Whole: Sendable, Local: Sendable>(
    in keyPath: any KeyPath<State, Whole> & Sendable, _ site: CallSite, _ find: (Slice) -> Slice?
  ) -> StoreOf<Local, ActionType>? {
    let whole = engine.slices.property(keyPath, of: slice)
    defer { engine.slices.release(whole) }
    guard let part = find(whole) else { return nil }
    guard engine.retainValue(of: part, ifPresentFor: site) else {
      engine.slices.release(part)
      return nil
    }
    return StoreOf<Local, ActionType>(
      lifetime: lifetime, slice: part, accepted: accepted, filter: nil, site: site)
  }

  /// Returns the name of the present case of an enum.
  private func caseName<Enum>(of slice: Slice, as: Enum.Type) -> String? {
    let value = engine.read(slice, unlessAt: nil, site: site)?.0.value(as: Enum.self)
    return value.flatMap { Mirror(reflecting: $0).children.first?.label }
  }
}
