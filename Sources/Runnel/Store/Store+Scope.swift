// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Returns a store of one slice of the state.
  ///
  /// ```swift
  /// startCounter(on: store.scope(\.counter))
  /// ```
  ///
  /// A scope reads through to the one state: it is never stale, and free without an observer. Its
  /// actions reach the whole store. Scopes of one path share a slice, which is compared once.
  ///
  /// If `Local` is `Equatable`, even where the compiler doesn't see it, observers are notified only
  /// when the value has changed. To detect this, an observed slice retains a copy, which makes the
  /// next mutation of a large array copy it: observe what you show, as `scope { $0.rows.count }`.
  ///
  /// A path of stored properties is the fastest: it is read in place, and actions that cannot have
  /// changed it skip it. A computed property or an optional chain is evaluated for each action that
  /// can have changed its input, with the state locked: it must be a pure function of that.
  ///
  /// To narrow the actions, too: ``scope(_:accepting:file:line:)``.
  public func scope<Local: Sendable>(
    _ keyPath: any KeyPath<State, Local> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType> {
    let site = CallSite(file: file, line: line)
    return scope(at: engine.slices.property(keyPath, of: slice, at: site), site)
  }

  /// Returns a store of a value computed from the state, called a selector.
  ///
  /// ```swift
  /// store.scope { $0.rows.count }.observe { print("\($0) rows") }
  /// ```
  ///
  /// A selector retains its output and not its input: rows mutate in place while their number is
  /// observed. `transform` must be cheap and pure: it runs for each action that can have changed
  /// the state, with the state locked. Each call creates a slice: keep one scope for many places.
  @preconcurrency
  public func scope<Local: Sendable>(
    _ transform: @escaping @Sendable (State) -> Local,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType> {
    let site = CallSite(file: file, line: line)
    return scope(at: engine.slices.part(.computed(transform), of: slice, at: site), site)
  }

  /// Returns a store of the same state whose observers ignore values that `isSame` considers equal.
  ///
  /// ```swift
  /// store.scope(\.temperature).removeDuplicates { abs($0 - $1) < 0.5 }
  /// ```
  ///
  /// Each observer compares a value with the last one delivered to it, which `isSame` receives
  /// first. `isSame` replaces `==` and an earlier `removeDuplicates`. It runs on the observer's
  /// queue, and for `values()` in the iterating task, and must be a pure function of the two
  /// values. ``state`` and the scopes of the returned store aren't affected.
  @preconcurrency
  public func removeDuplicates(
    by isSame: @escaping @Sendable (_ last: State, _ value: State) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<State, ActionType> {
    sameSlice(address, CallSite(file: file, line: line)) { last, value in
      isSame(
        last.assumingMemoryBound(to: State.self).pointee,
        value.assumingMemoryBound(to: State.self).pointee
      )
    }
  }

  /// The same store for code that takes a store of every action, all of which are reduced.
  public var untyped: Store<State> {
    // The two types are the same, which is cheaper to find out than with a cast.
    if ActionType.self == (any Action).self { return unsafeDowncast(self, to: Store<State>.self) }
    return sameSlice(address, site, filter: filter)
  }

  /// Returns the same store for actions of a type that can be any.
  package func accepting<Accepted>(anyOrOne type: Accepted.Type) -> StoreOf<State, Accepted> {
    sameSlice(address, site, filter: filter)
  }

  func sameSlice<Accepted>(
    _ address: Address?, _ site: CallSite,
    filter: (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  ) -> StoreOf<State, Accepted> {
    engine.slices.retain(slice)
    engine.prepare(slice)
    return StoreOf<State, Accepted>(
      lifetime: lifetime, slice: slice, address: address, filter: filter, site: site)
  }

  func scope<Local: Sendable>(at slice: Slice, _ site: CallSite) -> StoreOf<Local, ActionType> {
    engine.prepare(slice)
    return StoreOf<Local, ActionType>(
      lifetime: lifetime, slice: slice, address: address, filter: nil, site: site)
  }
}

extension StoreOf {
  /// Returns a store of the same state for one of several instances of a feature.
  ///
  /// ```swift
  /// startPlayer(on: store.scope(\.left).instance(Side.left))
  /// ```
  ///
  /// What is dispatched, started, handled and added here, and in the scopes of this store, is for
  /// this instance: reducers and action listeners of other instances don't receive the actions.
  ///
  /// The counterpart of ``Reducer/instance(_:)``. Scope the state first. See <doc:ListsAtScale>.
  public func instance(
    _ id: some Hashable & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf {
    sameSlice(
      Address(instance: AnyHashable(id)).inside(address), CallSite(file: file, line: line),
      filter: filter)
  }
}

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
  /// in scopes of this store. Action listeners receive only actions of the type; reducers that are
  /// added here, and ``untyped``, aren't restricted. A scope can accept another type.
  public func accepting<Accepted: Action>(
    _ type: Accepted.Type, file: StaticString = #fileID, line: UInt = #line
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
    accepting type: Accepted.Type, file: StaticString = #fileID, line: UInt = #line
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
