// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Returns a store of the element with an ID, or `nil` if there is none.
  ///
  /// ```swift
  /// if let row = store.scope(\.rows, id: 7) { cell.connect(to: row, by: RowConnector()) }
  /// ```
  ///
  /// For an array of identifiable elements, a dictionary, ``Entities``, or a `ScreenStack`. The
  /// scope follows the element wherever it moves. What is dispatched, started and added here is for
  /// this element: of all elements and screens, only it and what contains it handle the actions.
  /// Once it has gone, they are dropped, and reported by ``Middleware/reports(to:)``.
  ///
  /// Thousands of elements can be scoped. An action for one element costs the others nothing. After
  /// any other action that can have changed the collection, each scoped element is compared at its
  /// last position. When elements of an array have moved, one search serves all scopes: O(n).
  ///
  /// Scope what the state stores. An element of a computed value, such as a filtered array or
  /// `\.detail?.rows`, has no reducer of its own, so its actions reach those around it alone.
  public func scope<Elements: ElementsByID>(
    _ keyPath: any KeyPath<State, Elements> & Sendable, id: Elements.ElementID,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Elements.IdentifiedElement, ActionType>? {
    let site = CallSite(file: file, line: line)
    return element(id, in: keyPath, at: site) { element, identity, address in
      store(of: element, identifiedBy: identity, at: address, site)
    }
  }

  /// Returns a store of the array element whose ID at a path is `id`, or `nil` if there is none.
  ///
  /// See ``scope(_:id:file:line:)``.
  public func scope<Element: Sendable, ID: Hashable & Sendable>(
    _ keyPath: any KeyPath<State, [Element]> & Sendable, id: ID,
    by path: any KeyPath<Element, ID> & Sendable, file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Element, ActionType>? {
    let site = CallSite(file: file, line: line)
    let elements = ArrayElements<Element, ID>(by: path, at: site)
    let whole = engine.slices.property(keyPath, of: slice, at: site)
    defer { engine.slices.release(whole) }
    let place = Place(engine.slices.pathBase(of: whole).steps, to: elements)
    let element = engine.slices.element(AnyHashable(id), of: whole, elements)
    return store(
      of: element, identifiedBy: nil, at: elements.address(id, in: place).inside(address), site)
  }

  /// Returns a store of the payload of a case of an element, or `nil` if it has another case.
  package func scope<Elements: ElementsByID, Local: Sendable>(
    _ keyPath: any KeyPath<State, Elements> & Sendable, id: Elements.ElementID,
    _ path: CasePath<Elements.IdentifiedElement, Local>, at site: CallSite
  ) -> StoreOf<Local, ActionType>? {
    element(id, in: keyPath, at: site) { element, _, address in
      defer { engine.slices.release(element) }
      return store(
        of: engine.part(of: element, path.step, for: site), identifiedBy: nil, at: address, site)
    }
  }

  private func element<Elements: ElementsByID, Result>(
    _ id: Elements.ElementID, in keyPath: any KeyPath<State, Elements> & Sendable,
    at site: CallSite, _ body: (Slice, ElementCollection?, Address) -> Result?
  ) -> Result? {
    let whole = engine.slices.property(keyPath, of: slice, at: site)
    defer { engine.slices.release(whole) }
    let place = engine.slices.pathBase(of: slice).place(keyPath, at: site)
    let access = Elements.elementAccess(at: site).path
    return access.slice(of: AnyHashable(id), in: whole, engine, for: site)
      .flatMap { body($0.slice, access.identity, place.address($0.id).inside(address)) }
  }

  /// Dispatches an action to the element with an ID, without a scope of it.
  ///
  /// ```swift
  /// store.dispatch(Row.Action.toggled, to: \.list.rows, id: 7)
  /// ```
  ///
  /// As through ``scope(_:id:file:line:)``: of all elements, only this one and what contains it
  /// handle the action, which is dropped if the element doesn't exist in its turn.
  public func dispatch<Elements: ElementsByID>(
    _ action: some Action, to keyPath: any WritableKeyPath<State, Elements> & Sendable,
    id: Elements.ElementID, file: StaticString = #fileID, line: UInt = #line
  ) {
    let site = CallSite(file: file, line: line)
    dispatch(action, to: address(of: keyPath, id: id, at: site), at: site)
  }

  package func dispatch(_ action: any Action, to address: Address?, at site: CallSite) {
    engine.dispatch(action, to: address, of: slice.identity, from: site)
  }

  package func address<Elements: ElementsByID>(
    of keyPath: any WritableKeyPath<State, Elements> & Sendable, id: Elements.ElementID,
    at site: CallSite
  ) -> Address {
    let place = engine.slices.pathBase(of: slice).place(keyPath, at: site)
    return place.address(AnyHashable(id)).inside(address)
  }

  /// Changes the state of a test as the reducers would: new elements get the same addresses.
  package func change(_ state: inout State, _ body: (inout State) throws -> Void) throws {
    let places = engine.composed.flatMap(\.addressedElements)
    var result = Result<Void, any Error>.success(())
    withUnsafeMutablePointer(to: &state) { state in
      places.reducing(state) { result = Result { try body(&state.pointee) } }
    }
    try result.get()
  }
}
