// SPDX-License-Identifier: MIT

/// An action that is about one element of a collection.
///
/// ```swift
/// struct RowAction: ElementAction {
///   let elementID: Row.State.ID
///   let event: Event
/// }
/// ```
///
/// ``Reducer/forEach(_:id:file:line:)`` gives it to the reducer of that element alone, which it finds by the
/// id. If there is no element with that id any more, nobody gets it: an answer may come late.
public protocol ElementAction<ElementID>: Action {
  /// What elements are told apart by.
  associatedtype ElementID: Hashable & Sendable

  /// The element that the action is about.
  var elementID: ElementID { get }
}
