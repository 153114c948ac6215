// SPDX-License-Identifier: MIT

import InboxApp
import TerminalUI

@Sendable func columnCount(of character: Character) -> Int { Row.columns(of: character) }

extension String {
  var columns: Int { reduce(0) { $0 + columnCount(of: $1) } }

  /// Returns the beginning that fits into some columns.
  func cut(_ columns: Int) -> String {
    var room = columns
    return String(
      prefix { character in
        room -= columnCount(of: character)
        return room >= 0
      })
  }

  /// Returns the beginning that fits into some columns, followed by spaces.
  func padded(_ columns: Int) -> String {
    let text = cut(columns)
    return text + String(repeating: " ", count: max(0, columns - text.columns))
  }

  /// Returns the beginning that fits into some columns, after spaces.
  func aligned(_ columns: Int) -> String {
    let text = cut(columns)
    return String(repeating: " ", count: max(0, columns - text.columns)) + text
  }
}

extension StyledLine {
  /// Creates a line with a cursor, which is a reversed cell.
  init(_ text: String, cursor column: Int, after label: (String, Style)? = nil) {
    let head = text.cut(column)
    let rest = text.dropFirst(head.count)
    self.init(
      label ?? ("", .normal), (head, .normal), (rest.first.map(String.init) ?? " ", .reversed),
      (String(rest.dropFirst()), .normal))
  }
}

/// The styles of the parts of the screen.
///
/// Features state the role of a text. Only this type decides on its style.
struct Palette {
  let theme: SettingsFeature.Theme

  var heading: Style { colored(dark: .cyan, light: .blue, else: .bold, isBold: true) }
  var note: Style { theme == .plain ? .normal : .dim }
  var problem: Style { colored(dark: .red, light: .red, else: .bold) }
  var offer: Style { colored(dark: .yellow, light: .magenta, else: .bold) }
  var selected: Style { .reversed }
  var unread: Style { .bold }
  var badge: Style { colored(dark: .yellow, light: .magenta, else: .bold, isBold: true) }

  subscript(level: SyncFeature.Status.Level) -> Style {
    switch level {
    case .good: colored(dark: .green, light: .blue, else: .normal)
    case .neutral: note
    case .bad: problem
    }
  }

  subscript(role: ThreadLine.Role) -> Style {
    switch role {
    case .header: heading
    case .text: .normal
    case .sending: note
    case .failed: problem
    }
  }

  private func colored(
    dark: Style.Color, light: Style.Color, else plain: Style, isBold: Bool = false
  ) -> Style {
    switch theme {
    case .dark: Style(color: dark, isBold: isBold)
    case .light: Style(color: light, isBold: isBold)
    case .plain: plain
    }
  }
}
