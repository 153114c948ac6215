// SPDX-License-Identifier: MIT

/// One cell of the screen.
public struct Cell: Equatable, Sendable {
  /// The character.
  public var character: Character
  /// The style of the character and its background.
  public var style: Style

  /// Creates a cell.
  public init(character: Character, style: Style) {
    self.character = character
    self.style = style
  }

  /// A blank in the normal style.
  public static let blank = Cell(character: " ", style: .normal)
}

/// The cells of one line of the screen.
///
/// All text passes through this type before it reaches the terminal. It removes everything that a
/// terminal could interpret as a command, because a process can have any name.
public struct Row {
  /// The cells, one for each column.
  ///
  /// A character of two columns has one cell, in its first column.
  public private(set) var cells: [Cell] = []
  /// Whether each cell is one column wide in every terminal.
  ///
  /// Terminals disagree about the width of characters outside of ASCII.
  private(set) var isCertain = true

  /// Creates a row from the part of a line that fits into the columns, padded with blanks.
  public init(_ line: StyledLine, columns: Int) {
    cells.reserveCapacity(columns)
    var column = 0
    for piece in line.pieces {
      for character in piece.text {
        let (character, width, isCertain) = Self.harmless(character)
        guard column + width <= columns else { break }
        cells.append(Cell(character: character, style: piece.style))
        column += width
        if !isCertain { self.isCertain = false }
      }
    }
    let blank = Cell(character: " ", style: line.fill)
    cells += repeatElement(blank, count: max(0, columns - column))
  }

  /// The characters of the row, without blanks at the end.
  public var text: String {
    let end = cells.lastIndex { $0.character != " " } ?? -1
    return String(cells[...end].map(\.character))
  }

  /// Returns the number of columns in which a row shows a character.
  public static func columns(of character: Character) -> Int { harmless(character).width }

  /// The number of cells before the normal blanks at the end.
  var length: Int { (cells.lastIndex { $0 != .blank } ?? -1) + 1 }

  /// Returns the character to show, its width in columns, and whether the width is certain.
  private static func harmless(
    _ character: Character
  ) -> (character: Character, width: Int, isCertain: Bool) {
    if let ascii = character.asciiValue {
      return ((0x20..<0x7F).contains(ascii) ? character : "?", 1, true)
    }
    let scalars = character.unicodeScalars
    if scalars.count == 1, scalars.first?.isOurs == true { return (character, 1, true) }
    guard let first = scalars.first, scalars.prefix(9).count < 9, first.isVisible,
      scalars.dropFirst().allSatisfy({ $0.isVisible || $0.isMark || $0.value == 0x200D })
    else { return ("?", 1, true) }
    let isEmoji = scalars.contains { $0.value == 0xFE0F } || first.properties.isEmojiPresentation
    return (character, isEmoji || first.isWide ? 2 : 1, false)
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether it is visible, and is not a formatting command such as writing from right to left.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
      false
    default: true
    }
  }

  /// Whether it is one of the bars and arrows that the samples draw.
  fileprivate var isOurs: Bool {
    (0x2581...0x2588).contains(value) || value == 0x2191 || value == 0x2193 || value == 0xB7
  }

  /// Whether it is, roughly, two columns wide in East Asian scripts.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

/// The style of characters.
public struct Style: Equatable, Sendable {
  /// A color of the terminal.
  public enum Color: Int, Sendable { case red = 31, green, yellow, blue, magenta, cyan }

  /// The color of the character, or `nil` for the terminal's own.
  public var color: Color?
  /// Whether the text is bold.
  public var isBold: Bool
  /// Whether the text is dim.
  public var isDim: Bool
  /// Whether the text and its background have exchanged colors.
  public var isReversed: Bool

  /// Creates a style.
  public init(
    color: Color? = nil, isBold: Bool = false, isDim: Bool = false, isReversed: Bool = false
  ) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
  }

  /// The style of the terminal.
  public static let normal = Style()
  /// Bold text.
  public static let bold = Style(isBold: true)
  /// Dim text.
  public static let dim = Style(isDim: true)
  /// Exchanged colors, such as for a selected row.
  public static let reversed = Style(isReversed: true)

  /// The sequence that switches a terminal to this style.
  public var sequence: String {
    var codes = ""
    if isBold { codes += ";1" }
    if isDim { codes += ";2" }
    if isReversed { codes += ";7" }
    if let color { codes += ";\(color.rawValue)" }
    return codes.isEmpty ? "\u{1B}[m" : "\u{1B}[0\(codes)m"
  }
}

/// A line of the screen: pieces of text, each with its style.
///
/// Blanks fill the rest.
public struct StyledLine: Equatable, Sendable {
  /// A text in one style.
  public struct Piece: Equatable, Sendable {
    /// The characters of the row, without blanks at the end.
    public var text: String
    /// The style of the text.
    public var style: Style

    /// Creates a piece.
    public init(text: String, style: Style) {
      self.text = text
      self.style = style
    }
  }

  /// The pieces, from left to right.
  public var pieces: [Piece]
  /// The style of the blanks after the text.
  public var fill: Style

  /// Creates a line of one piece, whose style extends to the end of the line.
  public init(_ text: String, _ style: Style = .normal) {
    pieces = [Piece(text: text, style: style)]
    fill = style
  }

  /// Creates a line of several pieces, followed by blanks in the normal style.
  public init(_ pieces: (text: String, style: Style)...) {
    self.pieces = pieces.map { Piece(text: $0.text, style: $0.style) }
    fill = .normal
  }
}
