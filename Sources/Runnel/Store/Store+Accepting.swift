// SPDX-License-Identifier: MIT

/// Scopes that accept actions of one type.
///
/// ```swift
/// let list = store.scope(\.list, accepting: List.Action.self)
/// list.dispatch(.allDoneTapped)
/// list.scope(\.rows, id: 7, accepting: Row.Action.self)?.dispatch(.toggled)
/// ```
///
/// Each is the scope without `accepting`, followed by ``accepting(_:file:line:)``.
extension StoreOf {
  /// Returns a store of the same state that accepts only actions of one type.
  ///
  /// ```swift
  /// let store = Store(state: Search.State(), reducer: Search.reducer)
  ///   .accepting(Search.Action.self)
  /// store.dispatch(.typed("x"))
  /// ```
  ///
  /// For a feature that should dispatch only its own actions: the compiler refuses others, here and
  /// in the scopes of this store, and nothing is checked at run time. Action listeners of this
  /// store receive only actions of the type. Reducers that are added here, and ``untyped``, aren't
  /// restricted. A scope can accept another type.
  public func accepting<Accepted: Action>(
    _ type: Accepted.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<State, Accepted> {
    sameSlice(address, CallSite(file: file, line: line), filter: filter)
  }

  /// Returns a store of one slice that accepts only actions of one type.
  public func scope<Local: Sendable, Accepted: Action>(
    _ keyPath: any KeyPath<State, Local> & Sendable, accepting type: Accepted.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, Accepted> {
    scope(keyPath, file: file, line: line).accepting(type, file: file, line: line)
  }

  /// Returns a store of an element that accepts only actions of one type.
  public func scope<Elements: ElementsByID, Accepted: Action>(
    _ keyPath: any KeyPath<State, Elements> & Sendable, id: Elements.ElementID,
    accepting type: Accepted.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Elements.IdentifiedElement, Accepted>? {
    scope(keyPath, id: id, file: file, line: line)?.accepting(type, file: file, line: line)
  }

  /// Returns a store of an array element that accepts only actions of one type.
  public func scope<Element: Sendable, ID: Hashable & Sendable, Accepted: Action>(
    _ keyPath: any KeyPath<State, [Element]> & Sendable, id: ID,
    by path: any KeyPath<Element, ID> & Sendable, accepting type: Accepted.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Element, Accepted>? {
    scope(keyPath, id: id, by: path, file: file, line: line)?
      .accepting(type, file: file, line: line)
  }

  /// Returns a store of the value of an optional that accepts only actions of one type.
  public func ifPresent<Local: Sendable, Accepted: Action>(
    _ keyPath: any KeyPath<State, Local?> & Sendable, accepting type: Accepted.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, Accepted>? {
    ifPresent(keyPath, file: file, line: line)?.accepting(type, file: file, line: line)
  }

  /// Returns a store of an optional with an identity that accepts only actions of one type.
  public func ifPresent<Local: Sendable, ID: Hashable & Sendable, Accepted: Action>(
    _ keyPath: any KeyPath<State, Local?> & Sendable, id: any KeyPath<Local, ID> & Sendable,
    accepting type: Accepted.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, Accepted>? {
    ifPresent(keyPath, id: id, file: file, line: line)?.accepting(type, file: file, line: line)
  }

  /// Returns a store of a case of an optional enum that accepts only actions of one type.
  public func ifPresent<Enum: Sendable, Local: Sendable, Accepted: Action>(
    _ keyPath: any KeyPath<State, Enum?> & Sendable, _ path: CasePath<Enum, Local>,
    accepting type: Accepted.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, Accepted>? {
    ifPresent(keyPath, path, file: file, line: line)?.accepting(type, file: file, line: line)
  }

  /// Returns a store of the payload of a case that accepts only actions of one type.
  public func ifCase<Enum: Sendable, Local: Sendable, Accepted: Action>(
    _ keyPath: any KeyPath<State, Enum> & Sendable, _ path: CasePath<Enum, Local>,
    accepting type: Accepted.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, Accepted>? {
    ifCase(keyPath, path, file: file, line: line)?.accepting(type, file: file, line: line)
  }

  /// Returns a store of a payload with an identity that accepts only actions of one type.
  public func ifCase<Enum: Sendable, Local: Sendable, ID: Hashable & Sendable, Accepted: Action>(
    _ keyPath: any KeyPath<State, Enum> & Sendable, _ path: CasePath<Enum, Local>,
    id: any KeyPath<Local, ID> & Sendable, accepting type: Accepted.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, Accepted>? {
    ifCase(keyPath, path, id: id, file: file, line: line)?.accepting(type, file: file, line: line)
  }
}
