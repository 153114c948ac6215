// SPDX-License-Identifier: MIT

/// Wraps text at word boundaries.
///
/// No line is wider than the limit, unless it is a single character. A word that is wider than a
/// line is split. Control characters become spaces, so no text can control a terminal.
struct TextWrap {
  private let width: Int
  private var lines: [String] = []
  private var line = ""
  private var used = 0
  private var spaces = ""
  private var spacesWidth = 0

  private init(width: Int) {
    self.width = max(1, width)
  }

  /// Returns the lines of a text, at least one.
  static func lines(of text: String, width: Int, columns: (Character) -> Int) -> [String] {
    var wrap = TextWrap(width: width)
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      wrap.add(paragraph, columns)
    }
    return wrap.lines
  }

  private mutating func add(_ paragraph: Substring, _ columns: (Character) -> Int) {
    var word: [(Character, Int)] = []
    for character in paragraph {
      let character = Self.isControl(character) ? " " : character
      if Self.isBreak(character) {
        add(word)
        word = []
        spaces.append(character)
        spacesWidth += max(0, columns(character))
      } else {
        word.append((character, max(0, columns(character))))
      }
    }
    add(word)
    // Spaces at the end of a paragraph are not shown.
    spaces = ""
    spacesWidth = 0
    endLine()
  }

  /// Adds a word and the spaces in front of it, of which a new line begins without.
  private mutating func add(_ word: [(Character, Int)]) {
    guard !word.isEmpty else { return }
    let wordWidth = word.reduce(0) { $0 + $1.1 }
    if used + spacesWidth + wordWidth <= width {
      line += spaces
      used += spacesWidth
    } else if !line.isEmpty {
      endLine()
    }
    spaces = ""
    spacesWidth = 0
    for (character, columns) in word {
      if used + columns > width, !line.isEmpty { endLine() }
      line.append(character)
      used += columns
    }
  }

  private mutating func endLine() {
    lines.append(line)
    line = ""
    used = 0
  }

  private static func isBreak(_ character: Character) -> Bool {
    character.isWhitespace && character != "\u{A0}" && character != "\u{202F}"
  }

  private static func isControl(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
