// SPDX-License-Identifier: MIT

import Foundation

struct Filled<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    guard let completion = Completion.of(decoder), !Filled.isLeaf else {
      value = try decoder.singleValueContainer().decode(Value.self)
      return
    }
    let owner = FillingDecoder.Owner(
      type: Value.self, depth: decoder.codingPath.count, completion: completion)
    value = try Value(from: FillingDecoder(base: decoder, owner: owner))
  }

  /// Whether the decoder makes such a value itself.
  fileprivate static var isLeaf: Bool {
    switch Value.self {
    case is Date.Type, is Data.Type, is URL.Type, is Decimal.Type, is Bool.Type, is String.Type,
      is any FixedWidthInteger.Type, is any BinaryFloatingPoint.Type:
      true
    default: false
    }
  }
}

/// A decoder that asks a completion for the properties that are missing.
struct FillingDecoder: Decoder, SingleValueDecodingContainer {
  struct Owner {
    let type: any Any.Type
    let depth: Int
    let completion: Completion
  }

  let base: any Decoder
  let owner: Owner

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let container = try base.container(keyedBy: type)
    try owner.completion.begin(codingPath) {
      try !container.allKeys.isEmpty
        || base.singleValueContainer().decode([String: SavedCoding.Undecoded].self).isEmpty
    }
    return KeyedDecodingContainer(Keyed(base: container, owner: owner))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    Unkeyed(base: try base.unkeyedContainer(), owner: owner)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { (try? base.singleValueContainer().decodeNil()) ?? false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try base.singleValueContainer().decode(Filled<Value>.self).value
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>
    let owner: Owner

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }
    func contains(_ key: Key) -> Bool { base.contains(key) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      guard base.contains(key)
      else { return try owner.completion.value(of: type, for: missing(key)) }
      return try attempt(key, isLeaf: Filled<Value>.isLeaf) {
        try base.decode(Filled<Value>.self, forKey: key).value
      }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      guard base.contains(key) else { return try decoder(for: key).container(keyedBy: type) }
      let nested = try attempt(key) { try base.nestedContainer(keyedBy: type, forKey: key) }
      return KeyedDecodingContainer<Nested>(
        FillingDecoder.Keyed<Nested>(base: nested, owner: owner))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      guard base.contains(key) else { return try decoder(for: key).unkeyedContainer() }
      let nested = try attempt(key) { try base.nestedUnkeyedContainer(forKey: key) }
      return Unkeyed(base: nested, owner: owner)
    }

    func superDecoder() throws -> any Decoder {
      FillingDecoder(base: try base.superDecoder(), owner: owner)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
      guard base.contains(key) else { return try decoder(for: key) }
      return FillingDecoder(base: try base.superDecoder(forKey: key), owner: owner)
    }

    private func decoder(for key: Key) throws -> any Decoder {
      try owner.completion.decoder(for: missing(key))
    }

    private func missing(_ key: Key) -> MissingProperty {
      MissingProperty(
        key: key, path: codingPath, keys: Key.self, knowsObject: !base.allKeys.isEmpty,
        owner: owner)
    }

    private func attempt<Result>(
      _ key: Key, isLeaf: Bool = false, _ body: () throws -> Result
    ) throws -> Result {
      try owner.completion.attempt(key.stringValue, at: codingPath, isLeaf: isLeaf, body)
    }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer
    let owner: Owner

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }
    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      // The key of a position in the paths of Foundation's decoder.
      let (key, path) = ("Index \(currentIndex)", codingPath)
      return try owner.completion.attempt(key, at: path, isLeaf: Filled<Value>.isLeaf) {
        try base.decode(Filled<Value>.self).value
      }
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      KeyedDecodingContainer(Keyed(base: try base.nestedContainer(keyedBy: type), owner: owner))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      Unkeyed(base: try base.nestedUnkeyedContainer(), owner: owner)
    }

    mutating func superDecoder() throws -> any Decoder {
      FillingDecoder(base: try base.superDecoder(), owner: owner)
    }
  }
}
