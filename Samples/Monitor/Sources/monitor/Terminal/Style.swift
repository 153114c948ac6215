// SPDX-License-Identifier: MIT

/// How characters look.
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

  /// What makes a terminal write like this from now on.
  var sequence: String {
    var codes = ""
    if isBold { codes += ";1" }
    if isDim { codes += ";2" }
    if isReversed { codes += ";7" }
    if let color { codes += ";\(color.rawValue)" }
    return codes.isEmpty ? "\u{1B}[m" : "\u{1B}[0\(codes)m"
  }
}

/// A line of the screen: pieces of text, each with its style. Blanks fill the rest.
struct StyledLine: Equatable, Sendable {
  struct Piece: Equatable, Sendable {
    var text: String
    var style: Style
  }

  var pieces: [Piece]
  /// How the blanks after the text look.
  var fill: Style

  /// A line of one piece, which looks the same to the end.
  init(_ text: String, _ style: Style = .normal) {
    pieces = [Piece(text: text, style: style)]
    fill = style
  }

  /// A line of several pieces, on a normal ground.
  init(_ pieces: (text: String, style: Style)...) {
    self.pieces = pieces.map { Piece(text: $0.text, style: $0.style) }
    fill = .normal
  }
}
