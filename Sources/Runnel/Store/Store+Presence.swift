// SPDX-License-Identifier: MIT

/// Scopes into what is there at times: the value of an optional, the payload of a case, an element of a
/// collection.
///
/// Such a scope is a store like any other. Once its value has gone it keeps the last one: ``state`` still
/// returns it, and its observers are told nothing. If the value comes back, an element with the same id for
/// one, the store follows it again.
///
/// To keep the last value, the store holds the value for as long as the scope exists, observed or not. So
/// a large array in it is copied at its next change, as if somebody observed it.
extension Store {
  /// A store of the value of an optional, if there is one at the moment.
  ///
  /// ```swift
  /// if let search = store.scope(ifPresent: \.search) { startSearch(on: search) }
  /// ```
  ///
  /// To be told when a value comes and goes, observe `store.scope { $0.search != nil }`.
  ///
  /// Not to be called in the store's own reducer, as ``state`` is not. Waits for one reducer at most.
  public func scope<Local: Sendable>(
    ifPresent keyPath: any KeyPath<State, Local?> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<Local>? {
    let optional = engine.node(at: keyPath, of: node)
    defer { engine.registry.release(optional) }
    return scope(
      ifThere: engine.payloadNode(of: optional, Local.self), CallSite(file: file, line: line))
  }

  /// A store of the payload of an enum, if it has this case at the moment.
  ///
  /// ```swift
  /// if let detail = store.scope(\.screen, ifCase: .detail) { showDetail(of: detail) }
  /// ```
  ///
  /// The payload is extracted for each action that may have changed the enum. Each call makes a slice of its
  /// own: to observe one from many places, make the scope once.
  public func scope<Enum: Sendable, Local: Sendable>(
    _ keyPath: any KeyPath<State, Enum> & Sendable,
    ifCase path: CasePath<Enum, Local>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<Local>? {
    let value = engine.node(at: keyPath, of: node)
    defer { engine.registry.release(value) }
    return scope(ifThere: engine.caseNode(of: value, path), CallSite(file: file, line: line))
  }

  /// A store of the element of an array that has an id, if there is one at the moment.
  ///
  /// ```swift
  /// if let row = store.scope(\.rows, id: 7) { cell.connect(to: row, by: RowConnector()) }
  /// ```
  ///
  /// The element is followed by its id wherever it is moved to. Thousands of elements may be scoped to: an
  /// action that ``Reducer/forEach(_:id:file:line:)`` gave to one element costs the others nothing; after any
  /// other that may have changed the array, each is compared with what it was by its bytes, where it was
  /// last. When elements have been moved they are looked for once, for all scopes together: O(n).
  public func scope<Element: Identifiable & Sendable>(
    _ keyPath: any KeyPath<State, [Element]> & Sendable,
    id: Element.ID,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<Element>? where Element.ID: Sendable {
    scope(keyPath, id: id, by: \.id, file: file, line: line)
  }

  /// A store of the element of an array that has an id, where the id is at `path`, if there is one at the
  /// moment.
  public func scope<Element: Sendable, ID: Hashable & Sendable>(
    _ keyPath: any KeyPath<State, [Element]> & Sendable,
    id: ID,
    by path: any KeyPath<Element, ID> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<Element>? {
    let site = CallSite(file: file, line: line)
    let array = engine.node(at: keyPath, of: node)
    defer { engine.registry.release(array) }
    return scope(ifThere: engine.elementNode(of: array, with: id, by: path, site), site)
  }

  /// A store of the value that a dictionary has for a key, if there is one at the moment.
  ///
  /// ```swift
  /// store.scope(\.downloads, key: url)
  /// ```
  public func scope<Key: Hashable & Sendable, Value: Sendable>(
    _ keyPath: any KeyPath<State, [Key: Value]> & Sendable,
    key: Key,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<Value>? {
    let dictionary = engine.node(at: keyPath, of: node)
    defer { engine.registry.release(dictionary) }
    return scope(
      ifThere: engine.valueNode(of: dictionary, for: key, Value.self),
      CallSite(file: file, line: line))
  }

  private func scope<Local: Sendable>(ifThere part: Node, _ site: CallSite) -> Store<Local>? {
    guard engine.keepIfPresent(part, for: site) else {
      engine.registry.release(part)
      return nil
    }
    return Store<Local>(engine: engine, node: part, accepted: accepted, site: site)
  }
}
