// SPDX-License-Identifier: MIT

import TerminalUI
import ThreadList

extension FramePart {
  /// Draws the list of threads.
  init(_ list: ListProps, _ palette: Palette, columns: Int) {
    self.init(
      title: Self.title(of: list, palette),
      lines: list.lines.map { Self.line($0, palette, columns: columns) },
      note: list.undo.isEmpty
        ? StyledLine(list.note, palette.note)
        : StyledLine(
          (list.undo, palette.offer), ("  u undo", palette.note), ("  \(list.note)", palette.note)),
      keys: list.isSearching
        ? ["type to search", "↑↓ select", "enter open", "esc leave"]
        : [
          "↑↓ enter open", "c compose", "/ search", "e archive", "r reload", "s settings",
          "o offline", "a next account", "A add account", "L log out", "q quit",
        ])
  }

  private static func title(of list: ListProps, _ palette: Palette) -> StyledLine {
    let position =
      list.count == 0 ? "" : "  \(list.first + 1) to \(list.first + list.lines.count)"
    let total = "\(list.count)\(list.hasMore ? " loaded" : "")"
    let count = StyledLine.Piece(
      text: list.count == 0 ? "" : "\(position) of \(total)", style: palette.note)
    let isFiltered = list.isSearching || !list.search.isEmpty
    guard isFiltered else {
      return StyledLine([.init(text: "Threads", style: palette.heading), count])
    }
    let label = StyledLine.Piece(text: "Search: ", style: palette.heading)
    var line =
      list.isSearching
      ? StyledLine(list.search, cursor: list.search.columns, after: label)
      : StyledLine([label, .init(text: list.search, style: .normal)])
    line.pieces.append(count)
    return line
  }

  /// Draws a thread in columns: author, badge, subject and preview, age.
  private static func line(
    _ line: ListProps.Line, _ palette: Palette, columns: Int
  ) -> StyledLine {
    let text = line.text
    let age = text.age.aligned(ageColumns)
    let room = max(0, columns - authorColumns - badgeColumns - ageColumns - 1)
    let subject = text.subject.cut(room)
    let archived = text.isArchived ? " (archived)" : ""
    let preview = "\(archived)  \(text.preview)".padded(room - subject.columns)
    let author = " \(text.author.padded(authorColumns - 2)) "
    if line.isSelected {
      let whole = author + text.badge.padded(badgeColumns) + subject + preview + " " + age
      return StyledLine(whole, palette.selected)
    }
    return StyledLine(
      (author, .normal), (text.badge.padded(badgeColumns), palette.badge),
      (subject, text.isUnread ? palette.unread : .normal),
      (preview, palette.note), (" \(age)", palette.note))
  }

  private static let authorColumns = 12
  private static let badgeColumns = 4
  private static let ageColumns = 10
}
