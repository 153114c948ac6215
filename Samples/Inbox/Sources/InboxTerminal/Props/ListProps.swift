// SPDX-License-Identifier: MIT

import InboxApp

struct ListProps: Equatable, Sendable {
  struct Line: Equatable, Sendable {
    var text: ThreadListFeature.RowText
    var isSelected: Bool
  }

  /// The threads that keys select.
  struct Targets: Equatable, Sendable {
    var selected: ThreadListFeature.Row?
    var first: String?
    var last: String?
    var pageUp: String?
    var pageDown: String?
  }

  var lines: [Line] = []
  /// The position of the first visible thread.
  var first = 0
  /// The number of threads, visible or not.
  var count = 0
  /// Whether there are more threads, which aren't loaded.
  var hasMore = false
  var targets = Targets()
  var search = ""
  /// Whether the user types the text of the search.
  var isSearching = false
  /// The reason for missing threads, or an empty text.
  var note = ""
  /// An offer to undo, or an empty text.
  var undo = ""
  /// Whether the last thread is visible, and the next page can be requested.
  var needsPage = false

  /// Maps the visible threads, at a cost that doesn't depend on the list.
  init(_ state: ThreadListFeature.State, window: ListWindow, height: Int, now: Int64) {
    let rows = state.shown
    let selected = state.selectedID.flatMap { rows.index(id: $0) }
    let window = window.showing(selected, height: height, count: rows.count)
    first = window.first
    count = rows.count
    hasMore = state.nextCursor != nil && !state.search.isActive
    let end = min(rows.count, first + max(0, height))
    lines = rows[first..<end].map { row in
      Line(text: ThreadListFeature.RowText(row, now: now), isSelected: row.id == state.selectedID)
    }
    func id(at position: Int) -> String? {
      rows.isEmpty ? nil : rows[min(max(position, 0), rows.count - 1)].id
    }
    let page = max(1, height - 1)
    targets = Targets(
      selected: selected.map { rows[$0] },
      first: id(at: 0), last: id(at: rows.count - 1),
      pageUp: id(at: (selected ?? 0) - page), pageDown: id(at: (selected ?? 0) + page))
    search = state.search.text
    isSearching = window.isSearching
    note = state.note
    undo = state.offer
    // After an error, the user reloads. Otherwise, each change would repeat the request.
    needsPage = hasMore && end == rows.count && !state.isLoading && state.error == nil
  }
}

/// The part of the list that is visible, which isn't part of the state of the app.
struct ListWindow: Equatable, Sendable {
  /// The position of the first visible thread.
  var first = 0
  /// Whether the user types the text of the search.
  var isSearching = false

  /// Returns the nearest window that shows the selected thread, and no empty line if possible.
  func showing(_ selected: Int?, height: Int, count: Int) -> ListWindow {
    let height = max(1, height)
    var window = self
    if let selected {
      window.first = min(max(first, selected - height + 1), selected)
    }
    window.first = max(0, min(window.first, count - height))
    return window
  }
}
