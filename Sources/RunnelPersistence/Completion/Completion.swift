// SPDX-License-Identifier: MIT

import Foundation

/// Decodes saved values that lack properties, because these were added to their types later.
///
/// A type can decode a property of its own accord without an error, for example with `try?`, so a
/// value is decoded as it is first. If that fails because of a property, it is decoded again with
/// this property filled in, and so on. The properties are remembered by type: a thousand elements
/// without one need one more decoding.
///
/// What the last of several ways to decode an object lacks isn't filled in: the object is another
/// one, such as that of a newer version, and would be lost.
///
/// `@unchecked`: only the thread that decodes uses it. A decoder accepts nothing else.
final class Completion: @unchecked Sendable {
  /// A property of a type, also of a case of an enumeration.
  struct Property: Hashable {
    let type: ObjectIdentifier
    let path: [String]
  }

  private static let key = CodingUserInfoKey(rawValue: "runnel.completion")
  /// The value whose properties have the values to fill in, as JSON, or `nil` for none.
  private let initial: JSON?
  private lazy var examples = Examples(in: roots)
  private let roots: [any Encodable]
  private let prefix: Int
  private var filled: Set<Property> = []
  /// The properties that were missing in the last decoding, by their full paths.
  private var missing: [[String]: Property] = [:]
  private var attempts = Attempts()
  /// The paths of the properties that were filled in, with `[]` for a position, in order.
  private(set) var added: [String] = []
  private var addedNames: Set<String> = []

  /// Finds properties in `initial` by their paths, and in `examples` by their types.
  ///
  /// `prefix` is the number of keys in front of the value's own path.
  init(initial: JSON? = nil, examples: [any Encodable], prefix: Int = 0) {
    self.initial = initial
    self.prefix = prefix
    roots = examples
  }

  /// Returns a value as it is, or if it lacks properties, with these filled in.
  func value<Value: Decodable>(
    _ type: Value.Type, from data: Data, _ decoder: JSONDecoder = SavedCoding.makeDecoder()
  ) throws -> Value {
    do { return try decoder.decode(type, from: data) } catch DecodingError.keyNotFound {
      return try decode(Filled<Value>.self, from: data).value
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let decoder = SavedCoding.makeDecoder()
    if let key = Completion.key { decoder.userInfo[key] = self }
    while true {
      missing = [:]
      attempts = Attempts()
      do {
        return try decoder.decode(type, from: data)
      } catch DecodingError.keyNotFound(let key, let context) {
        let path = (context.codingPath + [key]).map(Completion.text)
        guard let property = missing[path], filled.insert(property).inserted
        else { throw DecodingError.keyNotFound(key, context) }
      }
    }
  }

  static func of(_ decoder: any Decoder) -> Completion? {
    key.flatMap { decoder.userInfo[$0] as? Completion }
  }

  static func text(_ key: any CodingKey) -> String {
    // The keys of properties can have numbers, too. That of a position is `Index 3`.
    key.stringValue == key.intValue.map { "Index \($0)" } ? "[]" : key.stringValue
  }

  func begin(_ path: [any CodingKey], knowsObject: () throws -> Bool) rethrows {
    guard path.count == prefix, !attempts.knowsRoot else { return }
    attempts.knowsRoot = try knowsObject()
  }

  /// Decodes the value of a key that is there, in an object, and records whether that fails.
  func attempt<Result>(
    _ key: String, at path: @autoclosure () -> [any CodingKey], isLeaf: Bool = false,
    _ body: () throws -> Result
  ) throws -> Result {
    do {
      let result = try body()
      if !attempts.failures.isEmpty {
        attempts.failures[path().map(\.stringValue)]?[key] = nil
      }
      return result
    } catch {
      attempts.failures[path().map(\.stringValue), default: [:]][key] = isLeaf
      throw error
    }
  }

  /// Returns the value of a missing property, or throws the error of a missing key.
  func value<Value: Decodable>(of type: Value.Type, for property: MissingProperty) throws -> Value {
    try fill(property) { json in
      if let json, let value = try? SavedCoding.decode(type, from: SavedCoding.encode(json)) {
        return value
      }
      return try? EmptyDecoder.value(of: type)
    }
  }

  /// Returns a decoder of a missing container, or throws the error of a missing key.
  func decoder(for property: MissingProperty) throws -> any Decoder {
    try fill(property) { json in
      let example = json.flatMap { json in
        try? SavedCoding.decode(SavedCoding.Undecoded.self, from: SavedCoding.encode(json)).decoder
      }
      return example ?? EmptyDecoder(codingPath: property.path + [property.key])
    }
  }

  private func fill<Result>(
    _ missed: MissingProperty, with result: (JSON?) -> Result?
  ) throws -> Result {
    let names = (missed.path + [missed.key]).map(Completion.text)
    let property = Property(
      type: ObjectIdentifier(missed.owner.type), path: Array(names.dropFirst(missed.owner.depth)))
    let object = missed.path.map(\.stringValue)
    let isInDoubt =
      attempts.areInDoubt(object, ObjectIdentifier(missed.keys))
      || object.count == prefix && !attempts.knowsRoot
    if !isInDoubt { missing[names] = property }
    guard !isInDoubt, filled.contains(property),
      let result = result(initial?.value(at: names) ?? examples.value(of: property, missed.keys))
    else {
      if missed.knowsObject { attempts.missing[object, default: []].insert(.init(missed.keys)) }
      throw DecodingError.keyNotFound(
        missed.key,
        DecodingError.Context(
          codingPath: missed.path, debugDescription: "The property is missing."))
    }
    let name = names.dropFirst(prefix).joined(separator: ".")
      .replacingOccurrences(of: ".[]", with: "[]")
    if addedNames.insert(name).inserted { added.append(name) }
    return result
  }
}

struct MissingProperty {
  let key: any CodingKey
  let path: [any CodingKey]
  let keys: any CodingKey.Type
  /// The object has other keys of this type.
  let knowsObject: Bool
  let owner: FillingDecoder.Owner
}

/// What has failed in a decoding, although a type has gone on then, for example with `try?`.
private struct Attempts {
  /// The keys of values that couldn't be decoded, by the paths of their objects, and whether as
  /// values without parts.
  var failures: [[String]: [String: Bool]] = [:]
  /// The types of the keys of which objects lack one, although they have others.
  var missing: [[String]: Set<ObjectIdentifier>] = [:]
  /// The whole value has a key that was asked for, or none at all.
  var knowsRoot = false

  /// Returns whether an object was decoded in another way before, at least in part.
  func areInDoubt(_ object: [String], _ keys: ObjectIdentifier) -> Bool {
    if failures[object]?.isEmpty == false { return true }
    if missing[object]?.contains(where: { $0 != keys }) == true { return true }
    return !failures.isEmpty
      && object.indices.contains { failures[Array(object[..<$0])]?[object[$0]] == false }
  }
}

/// Values that have all properties of their types.
struct Examples {
  private struct Request: Hashable {
    let property: Completion.Property
    let keys: ObjectIdentifier
  }

  /// In the order in which they were found.
  private var types: [ObjectIdentifier] = []
  private var values: [ObjectIdentifier: [any Encodable]] = [:]
  /// The JSON of the values that were needed: a thousand elements need the same one.
  private var encoded: [ObjectIdentifier: [JSON]] = [:]
  private var found: [Request: JSON?] = [:]
  /// The number of values of one type: the cases of an enumeration have different properties.
  private static let valueLimit = 32
  /// The number of elements of a collection that are looked at.
  private static let elementLimit = 32
  /// The number of values in one root, which can contain itself.
  private static let limit = 10_000

  init(in roots: [any Encodable]) {
    for root in roots { collect(root) }
  }

  /// Collects the values in a root, level by level, so that none takes the place of its neighbors.
  private mutating func collect(_ root: any Encodable) {
    var parts: [Any] = [root]
    var next = 0
    while next < parts.count {
      let value = parts[next]
      next += 1
      let type = ObjectIdentifier(type(of: value))
      if let value = value as? any Encodable, values[type, default: []].count < Self.valueLimit {
        if values[type] == nil { types.append(type) }
        values[type, default: []].append(value)
      }
      let mirror = Mirror(reflecting: value)
      let isCollection = [.collection, .set, .dictionary].contains(mirror.displayStyle)
      let count = isCollection ? Self.elementLimit : Int.max
      parts += mirror.children.prefix(min(count, Self.limit - parts.count)).map(\.value)
    }
  }

  /// Returns the value of a property in the first example of its type that has it, or in one that
  /// has no other keys: a type can have another one decode its own object.
  mutating func value(of property: Completion.Property, _ keys: any CodingKey.Type) -> JSON? {
    let request = Request(property: property, keys: ObjectIdentifier(keys))
    if let result = found[request] { return result }
    let result = search(for: property, keys)
    found[request] = .some(result)
    return result
  }

  private mutating func search(
    for property: Completion.Property, _ keys: any CodingKey.Type
  ) -> JSON? {
    for json in examples(of: property.type) {
      if let value = json.value(at: property.path) { return value }
    }
    guard property.path.count == 1 else { return nil }
    for type in types {
      for case .object(let members) in examples(of: type) {
        guard let value = members[property.path[0]] else { continue }
        if members.keys.allSatisfy({ keys.init(stringValue: $0) != nil }) { return value }
      }
    }
    return nil
  }

  private mutating func examples(of type: ObjectIdentifier) -> [JSON] {
    if let examples = encoded[type] { return examples }
    let examples = (values[type] ?? []).compactMap { try? SavedCoding.json($0) }
    encoded[type] = examples
    return examples
  }
}

extension JSON {
  fileprivate func value(at path: [String]) -> JSON? { path.reduce(self) { $0?[$1] } }
}
