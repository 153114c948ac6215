// SPDX-License-Identifier: MIT

import Synchronization

/// An element of a collection that actions are addressed to, such as a screen of a stack.
///
/// An action of its scope, and one of its effects, reaches this element alone.
package protocol AddressedElement: Identifiable, SendableMetatype
where ID: Sendable & CustomStringConvertible {
  /// Tells the element from all others that have had its ID.
  var mark: ElementMark { get }
  /// The word in front of an ID in the description of an instance, such as `screen`.
  static var noun: String { get }
  /// The type of the actions that name their element and contain the action that it handles.
  static var actionType: any AddressedAction.Type { get }

  /// Returns the ID and the action in an action of that type, and `nil` for another one.
  static func open(_ action: any Action) -> (id: ID, action: any Action)?
  /// Returns the ID with a description, of a recording, or `nil` if there can't be one.
  static func id(_ description: Substring) -> ID?
  /// Calls `body`, which reduces an action, for the collections of such elements in a value.
  ///
  /// Collections inside of other collections are left to a call of their own.
  static func reducing(
    _ places: [ElementsPlace], in value: UnsafeMutableRawPointer, _ body: () -> Void)
}

/// An action that contains one for a single element.
package protocol AddressedAction: ElementAction {}

/// Tells an element from all others of the process, even if they have the same ID.
///
/// A stack that takes the place of another one can count from one again, wherever it lies in the
/// state, and nobody sees the assignment. Without marks, replies to an old screen and actions of
/// its scopes would reach the new one. A mark moves with the element, so an undo brings a screen
/// back as itself. It is no part of the value: it isn't compared, encoded or shown.
package struct ElementMark: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  private let number: UInt64

  /// Creates the mark of a new element.
  package init() {
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

/// An element as one of many: for scopes, effects, and the instances of features.
///
/// A type of its own, so that an instance that a user names with the same ID is another one.
struct ElementAddress<ID: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  let id: ID
  /// Which of the elements that have had the ID, or `nil` for any, as in an action of a recording.
  var mark: ElementMark?

  var description: String { "\(id)" }
}

/// How actions are addressed to the elements of a collection.
struct Addressing<ID> {
  let noun: String
  let actionType: any AddressedAction.Type
  let open: (any Action) -> (id: ID, action: any Action)?
  /// Returns an ID that leads to any element that has had it, as in a replay.
  let withoutMark: (ID) -> ID
  let id: (Substring) -> ID?
}
