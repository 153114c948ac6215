// SPDX-License-Identifier: MIT

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
