// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns this reducer for the addressed elements of a collection that a part of a state stores.
  ///
  /// - Parameters:
  ///   - part: The part of an element that this reducer handles.
  ///   - elements: The collection, which is stored in the part of the state.
  ///   - keyPath: The part of the state.
  /// - Returns: A reducer of the state.
  package func forEach<Root, Value, Element: AddressedElement>(
    _ part: any WritableKeyPath<Element, State> & Sendable,
    of elements: any WritableKeyPath<Value, Entities<Element>> & Sendable,
    in keyPath: any WritableKeyPath<Root, Value> & Sendable
  ) -> Reducer<Root> {
    let reducers = through(.stored(part), as: Element.self).compiled
    return Reducer<Entities<Element>>([reducers.forEach(of: AddressedElements<Element>())])
      .through(.stored(elements), as: Value.self)
      .through(.property(keyPath))
  }

  /// Returns this reducer for a case of an enum.
  package func within<Enum>(_ path: CasePath<Enum, State>) -> Reducer<Enum> {
    through(path.optic)
  }

  /// Returns a reducer of the actions that are addressed to an element, with its ID.
  ///
  /// - Parameters:
  ///   - type: The type of the actions.
  ///   - element: The type of the elements.
  ///   - contains: Returns whether the collection has an element with an ID.
  ///   - reduce: Updates the state, and returns effects.
  /// - Returns: A reducer of the state.
  package static func on<Element: AddressedElement, ActionType: Action>(
    _ type: ActionType.Type, from element: Element.Type,
    in contains: @escaping @Sendable (State, Element.ID) -> Bool,
    _ reduce:
      @escaping @Sendable (_ state: inout State, _ id: Element.ID, _ action: ActionType)
      -> EffectOf<ActionType>
  ) -> Reducer<State> {
    let body: @Sendable (UnsafeMutableRawPointer, any Action, ReducerOutput.Pointer) -> Touch = {
      value, action, output in
      let state = value.assumingMemoryBound(to: State.self)
      guard let (id, action) = output.pointee.element(of: action, as: Element.self),
        contains(state.pointee, id)
      else { return .nothing }
      return handle(action, as: ActionType.self) { action in
        output.pointee.add(reduce(&state.pointee, id, action))
      }
    }
    let filter = ActionFilter.types([type, Element.actionType])
    return Reducer([CompiledReducer(of: State.self, for: filter) { body }])
  }
}

extension ReducerOutput {
  /// Returns the element that an action is for, and the action, unless it is for all elements.
  fileprivate func element<Element: AddressedElement>(
    of action: any Action, as: Element.Type
  ) -> (id: Element.ID, action: any Action)? {
    guard let instance else { return Element.open(action) }
    let address = instance._withUnsafeGuaranteedRef {
      $0.id(as: ElementAddress<Element.ID>.self)
    }
    return address.map { ($0.id, action) }
  }
}
