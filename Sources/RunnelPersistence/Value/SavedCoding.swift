// SPDX-License-Identifier: MIT

import Foundation

enum SavedCoding {
  /// The envelope of a value: `{"value":{…},"version":3}`.
  struct Envelope<Value> {
    var value: Value
    var version: Int
  }

  /// The envelope without its value, which a later version can have changed.
  private struct Header: Decodable { let version: Int }

  struct Undecoded: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) { self.decoder = decoder }
  }

  /// Returns the version of contents, or `nil` for JSON from before Runnel.
  ///
  /// Only an object with both keys is an envelope: an old value can have a `version` of its own.
  static func version(of data: Data, adoptsPlain: Bool) throws -> Int? {
    if adoptsPlain {
      let members = try? decode([String: Undecoded].self, from: data)
      if members?["value"] == nil || members?["version"] == nil { return nil }
    }
    return try decode(Header.self, from: data).version
  }

  /// Encodes a value with sorted keys, so that equal values have equal bytes.
  ///
  /// An error names the part that can't be encoded.
  static func encode(_ value: some Encodable) throws -> Data {
    do {
      let data = try makeEncoder().encode(value)
      // The encoder writes a `Decimal` that is no number in a way that is no JSON.
      if data.range(of: Data("NaN".utf8)) != nil { _ = try decode(JSON.self, from: data) }
      return data
    } catch EncodingError.invalidValue(let part, let context) where !context.codingPath.isEmpty {
      throw EncodingError.invalidValue(part, context)
    } catch {
      throw Unencodable(in: value) ?? error
    }
  }

  static func json(_ value: some Encodable) throws -> JSON {
    try decode(JSON.self, from: encode(value))
  }

  static func makeEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }

  static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try makeDecoder().decode(type, from: data)
  }

  static func makeDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }

  static func migrate(
    _ json: JSON, from start: Int, to end: Int, with migrations: [Migration],
    _ completion: Completion, in storage: Any, row: String? = nil
  ) throws(PersistenceError) -> JSON {
    if start > end {
      throw PersistenceError(.newerVersion(start, supported: end), in: storage, row: row)
    }
    var json = json
    for version in start..<end {
      guard let migration = migrations.first(where: { $0.version == version })
      else { throw PersistenceError(.missingMigration(from: version), in: storage, row: row) }
      json = try PersistenceError.wrap(
        { .failedMigration(from: version, $0) }, in: storage, row: row
      ) { try migration.run(json, completion) }
    }
    return json
  }
}

extension SavedCoding.Envelope: Encodable where Value: Encodable {}
extension SavedCoding.Envelope: Decodable where Value: Decodable {}
