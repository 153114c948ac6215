// SPDX-License-Identifier: MIT

import Runnel

/// A change of an element that the storage may lack.
struct EntityChange<Element: Sendable>: Sendable {
  /// How an element has changed, in an order: of two changes, the larger one counts.
  enum Reason: Comparable {
    /// Its rank, and nothing else.
    case move
    /// It differs from its row, or only one of them exists, without a recorded edit.
    case difference
    /// It was edited, added or removed by the store.
    case edit
  }

  /// The present element, or `nil` if it was removed, or has only made room.
  let element: Element?
  let reason: Reason

  init(_ element: Element?, _ reason: Reason) {
    self.element = element
    self.reason = reason
  }

  var isRemoval: Bool { element == nil && reason != .move }

  func following(_ earlier: EntityChange?) -> EntityChange {
    guard let earlier else { return self }
    return EntityChange(isRemoval ? nil : element ?? earlier.element, max(reason, earlier.reason))
  }
}

/// What a save needs of a collection: the changed elements, or all of them.
enum EntitySnapshot<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
  typealias ID = Element.ID

  /// The difference from the saved collection, which retains no other element.
  case changes(Changes)
  /// A collection in another order, in which some elements were edited.
  case order(Entities<Element>, edited: Set<ID>)
  /// A collection that is compared with all rows.
  case all(Entities<Element>, edited: Set<ID>)

  struct Changes: Sendable {
    var changes: [ID: EntityChange<Element>] = [:]
    /// The elements that were added or moved, with their neighbors.
    var placed: [RankTable<ID>.Run] = []
  }

  var isWhole: Bool { if case .all = self { true } else { false } }

  /// Whether the collection is known to be the saved one.
  var isEmpty: Bool { if case .changes(let new) = self { new.changes.isEmpty } else { false } }

  /// Captures the difference of a collection from a saved one, if the changes since are known.
  ///
  /// With `isWhole`, rows without a change may have to be written, too. O(n log n) in the changes.
  init(_ entities: Entities<Element>, since journal: EntityJournal<ID>?, isWhole: Bool) {
    let entries = journal?.entries ?? [:]
    // Two elements with one ID are an error of the whole.
    let isWhole =
      isWhole || !entities.shadowed.isEmpty || journal.map(\.isOverfull) ?? true
    if isWhole || journal?.isReordered == true {
      let edited = Set(entries.lazy.filter { $0.value.hasContent }.map(\.key))
      self = isWhole ? .all(entities, edited: edited) : .order(entities, edited: edited)
      return
    }
    var new = Changes()
    var placed: [Int] = []
    let ids = entities.ids
    for (id, entry) in entries {
      let position = entities.index(id: id)
      let isEdit = position == nil || entry.hasContent
      // The journal can have the ID of a removed element, which equals that of a new one.
      new.changes[position.map { ids[$0] } ?? id] = EntityChange(
        position.map { entities[$0] }, isEdit ? .edit : .move)
      if let position, entry.hasPlace { placed.append(position) }
    }
    new.placed = RankTable.runs(at: placed.sorted(), in: ids)
    self = .changes(new)
  }
}
