// SPDX-License-Identifier: MIT

/// An element of a collection, found by its ID.
final class CollectionElement {
  let id: AnyHashable
  /// The last known position, for readers.
  ///
  /// A thread can read it while another one ends the last subscription of the element.
  let position: Locked<Int>
  /// A Boolean value indicating whether the ID is the identity of a single value.
  let isIdentity: Bool
  /// A Boolean value indicating whether actions are addressed to the element.
  let isAddressed: Bool
  let find: Optic.Read
  /// Returns a reducer of the collection that runs reducers of the element.
  let lift: ([CompiledReducer]) -> CompiledReducer

  init(
    id: AnyHashable, position: Locked<Int>, isIdentity: Bool, isAddressed: Bool,
    find: @escaping Optic.Read,
    lift: @escaping ([CompiledReducer]) -> CompiledReducer
  ) {
    self.id = id
    self.position = position
    self.isIdentity = isIdentity
    self.isAddressed = isAddressed
    self.find = find
    self.lift = lift
  }
}
