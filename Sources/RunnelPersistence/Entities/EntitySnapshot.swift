// SPDX-License-Identifier: MIT

import Runnel

/// What a save needs of a collection: the changed elements, or all of them.
enum EntitySnapshot<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
  /// The difference from the saved collection, which retains no other element.
  case changes(Changes)
  /// A collection in another order, in which some elements may have changed.
  case order(Entities<Element>, changed: Set<Element.ID>)
  /// A collection that is compared with all rows.
  case all(Entities<Element>)

  struct Changes: Sendable {
    /// The elements that have changed, or were added or moved.
    var elements: [Element] = []
    /// The elements that were added or moved, with their neighbors.
    var placed: [RankTable<Element.ID>.Run] = []
    /// The elements that have changed in nothing but their places.
    var moved: Set<Element.ID> = []
    var removed: [Element.ID] = []
  }

  /// A Boolean value indicating whether the collection is compared with all rows.
  var isWhole: Bool { if case .all = self { true } else { false } }

  /// A Boolean value indicating whether the collection is known to be the saved one.
  var isEmpty: Bool {
    if case .changes(let changes) = self {
      changes.elements.isEmpty && changes.removed.isEmpty
    } else {
      false
    }
  }

  /// Captures the difference of a collection from a saved one, if the changes since are known.
  ///
  /// O(number of changes × log(number of changes)).
  ///
  /// With `isWhole`, rows without a change can have to be written, too.
  init(_ entities: Entities<Element>, since journal: EntityJournal<Element.ID>?, isWhole: Bool) {
    // Two elements with one ID are an error of the whole.
    guard let journal, !journal.isOverfull, entities.shadowed.isEmpty, !isWhole else {
      self = .all(entities)
      return
    }
    if journal.isReordered {
      self = .order(entities, changed: journal.changed)
      return
    }
    var changes = Changes()
    var placed: [Int] = []
    for (id, entry) in journal.entries {
      guard let position = entities.index(id: id) else {
        changes.removed.append(id)
        continue
      }
      changes.elements.append(entities[position])
      if entry.hasPlace { placed.append(position) }
      if !entry.hasContent { changes.moved.insert(id) }
    }
    placed.sort()
    let ids = entities.ids
    var end = -1
    for position in placed {
      if position == end {
        changes.placed[changes.placed.count - 1].ids.append(ids[position])
      } else {
        let previous = position > 0 ? ids[position - 1] : nil
        changes.placed.append(RankTable.Run(ids: [ids[position]], previous: previous))
      }
      end = position + 1
      changes.placed[changes.placed.count - 1].next = end < ids.count ? ids[end] : nil
    }
    self = .changes(changes)
  }
}

extension EntityJournal {
  /// The IDs of the elements that have changed not only in their places.
  var changed: Set<ID> { Set(entries.lazy.filter { $0.value.hasContent }.map(\.key)) }
}
