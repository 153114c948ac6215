// SPDX-License-Identifier: MIT

/// The part of a table that is the same for all collections.
///
/// `@exclusivity(unchecked)`: accessed with the state locked, by one thread, and no code that runs
/// during an access comes back to the table.
class AttachedElements<ID: Hashable> {
  @exclusivity(unchecked)
  final var slices = ContiguousArray<Slice>()
  /// The IDs of the slices.
  @exclusivity(unchecked)
  final var ids = ContiguousArray<ID>()
  /// The positions of the elements; the values of a dictionary have none.
  @exclusivity(unchecked)
  final var positions = ContiguousArray<CachedPosition>()
  @exclusivity(unchecked)
  final var indices: [ID: Int] = [:]
  @exclusivity(unchecked)
  final var comparisons = 0

  final var isEmpty: Bool { slices.isEmpty }

  final func forEach(_ body: (Slice) -> Void) {
    slices.forEach(body)
  }

  final func add(_ slice: Slice) {
    let held = slice.isAbsent ? nil : slice.held?.pointer
    if slice.indexPosition >= 0 { return positions[slice.indexPosition].held = held }
    guard case .element(let element) = slice.source, let id = element.id.base as? ID
    else { return }
    slice.indexPosition = slices.count
    indices[id] = slices.count
    ids.append(id)
    slices.append(slice)
    let position = element.position.withLock { $0 }
    positions.append(CachedPosition(position: position, held: held))
  }

  final func remove(_ slice: Slice) {
    let index = slice.indexPosition
    guard index >= 0 else { return }
    slice.indexPosition = -1
    // Nobody notices from here on where the element moves.
    if case .element(let element) = slice.source {
      element.position.withLock { $0 = CachedPosition.unknown }
    }
    indices[ids[index]] = nil
    let (last, id, position) = (slices.removeLast(), ids.removeLast(), positions.removeLast())
    guard index < slices.count else { return }
    slices[index] = last
    ids[index] = id
    positions[index] = position
    indices[id] = index
    last.indexPosition = index
  }

  final func removeAll() {
    slices = []
    ids = []
    positions = []
    indices = [:]
  }
}

/// The last known position of an attached element, and its retained value.
struct CachedPosition {
  static let unknown = -1
  static let absent = -2

  var position: Int
  var held: UnsafeRawPointer?

  /// Returns the indices of the positions whose elements have moved or changed.
  ///
  /// O(number of positions). Compiled once for all types of elements: it compares bytes.
  static func suspects(
    among positions: ContiguousArray<CachedPosition>, _ elements: UnsafeRawBufferPointer,
    size: Int, stride: Int
  ) -> [Int] {
    positions.withUnsafeBufferPointer { positions in
      positions.indices.filter { index in
        let start = positions[index].position * stride
        guard let base = elements.baseAddress, let held = positions[index].held,
          start >= 0, start < elements.count
        else { return true }
        return !Platform.bytesAreEqual(held, base + start, count: size)
      }
    }
  }
}
