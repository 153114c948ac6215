// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns this reducer for each element of a collection.
  ///
  /// ```swift
  /// Row.reducer.forEach(\.rows)
  /// ```
  ///
  /// For an array of identifiable elements, a dictionary, ``Entities``, or a `ScreenStack`. The
  /// elements are plain features: neither their states nor their actions know that they are many.
  /// An action that is dispatched through ``StoreOf/scope(_:id:file:line:)``, or to the
  /// element with ``StoreOf/dispatch(_:to:id:file:line:)``, reaches this one alone: O(1) while the
  /// elements of an array keep their positions, and O(n) once after they have moved. Any other
  /// action that the reducer handles reaches every element, in order (those of a dictionary in no
  /// particular one): O(n). With ``updating(_:from:file:line:_:)``, the state around sees which
  /// element an action is for.
  ///
  /// Effects belong to the element that they were returned for: their actions come back to it, and
  /// the IDs with which they are canceled, debounced or limited are its own. They are canceled when
  /// no element has its ID, unless they are ``EffectOf/detachedFromState()``. If an element changes
  /// its own ID, its earlier effects end, and those of this action belong to the new ID.
  ///
  /// Elements can contain collections: the IDs there don't have to be unique outside.
  ///
  /// If two elements of an array have the same ID, the first one is used, unless the other had the
  /// ID before. The duplicate is a runtime warning, reported once.
  public func forEach<Root, Elements: ElementsByID>(
    _ keyPath: any WritableKeyPath<Root, Elements> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Root> where Elements.IdentifiedElement == State {
    let access = Elements.elementAccess(at: CallSite(file: file, line: line))
    return access.lift(compiled).through(.property(keyPath))
  }

  /// Returns this reducer for each element of an array whose IDs are at a path.
  ///
  /// See ``forEach(_:file:line:)``.
  public func forEach<Root, ID: Hashable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, [State]> & Sendable,
    id: any KeyPath<State, ID> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Reducer<Root> {
    let elements = ArrayElements<State, ID>(by: id, at: CallSite(file: file, line: line))
    return Reducer<[State]>([compiled.forEach(of: elements)]).through(.property(keyPath))
  }

  /// Returns this reducer for the elements of a collection that have one case of an enum.
  package func forEach<Root, Elements: ElementsByID>(
    _ keyPath: any WritableKeyPath<Root, Elements> & Sendable,
    _ path: CasePath<Elements.IdentifiedElement, State>, at site: CallSite
  ) -> Reducer<Root> {
    let element: Reducer<Elements.IdentifiedElement> = through(path.step)
    let access = Elements.elementAccess(at: site)
    return access.lift(element.compiled).through(.property(keyPath))
  }
}
