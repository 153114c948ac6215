// SPDX-License-Identifier: MIT

import Composer
import Runnel
import RunnelNavigation

/// The visible part of a draft.
struct ComposerProps: Equatable, Sendable {
  /// A place on the screen.
  struct Place: Equatable, Sendable {
    var row: Int
    var column: Int
  }

  var screen: ScreenID
  var isReply: Bool
  var focus: ComposerFeature.Field
  /// The visible part of the subject.
  var subject: String
  /// The column of the cursor in the visible part of the subject.
  var subjectCursor: Int
  /// The visible lines of the text.
  var lines: [String]
  /// The cursor in the visible lines.
  var cursor: Place
  /// The position of the cursor a line further up, or `nil` in the first line.
  var above: Int?
  /// The position of the cursor a line further down, or `nil` in the last line.
  var below: Int?
  var problem: String
}

extension ComposerProps {
  /// The number of columns before the subject.
  static let label = "Subject: "

  /// Wraps the text, and maps the lines around the cursor.
  init(_ state: ComposerFeature.State, screen: ScreenID, height: Int, columns: Int) {
    let text = state.layout(width: columns, columns: columnCount)
    let subject = ComposerFeature.Layout(
      state.subject, cursor: state.focus == .subject ? state.cursor : state.subject.count,
      width: max(2, columns - Self.label.count), columns: columnCount)
    let first = max(0, text.cursorRow - max(1, height) + 1)
    func position(_ row: Int) -> Int? {
      text.lines.indices.contains(row)
        ? text.position(row: row, column: text.cursorColumn) : nil
    }
    self.init(
      screen: screen, isReply: state.threadID != nil, focus: state.focus,
      subject: subject.lines[subject.cursorRow].text, subjectCursor: subject.cursorColumn,
      lines: text.lines[first...].prefix(max(1, height)).map(\.text),
      cursor: Place(row: text.cursorRow - first, column: text.cursorColumn),
      above: position(text.cursorRow - 1), below: position(text.cursorRow + 1),
      problem: state.problem ?? (state.isSubmitted ? "Sending" : ""))
  }
}
