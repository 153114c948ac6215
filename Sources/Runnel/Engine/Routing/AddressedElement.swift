// SPDX-License-Identifier: MIT

import Synchronization

/// An element that a collection has given an ID, such as a screen of a stack.
package protocol AddressedElement: Identifiable, SendableMetatype where ID: Sendable {
  /// Tells the element from all others that have had its ID.
  var mark: ElementMark { get }

  /// Calls `body`, which reduces an action, for the collections of such elements in a value.
  ///
  /// Collections inside of other collections are left to a call of their own.
  static func reducing(_ places: [Place], in value: UnsafeMutableRawPointer, _ body: () -> Void)
}

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

/// The ID of such an element, with its mark.
struct MarkedID<ID: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  let id: ID
  /// Which of the elements that have had the ID, or `nil` for any.
  var mark: ElementMark?

  var description: String { "\(id)" }
}

extension [Place] {
  /// Calls `body`, which reduces an action on a value.
  @inline(__always)
  func reducing(_ value: UnsafeMutableRawPointer, _ body: () -> Void) {
    if let element = first?.element { element.reducing(self, in: value, body) } else { body() }
  }
}

extension CompiledReducer {
  /// The collections of such elements that the reducer handles, outside of other collections.
  ///
  /// Those in an element belong to a table of reducers further inside. A computed property is left
  /// out: its getter isn't called for this.
  var addressedElements: [Place] { addressedElements(behind: []) }

  private func addressedElements(behind outer: [Step]) -> [Place] {
    var steps = outer
    for step in self.steps {
      if let elements = step.manyElements {
        guard elements.addressedElement != nil else { return [] }
        let place = Place(steps, to: elements)
        return place.isFreeOfGetters ? [place] : []
      }
      steps.append(step)
    }
    return parts.flatMap { $0.addressedElements(behind: steps) }
  }
}
