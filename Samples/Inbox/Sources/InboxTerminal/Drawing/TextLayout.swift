// SPDX-License-Identifier: MIT

/// A text in lines of a terminal, with the place of the cursor.
///
/// A line breaks after whitespace, or inside a word that is longer than a line. Whitespace that
/// doesn't fit is not shown. A character that is wider than the terminal has a line of its own.
struct TextLayout: Equatable, Sendable {
  struct Line: Equatable, Sendable {
    /// The characters of the line, without its line break.
    let text: String
    /// The positions of the characters in the text.
    let range: Range<Int>
    /// The column of each character, followed by the column after the last one.
    fileprivate let columns: [Int]
  }

  /// The lines, of which there is at least one.
  let lines: [Line]
  let cursorRow: Int
  let cursorColumn: Int

  /// Wraps a text, in O(n) for n characters.
  ///
  /// One column stays free, so that there is a place for the cursor after each line.
  init(_ text: String, cursor: Int, width: Int, columns: (Character) -> Int = columnCount(of:)) {
    lines = text.wrapped(to: width - 1, columns: columns)
    let row = lines.lastIndex { $0.range.lowerBound <= cursor } ?? 0
    let line = lines[row]
    cursorRow = row
    let place = min(max(cursor - line.range.lowerBound, 0), line.range.count)
    cursorColumn = min(line.columns[place], max(width - 1, 0))
  }

  /// Returns the position in the text that is nearest to a place on the screen.
  ///
  /// For a movement up or down, pass the row above or below the cursor, and its column.
  func position(row: Int, column: Int) -> Int {
    let row = min(max(row, 0), lines.count - 1)
    let line = lines[row]
    let offset = line.columns.lastIndex { $0 <= max(column, 0) } ?? 0
    // The position after the last character of a wrapped line is on the next line.
    let isWrapped = row + 1 < lines.count && lines[row + 1].range.contains(line.range.upperBound)
    let last = isWrapped ? line.range.count - 1 : line.range.count
    return line.range.lowerBound + min(offset, last)
  }
}

extension String {
  /// Returns the lines of the text, none of which is wider, unless a character is.
  func wrapped(to width: Int, columns: (Character) -> Int = columnCount(of:)) -> [TextLayout.Line] {
    var wrapping = Wrapping(limit: max(width, 1))
    for character in self { wrapping.add(character, columns: max(columns(character), 0)) }
    wrapping.breakLine()
    return wrapping.lines
  }
}

private struct Wrapping {
  let limit: Int
  var lines: [TextLayout.Line] = []
  /// The characters of the current line with their columns, and its first position.
  private var line: [(character: Character, columns: Int)] = []
  private var start = 0
  private var width = 0

  init(limit: Int) { self.limit = limit }

  mutating func add(_ character: Character, columns: Int) {
    if character.isNewline { return breakLine(skipping: 1) }
    if width + columns > limit, !line.isEmpty {
      if character.isBreak { return breakLine(skipping: 1) }
      let word = line.lastIndex { $0.character.isBreak }.map { $0 + 1 } ?? line.count
      // After a break at whitespace, the word can still be too long together with the character.
      breakLine(keeping: word)
      if width + columns > limit, !line.isEmpty { breakLine() }
    }
    line.append((character, columns))
    width += columns
  }

  /// Ends the line.
  ///
  /// - Parameters:
  ///   - count: The number of characters that stay on the line. The others begin the next one.
  ///   - skipped: The number of characters of the text that are on no line.
  mutating func breakLine(keeping count: Int? = nil, skipping skipped: Int = 0) {
    let kept = line.prefix(count ?? line.count)
    var columns = [0]
    for (_, width) in kept { columns.append((columns.last ?? 0) + width) }
    let end = start + kept.count
    lines.append(.init(text: String(kept.map(\.character)), range: start..<end, columns: columns))
    line.removeFirst(kept.count)
    width = line.reduce(0) { $0 + $1.columns }
    start = end + skipped
  }
}

extension Character {
  /// Whether a line can break after it, which isn't so for spaces such as that of "10 km".
  fileprivate var isBreak: Bool { isWhitespace && self != "\u{A0}" && self != "\u{202F}" }
}
