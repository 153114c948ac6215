// SPDX-License-Identifier: MIT

extension String {
  /// Returns the lines of the text, at least one, wrapped at word boundaries.
  ///
  /// No line is wider than the width, unless it is a single character. A word that is wider than a
  /// line is split. Control characters become spaces, so no text can control a terminal.
  func wrapped(to width: Int, columns: (Character) -> Int) -> [String] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { paragraph in
      var lines: [String] = []
      var (line, used) = ("", 0)
      /// The word at the end of the line so far, with the spaces before it, and its columns.
      var (spaces, word) = ([(Character, Int)](), [(Character, Int)]())
      func endWord() {
        let fits = used + (spaces + word).reduce(0) { $0 + $1.1 } <= max(1, width)
        if !word.isEmpty, !fits, !line.isEmpty { endLine() }
        // A new line begins without the spaces.
        for (character, columns) in (fits ? spaces : []) + word where !word.isEmpty {
          if used + columns > max(1, width), !line.isEmpty { endLine() }
          line.append(character)
          used += columns
        }
        if !word.isEmpty { (spaces, word) = ([], []) }
      }
      func endLine() {
        lines.append(line)
        (line, used) = ("", 0)
      }
      for character in paragraph {
        let character = character.isControl ? " " : character
        if character.isBreak, !word.isEmpty { endWord() }
        let cell = (character, max(0, columns(character)))
        if character.isBreak { spaces.append(cell) } else { word.append(cell) }
      }
      endWord()
      endLine()
      return lines
    }
  }
}

extension Character {
  fileprivate var isBreak: Bool { isWhitespace && self != "\u{A0}" && self != "\u{202F}" }
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
