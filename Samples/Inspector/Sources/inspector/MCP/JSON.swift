// SPDX-License-Identifier: MIT

import Foundation
import RunnelPersistence

/// A value of a message: what the client sends, and what the server answers.
typealias JSON = RunnelPersistence.JSON

extension JSON {
  /// The largest number of arrays and objects that are inside one another in a message.
  ///
  /// `JSONDecoder` takes a time in proportion to its third power.
  private static let depthLimit = 32

  /// Returns the value of a text, or `nil` if it isn't JSON in UTF-8 that can be read.
  static func read(_ text: Data) -> JSON? {
    var (depth, isText, isEscaped) = (0, false, false)
    for byte in text {
      if isEscaped {
        isEscaped = false
      } else if isText, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isText.toggle()
      } else if !isText, "[{".utf8.contains(byte) {
        depth += 1
      } else if !isText, "]}".utf8.contains(byte) {
        depth -= 1
      }
      // UTF-16 has such bytes.
      if depth > depthLimit || byte == 0 { return nil }
    }
    return try? JSONDecoder().decode(JSON.self, from: text)
  }

  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var integer: Int? { if case .integer(let value) = self { value } else { nil } }

  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  var line: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // No value of an answer is a number that JSON doesn't have.
    return (try? encoder.encode(self)) ?? Data("null".utf8)
  }
}
