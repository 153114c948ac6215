// SPDX-License-Identifier: MIT

import Foundation

/// A decoder of a value whose numbers are zero, whose texts and collections are empty, and whose
/// optionals are `nil`.
struct EmptyDecoder: Decoder, SingleValueDecodingContainer {
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Returns such a value of a type.
  ///
  /// - Throws: An error if the type has none, as most enumerations.
  static func value<Value: Decodable>(
    of type: Value.Type, at path: [any CodingKey] = []
  ) throws -> Value {
    // A type that contains itself would never end.
    if path.count > 64 { throw error(path) }
    let value: Any? =
      switch type {
      case is Bool.Type: false
      case is String.Type: ""
      case is Date.Type: Date(timeIntervalSinceReferenceDate: 0)
      case is Data.Type: Data()
      case is Decimal.Type: Decimal(0)
      case is URL.Type: nil
      case let type as any FixedWidthInteger.Type: type.init(0)
      case let type as any BinaryFloatingPoint.Type: type.init(0)
      default: try Value(from: EmptyDecoder(codingPath: path))
      }
    guard let value = value as? Value else { throw error(path) }
    return value
  }

  private static func error(_ path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: "The type has no empty value."))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(codingPath: codingPath) }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { true }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try EmptyDecoder.value(of: type, at: codingPath)
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    var allKeys: [Key] { [] }
    func contains(_ key: Key) -> Bool { false }
    func decodeNil(forKey key: Key) -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try EmptyDecoder.value(of: type, at: codingPath + [key])
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { decoder(for: key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
      decoder(for: key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { EmptyDecoder(codingPath: codingPath) }
    func superDecoder(forKey key: Key) -> any Decoder { decoder(for: key) }

    private func decoder(for key: Key) -> EmptyDecoder {
      EmptyDecoder(codingPath: codingPath + [key])
    }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }
    func decodeNil() -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      throw EmptyDecoder.error(codingPath)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { throw EmptyDecoder.error(codingPath) }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      throw EmptyDecoder.error(codingPath)
    }

    func superDecoder() throws -> any Decoder { throw EmptyDecoder.error(codingPath) }
  }
}
