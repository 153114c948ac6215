// SPDX-License-Identifier: MIT

/// The style of characters.
public struct Style: Equatable, Sendable {
  /// A color of the terminal.
  public enum Color: Int, Sendable {
    case red = 31, green, yellow, blue, magenta, cyan
  }

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
    /// The text.
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
