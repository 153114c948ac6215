// SPDX-License-Identifier: MIT

/// An action for one element of a collection.
///
/// ```swift
/// struct RowAction: ElementAction {
///   let elementID: Row.State.ID
///   let event: Event
/// }
/// ```
///
/// ``Reducer/forEach(_:id:file:line:)`` calls the reducer for the element with this ID alone, or
/// for none if no element has it, for example because a reply arrives late.
public protocol ElementAction<ElementID>: Action {
  /// The type of ID that identifies an element.
  associatedtype ElementID: Hashable & Sendable

  /// The ID of the element that receives the action.
  var elementID: ElementID { get }
}
