// SPDX-License-Identifier: MIT

import Foundation
import RunnelPersistence

/// A value of a message: what the client sends, and what the server answers.
typealias JSON = RunnelPersistence.JSON

extension JSON {
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var integer: Int? { if case .integer(let value) = self { value } else { nil } }

  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value in one line.
  var line: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // No value of an answer is a number that JSON doesn't have.
    return (try? encoder.encode(self)) ?? Data("null".utf8)
  }
}
