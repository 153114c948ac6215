// SPDX-License-Identifier: MIT

/// A secret in the addresses of the page and of the app.
struct Token: Sendable {
  let text: String

  /// Creates a token of letters and digits, or returns `nil` if it is another text or is short.
  init?(_ text: String) {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        true
      default: false
      }
    }
    guard isPlain, (16...128).contains(text.utf8.count) else { return nil }
    self.text = text
  }

  private init(bytes: [UInt8]) {
    text = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  static func random() -> Token {
    var generator = SystemRandomNumberGenerator()
    return Token(bytes: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// Returns whether a text is the token, in a time that doesn't depend on the text.
  func matches(_ other: some StringProtocol) -> Bool {
    let (own, other) = (Array(text.utf8), Array(other.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
