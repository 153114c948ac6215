// SPDX-License-Identifier: MIT

import Foundation

/// The encoding of actions and states in recordings.
///
/// Equal values have equal bytes: keys are in ascending order. Floating-point values that JSON
/// doesn't have become strings, and dates keep all their digits.
enum SessionCoder {
  struct Failure: Error {
    let description: String
    var isSize = false
  }

  /// The largest number of bytes of a value: a line with two of them can be read.
  static let sizeLimit = SessionLimits().lineSize / 2 - (1 << 20)
  /// The largest nesting of a value: a difference of the line nests it further.
  static let depthLimit = JSONParser.depthLimit - 6

  /// Returns a value as JSON that ``Session`` reads: an encoder also writes what isn't JSON, such
  /// as a `Decimal` that is no number.
  static func json(
    _ value: any Encodable, _ encoder: JSONEncoder, sizeLimit: Int = sizeLimit
  ) throws(Failure) -> [UInt8] {
    let json: [UInt8]
    do { json = Array(try encoder.encode(value)) } catch {
      throw Failure(description: text(of: error))
    }
    guard json.count <= sizeLimit else {
      throw Failure(
        description: "it takes \(json.count) bytes as JSON, and at most \(sizeLimit) can be read",
        isSize: true)
    }
    if let failure = JSONParser.failure(in: json, depthLimit: depthLimit) {
      throw Failure(description: failure.reason + place(failure.path))
    }
    return json
  }

  /// Returns an error of an encoder or a decoder with its place in the value, but not the value.
  static func text(of error: any Error) -> String {
    switch error {
    case EncodingError.invalidValue(_, let context):
      context.debugDescription + place(context.codingPath.map(\.stringValue))
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
      context.debugDescription + place(context.codingPath.map(\.stringValue))
    default: "\(error)"
    }
  }

  private static func place(_ path: [String]) -> String {
    if path.isEmpty { return "" }
    let short = path.count > 20 ? path.prefix(20) + ["…"] : path[...]
    return " (\(short.joined(separator: ".")))"
  }

  static func makeEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }

  static func makeDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}
