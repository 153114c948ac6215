// SPDX-License-Identifier: MIT

import Foundation

/// A decoder of a value with zeros, empty texts and collections, and `nil`.
struct EmptyDecoder: Decoder, SingleValueDecodingContainer {
  let codingPath: [any CodingKey]
  var types: [ObjectIdentifier] = []
  /// Arrays have as many empty values as their type asks for.
  var hasElements = false
  private let request = Request()
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  private final class Request { var isMade = false }

  /// Returns such a value of a type, or throws if the type has none, as most enumerations.
  static func value<Value: Decodable>(of type: Value.Type) throws -> Value {
    try EmptyDecoder(codingPath: []).value(of: type)
  }

  private func value<Value: Decodable>(of type: Value.Type) throws -> Value {
    // A type that contains itself would never end, or take endless time if it tries several ways.
    let isNested = types.contains(ObjectIdentifier(type))
    if isNested || codingPath.count > 64 { throw EmptyDecoder.error(codingPath) }
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
      default: try compound(type)
      }
    guard let value = value as? Value else { throw EmptyDecoder.error(codingPath) }
    return value
  }

  /// Returns a value of parts, also of one that is stored as an array, such as a point.
  private func compound<Value: Decodable>(_ type: Value.Type) throws -> Value {
    var decoder = EmptyDecoder(codingPath: codingPath, types: types + [ObjectIdentifier(type)])
    do {
      return try Value(from: decoder)
    } catch {
      guard decoder.request.isMade else { throw error }
      decoder.hasElements = true
      return try Value(from: decoder)
    }
  }

  private func nested(_ key: (any CodingKey)? = nil) -> EmptyDecoder {
    EmptyDecoder(
      codingPath: codingPath + (key.map { [$0] } ?? []), types: types, hasElements: hasElements)
  }

  private static func error(_ path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: "The type has no empty value."))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(decoder: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { true }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(of: type) }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: EmptyDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { [] }
    func contains(_ key: Key) -> Bool { false }
    func decodeNil(forKey key: Key) -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder.nested(key).value(of: type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { decoder.nested(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
      decoder.nested(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder.nested(key) }
  }

  /// An empty array, or empty values for a type that doesn't ask for its end, such as a point.
  private struct Unkeyed: UnkeyedDecodingContainer {
    /// Enough for a matrix: a type that goes on until there is an error would never end.
    private static let limit = 16
    let decoder: EmptyDecoder
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    func decodeNil() -> Bool { true }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try next().value(of: type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> EmptyDecoder {
      decoder.request.isMade = true
      guard decoder.hasElements, currentIndex < Unkeyed.limit
      else { throw EmptyDecoder.error(codingPath) }
      currentIndex += 1
      return decoder.nested()
    }
  }
}
