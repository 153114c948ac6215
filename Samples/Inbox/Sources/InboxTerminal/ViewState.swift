// SPDX-License-Identifier: MIT

/// What the screen shows beside the state of the app: its size, its window, and the current field.
struct ViewState: Equatable, Sendable {
  var columns = 80
  var rows = 24
  /// A line below the header that is always shown, or an empty text.
  var hint = ""
  var list = ListWindow()
  var field = LoginField.server

  /// The number of lines between the title and the note.
  var contentHeight: Int { max(0, rows - headHeight - Self.footHeight) }
  /// The header, the hint, the title, and a blank line.
  var headHeight: Int { hint.isEmpty ? 3 : 4 }
  /// A blank line, the note, and the help.
  static let footHeight = 3
}
