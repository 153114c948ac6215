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

/// The part of a table that is the same for arrays and dictionaries.
class AttachedElements<ID: Hashable> {
  final var rows = ContiguousArray<(id: ID, slice: Slice)>()
  /// The data that it takes to skip an unchanged row, in the order of `rows`.
  final var spots = ContiguousArray<ElementSpot>()
  final var indices: [ID: Int] = [:]
  final var comparisons = 0

  final var isEmpty: Bool { rows.isEmpty }

  final func forEach(_ body: (Slice) -> Void) {
    rows.forEach { body($0.slice) }
  }

  final func slice<Other: Hashable>(for id: Other) -> Slice? {
    (id as? ID).flatMap { indices[$0] }.map { rows[$0].slice }
  }

  final func add(_ slice: Slice) {
    if slice.indexPosition >= 0 { return spots[slice.indexPosition].held = slice.held?.pointer }
    guard case .element(let element) = slice.source, let id = element.id.base as? ID
    else { return }
    slice.indexPosition = rows.count
    indices[id] = rows.count
    rows.append((id, slice))
    let position = element.position.withLock { $0 }
    spots.append(ElementSpot(position: position, held: slice.held?.pointer))
  }

  final func remove(_ slice: Slice) {
    let index = slice.indexPosition
    guard index >= 0 else { return }
    slice.indexPosition = -1
    indices[rows[index].id] = nil
    let (row, spot) = (rows.removeLast(), spots.removeLast())
    guard index < rows.count else { return }
    rows[index] = row
    spots[index] = spot
    indices[row.id] = index
    row.slice.indexPosition = index
  }

  final func removeAll() {
    rows = []
    spots = []
    indices = [:]
  }
}

/// The last known position of an attached element, and its retained value.
struct ElementSpot {
  static let unknown = -1
  static let absent = -2

  var position: Int
  var held: UnsafeRawPointer?

  /// Returns the indices of the spots whose elements have moved or changed.
  ///
  /// O(number of spots). Compiled once for all types of elements: it compares nothing but bytes.
  static func suspects(
    among spots: ContiguousArray<ElementSpot>, _ elements: UnsafeRawBufferPointer,
    size: Int, stride: Int
  ) -> [Int] {
    spots.withUnsafeBufferPointer { spots in
      spots.indices.filter { index in
        let start = spots[index].position * stride
        guard let base = elements.baseAddress, let held = spots[index].held,
          start >= 0, start < elements.count
        else { return true }
        return !Platform.bytesAreEqual(held, base + start, count: size)
      }
    }
  }
}
