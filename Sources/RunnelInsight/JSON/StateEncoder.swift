// SPDX-License-Identifier: MIT

import Foundation

/// Encodes the states of one store as JSON, one after the other.
///
/// A property, an element or a value of a dictionary that has the bytes it had in the last state
/// isn't encoded again. That state is retained, so that nothing else can have the address of
/// something in it. What changes inside of an object isn't seen, as by observers.
///
/// `@unchecked`: its owner uses it on one queue at a time.
final class StateEncoder: @unchecked Sendable {
  private let encoder = SessionCoder.makeEncoder()
  private var last = EncodedPart()
  private var round = 0
  private var depth = 0
  /// Values that are nested more deeply are encoded as a whole, which takes less of the stack.
  private static let depthLimit = 32

  /// Returns a state as JSON, or `nil` if a part of it can't be recorded.
  ///
  /// O(number of changed parts), beside comparing the bytes of all others.
  func json(_ state: any Encodable) -> JSONValue? {
    do {
      _ = try update(last, to: state)
      return last.json
    } catch {
      last = EncodedPart()
      return nil
    }
  }

  fileprivate func update<Value: Encodable>(_ part: EncodedPart, to value: Value) throws -> Bool {
    let copy = withUnsafePointer(to: value) {
      CopiedValues(UnsafeBufferPointer(start: $0, count: 1))
    }
    if let last = part.value as? CopiedValues<Value>, !(Value.self is AnyClass),
      copy.isSame(at: 0, as: last, at: 0)
    {
      return false
    }
    part.json = try json(value, part)
    part.value = copy
    return true
  }

  private func json<Value: Encodable>(_ value: Value, _ part: EncodedPart) throws -> JSONValue {
    if !(value is any EncodableElements) { part.elements = nil }
    switch value {
    case let text as String: return .string(text)
    case let number as Int: return .integer(number)
    case let flag as Bool: return .bool(flag)
    // The encoder of Foundation has forms of its own for these.
    case is URL, is Decimal: return try whole(value)
    case _ where depth == Self.depthLimit: return try whole(value)
    case let elements as any EncodableElements:
      return try elements.encode(in: part, encodedBy: whole)
    default: break
    }
    depth += 1
    defer { depth -= 1 }
    round += 1
    let parts = PartEncoder(part, Value.self, round, self)
    try value.encode(to: parts)
    if let json = parts.finish() { return json }
    part.parts = [:]
    part.isObject = false
    return try whole(value)
  }

  private func whole(_ value: any Encodable) throws -> JSONValue {
    try JSONParser.value(in: SessionCoder.json(value, encoder))
  }
}

/// Copies of values in memory that was zero before: what lies between their properties then doesn't
/// count when bytes are compared.
private final class CopiedValues<Value> {
  let count: Int
  private let start: UnsafeMutablePointer<Value>

  init(_ values: UnsafeBufferPointer<Value>) {
    count = values.count
    start = .allocate(capacity: count)
    memset(start, 0, count * MemoryLayout<Value>.stride)
    // An empty struct has no address.
    if let first = values.baseAddress, MemoryLayout<Value>.size > 0 {
      start.initialize(from: first, count: count)
    }
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }

  /// Replaces those that differ from as many others, and returns their positions in order: copying
  /// all would take most of the time of an encoding.
  func update(to values: UnsafeBufferPointer<Value>) -> [Int] {
    let size = MemoryLayout<Value>.size
    guard let first = values.baseAddress, size > 0 else { return [] }
    return values.indices.filter { index in
      if memcmp(start + index, first + index, size) == 0 { return false }
      let copy = CopiedValues(UnsafeBufferPointer(start: first + index, count: 1))
      // Only what lies between the properties can differ.
      if copy.isSame(at: 0, as: self, at: index) { return false }
      // The copy releases what is replaced. A `swap` of values would leave out the bytes between.
      let own = UnsafeMutableRawBufferPointer(start: start + index, count: size)
      let other = UnsafeMutableRawBufferPointer(start: copy.start, count: size)
      for offset in own.indices { swap(&own[offset], &other[offset]) }
      return true
    }
  }

  func isSame(at index: Int, as other: CopiedValues, at otherIndex: Int) -> Bool {
    memcmp(start + index, other.start + otherIndex, MemoryLayout<Value>.size) == 0
  }

  /// Returns what is between the values that both begin and end with.
  func changedRanges(since last: CopiedValues) -> (old: Range<Int>, new: Range<Int>) {
    let common = min(count, last.count)
    let start = (0..<common).first { !isSame(at: $0, as: last, at: $0) } ?? common
    let end =
      (0..<common - start).first { !isSame(at: count - 1 - $0, as: last, at: last.count - 1 - $0) }
      ?? common - start
    return (start..<last.count - end, start..<count - end)
  }
}

/// An array, whose elements are encoded one by one if few of them have changed.
private protocol EncodableElements {
  func encode(
    in part: EncodedPart, encodedBy encode: (any Encodable) throws -> JSONValue
  ) throws -> JSONValue
}

extension Array: EncodableElements where Element: Encodable {
  fileprivate func encode(
    in part: EncodedPart, encodedBy encode: (any Encodable) throws -> JSONValue
  ) throws -> JSONValue {
    guard let last = part.elements as? CopiedValues<Element>, case .array(var elements) = part.json,
      !(Element.self is AnyClass)
    else {
      part.elements = withUnsafeBufferPointer { CopiedValues($0) }
      return try encode(self)
    }
    var (old, new) = (0..<0, 0..<0)
    if last.count == count {
      let changed = withUnsafeBufferPointer { last.update(to: $0) }
      if 4 * changed.count <= count {
        for index in changed { elements[index] = try encode(self[index]) }
        return .array(elements)
      }
      new = (changed.first ?? 0)..<(changed.last ?? -1) + 1
      old = new
    } else {
      let copy = withUnsafeBufferPointer { CopiedValues($0) }
      part.elements = copy
      (old, new) = copy.changedRanges(since: last)
    }
    if case .array(let encoded) = try encode(Array(self[new])) {
      elements.replaceSubrange(old, with: encoded)
    }
    return .array(elements)
  }
}

private final class EncodedPart {
  var value: AnyObject?
  var elements: AnyObject?
  var json = JSONValue.null
  var shape = PartEncoder.Shape.empty
  var isObject = false
  /// The properties, by their keys, or the only value in this one, without a key.
  var parts: [ExactText: EncodedPart] = [:]
  var position = 0
  var round = 0
}

/// An encoder of values that consist of properties or one other value, which refuses any others.
private final class PartEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
  enum Shape { case empty, keyed, single, other }

  private let part: EncodedPart
  private let type: Any.Type
  private let round: Int
  private let states: StateEncoder
  private var shape = Shape.empty
  private var changed: [EncodedPart] = []
  private(set) var count = 0
  private var hasNewKeys = false

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ part: EncodedPart, _ type: Any.Type, _ round: Int, _ states: StateEncoder) {
    self.part = part
    self.type = type
    self.round = round
    self.states = states
  }

  /// Returns the encoded value, or `nil` if it asked for something else.
  func finish() -> JSONValue? {
    switch shape {
    case .empty:
      (part.parts, part.isObject) = ([:], false)
      return .object([])
    case .single:
      part.isObject = false
      return count == 1 ? part.parts[ExactText("")]?.json : nil
    case .other: return nil
    case .keyed: break
    }
    if !hasNewKeys, count == part.parts.count, part.isObject, case .object(var members) = part.json
    {
      for part in changed { members[part.position].value = part.json }
      return .object(members)
    }
    part.parts = part.parts.filter { $0.value.round == round }
    part.isObject = true
    let members = part.parts.sorted { $0.key.text < $1.key.text }.enumerated().map {
      position, part in
      part.value.position = position
      return JSONValue.Member(key: part.key.text, value: part.value.json)
    }
    return .object(members)
  }

  private func enter(_ shape: Shape) {
    self.shape = self.shape == .empty || self.shape == shape ? shape : .other
    if part.shape != shape { part.parts = [:] }
    part.shape = shape
  }

  func put<Value: Encodable>(_ value: Value, _ key: String) throws {
    // Only Foundation knows how to encode a value that encodes itself as itself.
    if shape == .single, Value.self == type { shape = .other }
    guard shape != .other else { return }
    let key = ExactText(key)
    let part = part.parts[key] ?? add(key)
    if part.round != round { count += 1 }
    part.round = round
    do {
      if try states.update(part, to: value) { changed.append(part) }
    } catch {
      // The value may go on without the part.
      shape = .other
      throw error
    }
  }

  private func add(_ key: ExactText) -> EncodedPart {
    let added = EncodedPart()
    part.parts[key] = added
    hasNewKeys = true
    return added
  }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    enter(.keyed)
    return KeyedEncodingContainer(KeyedParts(encoder: self))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    enter(.single)
    return self
  }

  func encode(_ value: some Encodable) throws { try put(value, "") }

  // MARK: Other forms

  func encodeNil() { enter(.other) }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    enter(.other)
    return self
  }

  func superEncoder() -> any Encoder {
    enter(.other)
    return self
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    superEncoder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { unkeyedContainer() }
}

private struct KeyedParts<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: PartEncoder
  let codingPath: [any CodingKey] = []

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try encoder.put(value, key.stringValue)
  }
  func encodeNil(forKey key: Key) throws { try encoder.put(Bool?.none, key.stringValue) }
  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey _: Key
  ) -> KeyedEncodingContainer<Inner> {
    encoder.nestedContainer(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey _: Key) -> any UnkeyedEncodingContainer {
    encoder.unkeyedContainer()
  }
  func superEncoder() -> any Encoder { encoder.superEncoder() }
  func superEncoder(forKey _: Key) -> any Encoder { encoder.superEncoder() }
}
