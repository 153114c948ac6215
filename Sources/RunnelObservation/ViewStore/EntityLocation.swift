// SPDX-License-Identifier: MIT

import Runnel

/// The location of a value in the entity with a given ID, if there is one.
struct EntityLocation<State, Element: Identifiable, Value>: FieldLocation {
  let entities: KeyPath<State, Entities<Element>>
  let id: Element.ID
  let value: KeyPath<Element, Value>

  /// Returns the value, or `nil` without such an entity.
  ///
  /// O(1).
  func value(in state: State, hint: inout Int) -> Value? {
    let entities = state[keyPath: entities]
    return entities.index(id: id).map { entities[$0][keyPath: value] }
  }
}
