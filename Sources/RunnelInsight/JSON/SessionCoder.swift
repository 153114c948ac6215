// SPDX-License-Identifier: MIT

import Foundation

/// The encoding of actions and states in recordings.
///
/// Equal values have equal bytes: keys are in ascending order. Floating-point values that JSON
/// doesn't have become strings, and dates keep all their digits.
enum SessionCoder {
  /// Returns an encoder for the payloads and states of a recording.
  static func makeEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }

  /// Returns a decoder for the payloads and states of a recording.
  static func makeDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}
