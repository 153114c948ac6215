// SPDX-License-Identifier: MIT

/// The content of a terminal, and the output that changes it.
///
/// Only cells that change are sent, because each byte counts on a slow connection.
struct Screen {
  private var lines: [StyledLine] = []
  private var columns = 0
  private var isKnown = false
  private var output = ""
  private var pen = Style.normal

  /// Marks the content of the screen as unknown, so that the next update redraws everything.
  mutating func invalidate() { isKnown = false }

  /// Returns the output after which the screen shows these lines, empty if it already does.
  mutating func update(to newLines: [StyledLine], columns newColumns: Int) -> String {
    defer { output = "" }
    if !isKnown || columns != newColumns || lines.count != newLines.count {
      send("\u{1B}[m\u{1B}[2J")
      lines = Array(repeating: StyledLine(""), count: newLines.count)
      columns = newColumns
      isKnown = true
    }
    for index in newLines.indices where newLines[index] != lines[index] {
      let before = Row(lines[index], columns: columns)
      let row = Row(newLines[index], columns: columns)
      if before.isCertain, row.isCertain {
        sendChanges(from: before, to: row, line: index)
      } else {
        // Before the characters: after the last column, it would erase the last character.
        move(to: 0, line: index)
        eraseRest()
        send(row.cells[..<row.length])
      }
      lines[index] = newLines[index]
    }
    setPen(.normal)
    return output
  }

  private mutating func sendChanges(from before: Row, to row: Row, line: Int) {
    let length = row.length
    var column = 0
    var isOnLine = false
    while let start = (column..<columns).first(where: { before.cells[$0] != row.cells[$0] }) {
      let end = endOfRun(from: start, before, row)
      if isOnLine { send("\u{1B}[\(start - column)C") } else { move(to: start, line: line) }
      isOnLine = true
      // Many blanks at the end are sent as one command.
      if end > length + 3 {
        if start < length { send(row.cells[start..<length]) }
        return eraseRest()
      }
      send(row.cells[start..<end])
      column = end
    }
  }

  /// Returns the end of the cells to send.
  ///
  /// A few unchanged cells are part of a run: sending them takes fewer bytes than moving the
  /// cursor.
  private func endOfRun(from start: Int, _ before: Row, _ row: Row) -> Int {
    var end = start + 1
    for column in end..<max(end, columns) where before.cells[column] != row.cells[column] {
      if column - end > 4 { break }
      end = column + 1
    }
    return end
  }

  private mutating func send(_ cells: ArraySlice<Cell>) {
    for cell in cells {
      setPen(cell.style)
      output.append(cell.character)
    }
  }

  private mutating func eraseRest() {
    setPen(.normal)
    send("\u{1B}[K")
  }

  private mutating func setPen(_ style: Style) {
    guard style != pen else { return }
    send(style.sequence)
    pen = style
  }

  private mutating func move(to column: Int, line: Int) {
    send(column == 0 ? "\u{1B}[\(line + 1)H" : "\u{1B}[\(line + 1);\(column + 1)H")
  }

  private mutating func send(_ text: String) { output += text }
}
