// SPDX-License-Identifier: MIT

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
