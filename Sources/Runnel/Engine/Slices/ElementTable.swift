// SPDX-License-Identifier: MIT

/// The attached elements of one collection.
///
/// An action whose target is one element costs the same with one attached element and with
/// thousands. Any other action that may have changed an array compares the bytes of each element
/// with the retained ones, at its last position, and calls neither a getter nor `==` for equal
/// ones. All functions are called with the state locked.
protocol ElementTable: AnyObject {
  /// The number of comparisons of elements so far.
  var comparisons: Int { get }
  var isEmpty: Bool { get }

  /// Adds an element, or updates its retained value.
  func add(_ slice: Slice)
  func remove(_ slice: Slice)
  func removeAll()
  func forEach(_ body: (Slice) -> Void)
  /// Returns the attached element with an ID.
  func slice<ID: Hashable>(for id: ID) -> Slice?
  /// Finds the position of an element that isn't attached yet.
  func locate(_ slice: Slice, in collection: UnsafeRawPointer)

  /// Reports the attached elements that may have changed and those that are missing.
  ///
  /// If the only changed element is known, it is the target.
  func visit(
    _ collection: UnsafeRawPointer, target: MutationTarget.Part?, missing: (Slice) -> Void,
    changed: (Slice, UnsafeRawPointer) -> Void)
}
