// SPDX-License-Identifier: MIT

import Runnel

extension ThreadListFeature.State {
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

  mutating func expireUndo() -> Effect {
    archiveUndo = nil
    return .none
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

  mutating func failToArchive(_ id: ThreadRow.ID, _ reason: String) -> Effect {
    guard let request = archiving.removeValue(forKey: id) else { return .none }
    guard request.chosen != request.known else { return .none }
    error = reason
    if archiveUndo?.id == id { archiveUndo = nil }
    show(request.row, isArchived: request.known)
    return .none
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
      .cancellable(id: ThreadListFeature.ArchivingID(row: row), cancelInFlight: true)
  }
}
