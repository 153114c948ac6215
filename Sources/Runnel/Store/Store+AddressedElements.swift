// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Returns a store of a part of an element, for actions of that element.
  ///
  /// - Parameters:
  ///   - part: The part of the element.
  ///   - path: The case of the part, or `nil` for the part as a whole.
  ///   - id: The ID of the element.
  ///   - elements: The collection, which is stored in the part of the state.
  ///   - keyPath: The part of the state.
  ///   - site: The place that asks for the store.
  /// - Returns: The store, or `nil` if there is no such element, or if it has another case.
  package func scope<
    Value: Sendable, Element: AddressedElement & Sendable, Part: Sendable, Local: Sendable
  >(
    _ part: any WritableKeyPath<Element, Part> & Sendable, case path: CasePath<Part, Local>?,
    id: Element.ID, of elements: any WritableKeyPath<Value, Entities<Element>> & Sendable,
    in keyPath: any KeyPath<State, Value> & Sendable, at site: CallSite
  ) -> StoreOf<Local, ActionType>? {
    typealias Elements = AddressedElements<Element>
    let slices = engine.slices
    let value = slices.property(keyPath, of: slice, at: site)
    defer { slices.release(value) }
    let all = slices.part(elements, of: value)
    defer { slices.release(all) }
    let found = engine.find(in: all, for: site) { elements in
      let elements = elements.assumingMemoryBound(to: Entities<Element>.self).pointee
      return elements.index(id: id).map { Elements.address(of: elements[$0]) }
    }
    guard let address = found,
      let element = slices.element(AnyHashable(address), of: all, Elements(), Element.self)
    else { return nil }
    defer { slices.release(element) }
    let whole = slices.part(part, of: element)
    defer { slices.release(whole) }
    let instance = InstancePath(AnyHashable(address), noun: Element.noun).inside(instance)
    guard let path else {
      slices.retain(whole)
      return storeIfPresent(of: whole, for: instance, at: site)
    }
    let local = slices.payload(
      of: whole, path.optic, Local.self, caseName: caseName(of: whole, as: Part.self))
    return storeIfPresent(of: local, for: instance, at: site)
  }

  /// Changes a state as the reducers of this store would, for the expected state of a test.
  ///
  /// New elements with addresses get the same IDs. The store is that of the whole state.
  package func change(_ state: inout State, _ body: (inout State) throws -> Void) throws {
    let places = engine.composed.flatMap(\.addressedElements)
    var result = Result<Void, any Error>.success(())
    withUnsafeMutablePointer(to: &state) { state in
      places.reducing(state) { result = Result { try body(&state.pointee) } }
    }
    try result.get()
  }
}
