// SPDX-License-Identifier: MIT

/// The attached elements of one collection.
///
/// An action whose target is one element costs the same with one attached element and with
/// thousands. Any other action that may have changed the collection compares the bytes of each
/// element with the retained ones, at its last position, and calls neither a getter nor `==` for
/// equal ones.
///
/// All functions are called with the state locked.
protocol ElementTable: AnyObject, Sendable {
  /// The number of comparisons of elements so far.
  var comparisons: Int { get }
  var isEmpty: Bool { get }

  /// Finds the position of an element that isn't attached yet.
  func locate(_ slice: Slice, in collection: UnsafeRawPointer)
  func add(_ slice: Slice)
  func remove(_ slice: Slice)
  func removeAll()
  /// Calls `body` with each attached element, in no particular order.
  func forEach(_ body: (Slice) -> Void)
  /// Returns the attached element with an ID.
  func slice<ID: Hashable>(for id: ID) -> Slice?

  /// Reports the attached elements that may have changed and those that are missing.
  ///
  /// It calls `changed` with each element that may have changed, and `missing` with each that the
  /// collection doesn't contain.
  ///
  /// - Parameters:
  ///   - collection: The collection.
  ///   - target: The only changed element, if it is known.
  ///   - missing: Handles an element that has disappeared.
  ///   - changed: Compares an element.
  func visit(
    _ collection: UnsafeRawPointer,
    target: MutationTarget.Part?,
    missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void
  )
}
