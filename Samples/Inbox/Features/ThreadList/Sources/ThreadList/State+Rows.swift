// SPDX-License-Identifier: MIT

import Runnel

extension ThreadListFeature.State {
  typealias ThreadRow = ThreadListFeature.Row

  mutating func change(_ changed: [ThreadRow]) {
    for row in changed {
      // A thread below the loaded pages comes with its own page.
      let isBelow = nextCursor != nil && (rows.last.map { !row.isAbove($0) } ?? true)
      if rows[id: row.id] != nil || !isBelow { place(row) }
      if let hit = search.hits[id: row.id], hit.revision <= row.revision {
        search.hits[id: row.id] = isVisible(row) ? row : nil
      }
    }
    keepSelection()
  }

  /// Puts a row at its place, unless the list has a newer one.
  mutating func place(_ row: ThreadRow) {
    var row = row
    let newest = max(rows[id: row.id]?.revision ?? .min, removed[row.id] ?? .min)
    guard row.revision >= newest else { return }
    if archiveUndo?.id == row.id { archiveUndo?.row = row }
    if let archiving = archiving[row.id] {
      // A request can fail or be repeated after the server has received it.
      if row.revision > archiving.row.revision { self.archiving[row.id]?.known = row.isArchived }
      self.archiving[row.id]?.row = row
      row.isArchived = archiving.chosen
    }
    guard isVisible(row) else {
      rows.remove(id: row.id)
      removed[row.id] = row.revision
      return
    }
    removed[row.id] = nil
    if let position = rows.index(id: row.id), isInOrder(row, at: position) {
      rows[position] = row
    } else {
      rows.remove(id: row.id)
      rows.insert(row, at: position(of: row))
    }
  }

  func isVisible(_ row: ThreadRow) -> Bool { showsArchived || !row.isArchived }

  private func isInOrder(_ row: ThreadRow, at position: Int) -> Bool {
    (position == 0 || rows[position - 1].isAbove(row))
      && (position == rows.count - 1 || row.isAbove(rows[position + 1]))
  }

  /// Returns the position for a new row, in O(log n).
  private func position(of row: ThreadRow) -> Int {
    var range = 0..<rows.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        rows[middle].isAbove(row)
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  mutating func select(_ id: ThreadRow.ID?) {
    selectedID = id.flatMap { shown.index(id: $0) == nil ? nil : $0 }
  }

  /// Selects the row some rows below, or the first one if none is selected.
  mutating func moveSelection(by distance: Int) {
    let ids = shown.ids
    let current = selectedID.flatMap { shown.index(id: $0) }
    let position = current.map { min(max($0 + distance, 0), ids.count - 1) } ?? 0
    selectedID = ids.indices.contains(position) ? ids[position] : nil
  }

  /// Clears a selection that is no longer shown.
  mutating func keepSelection() {
    if let selectedID, shown.index(id: selectedID) == nil { self.selectedID = nil }
  }

  mutating func archive(_ id: ThreadRow.ID) -> Effect {
    guard let row = rows[id: id] ?? search.hits[id: id] else { return .none }
    archiveUndo = row.isArchived ? nil : ThreadListFeature.ArchiveUndo(row: row)
    error = nil
    let expiry: Effect =
      row.isArchived
      ? .cancel(id: ThreadListFeature.ID.undo)
      : .send(.undoExpired)
        .delay(for: .seconds(10))
        .cancellable(id: ThreadListFeature.ID.undo, cancelInFlight: true)
    return .merge(choose(!row.isArchived, for: row), expiry)
  }

  mutating func undoArchiving() -> Effect {
    guard let undo = archiveUndo else { return .none }
    archiveUndo = nil
    return .merge(choose(false, for: undo.row), .cancel(id: ThreadListFeature.ID.undo))
  }

  mutating func confirmArchiving(_ id: ThreadRow.ID, _ isArchived: Bool) -> Effect {
    guard var request = archiving[id], request.requested == isArchived else { return .none }
    request.known = isArchived
    guard request.chosen == isArchived else {
      // The user has changed their mind during the request.
      request.requested = request.chosen
      archiving[id] = request
      return self.request(id, request.chosen)
    }
    archiving[id] = nil
    return .none
  }

  mutating func failToArchive(_ id: ThreadRow.ID, _ reason: String) {
    guard let request = archiving.removeValue(forKey: id), request.chosen != request.known
    else { return }
    error = reason
    if archiveUndo?.id == id { archiveUndo = nil }
    show(request.row, isArchived: request.known)
  }

  func requestArchivingAgain() -> Effect {
    .merge(
      archiving.sorted { $0.key < $1.key }.map { row, archiving in
        request(row, archiving.requested)
      })
  }

  /// Shows a choice at once, and requests it unless another request of the row is running.
  private mutating func choose(_ isArchived: Bool, for row: ThreadRow) -> Effect {
    let previous = archiving[row.id]
    archiving[row.id] = ThreadListFeature.Archiving(
      row: row, known: previous?.known ?? !isArchived, chosen: isArchived,
      requested: previous?.requested ?? isArchived)
    show(row, isArchived: isArchived)
    return previous == nil ? request(row.id, isArchived) : .none
  }

  /// Shows a row with a choice, which isn't a change of the server.
  private mutating func show(_ row: ThreadRow, isArchived: Bool) {
    var row = row
    row.isArchived = isArchived
    place(row)
    if search.hits[id: row.id] != nil { search.hits[id: row.id] = isVisible(row) ? row : nil }
    keepSelection()
  }

  private func request(_ row: ThreadRow.ID, _ isArchived: Bool) -> Effect {
    .perform(ThreadListFeature.Command.archive(account: id, row, isArchived))
      .timeout(after: .seconds(30))
      .catch { .archivingFailed(row, reason: "\($0)") }
      .cancellable(id: ThreadListFeature.ID.archiving(row), cancelInFlight: true)
  }
}
