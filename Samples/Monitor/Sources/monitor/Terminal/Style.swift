// SPDX-License-Identifier: MIT

/// The style of characters.
struct Style: Equatable, Sendable {
  enum Color: Int, Sendable {
    case red = 31, green, yellow, blue, magenta, cyan
  }

  var color: Color?
  var isBold = false
  var isDim = false
  var isReversed = false

  static let normal = Style()
  static let bold = Style(isBold: true)
  static let dim = Style(isDim: true)
  static let reversed = Style(isReversed: true)

  /// The sequence that switches a terminal to this style.
  var sequence: String {
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
struct StyledLine: Equatable, Sendable {
  struct Piece: Equatable, Sendable {
    var text: String
    var style: Style
  }

  var pieces: [Piece]
  /// The style of the blanks after the text.
  var fill: Style

  /// Creates a line of one piece, whose style extends to the end of the line.
  init(_ text: String, _ style: Style = .normal) {
    pieces = [Piece(text: text, style: style)]
    fill = style
  }

  /// Creates a line of several pieces, followed by blanks in the normal style.
  init(_ pieces: (text: String, style: Style)...) {
    self.pieces = pieces.map { Piece(text: $0.text, style: $0.style) }
    fill = .normal
  }
}
