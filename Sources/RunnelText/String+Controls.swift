// SPDX-License-Identifier: MIT

extension String {
  /// The text with control characters as escapes, such as `\n` and `\u{1B}`.
  ///
  /// Texts with values of a user or of a URL are written to terminals and logs, where a newline
  /// forges a line, and an escape sequence or a change of direction hides one. O(length).
  package var escapingControls: String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        result += scalar.escaped(asASCII: true)
      case .format where scalar.properties.isBidiControl:
        result += scalar.escaped(asASCII: true)
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
