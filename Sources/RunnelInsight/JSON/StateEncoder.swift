// SPDX-License-Identifier: MIT

import Foundation

/// Encodes the states of one store as JSON, one after the other, and finds what has changed.
///
/// A property, an element or a value of a dictionary that has the bytes it had in the last state
/// isn't encoded again. What is compared is retained, so that nothing else can have the address of
/// something in it: the elements of an array, and any other value that contains no array. Arrays
/// aren't, since the next reducer would have to copy them. What changes inside of an object isn't
/// seen, as by observers.
///
/// `@unchecked`: its owner uses it on one queue at a time.
final class StateEncoder: @unchecked Sendable {
  typealias Path = [JSONChange.Step]

  /// The last state, or `nil` before the first one and after one that can't be recorded.
  private(set) var json: JSONValue?
  private let encoder = SessionCoder.makeEncoder()
  private var last = EncodedPart()
  private var round = 0
  private var depth = 0
  /// The way to the part that is being encoded.
  fileprivate var path: Path = []
  /// The parts that may have changed, with their new values, or without one if they are gone.
  fileprivate var replacements: [(path: Path, value: JSONValue?)] = []
  /// The part that is being encoded lies in one that is new, and is encoded with that.
  fileprivate private(set) var isInNewPart = false
  /// Values that are nested more deeply are encoded as a whole, which takes less of the stack.
  private static let depthLimit = 32

  /// Returns a state as JSON, or `nil` if a part of it can't be recorded.
  func json(_ state: any Encodable) -> JSONValue? {
    changes(to: state).flatMap { _ in json }
  }

  /// Returns the changes since the last state, or `nil` if a part of this one can't be recorded.
  ///
  /// O(number of changed parts), beside comparing the bytes of all others. While nobody else has
  /// the last `json`, it changes in place.
  func changes(to state: any Encodable) -> [JSONChange]? {
    defer { (path, replacements) = ([], []) }
    do { try update(last, to: state) } catch {
      (json, last, isInNewPart) = (nil, EncodedPart(), false)
      return nil
    }
    return replacements.flatMap(replace)
  }

  private func replace(_ path: Path, with value: JSONValue?) -> [JSONChange] {
    let change = JSONChange(path: path, value: value)
    guard var whole = json.take() else {
      json = value
      return [change]
    }
    defer { json = whole }
    guard let value, let old = whole.part(at: path[...]) else {
      return change.apply(to: &whole).map { [$0] } ?? []
    }
    let changes = JSONChange.from(old, to: value)
    if !changes.isEmpty { _ = change.apply(to: &whole) }
    return changes.map { JSONChange(path: path + $0.path, value: $0.value, old: $0.old) }
  }

  fileprivate func update<Value: Encodable>(_ part: EncodedPart, to value: Value) throws {
    if let kept = part.value as? CopiedValues<Value>, !(Value.self is AnyClass),
      withUnsafePointer(to: value, { kept.isSame(at: 0, as: $0) })
    {
      return
    }
    let isAround = isInNewPart
    defer { isInNewPart = isAround }
    let isNew = part.isNew
    if isNew { isInNewPart = true }
    (part.isNew, part.hasElements) = (false, false)
    try encode(value, part)
    if isNew {
      isInNewPart = isAround
      try record(whole(value))
    }
    // A dictionary is retained, since it would take long to look at all of its values.
    if value is any DictionaryOfValues { part.hasElements = false }
    part.value = part.hasElements ? nil : CopiedValues(one: value)
  }

  private func encode<Value: Encodable>(_ value: Value, _ part: EncodedPart) throws {
    if !(value is any EncodableElements) || depth == Self.depthLimit { part.elements = nil }
    var hasParts = false
    defer { if !hasParts { (part.parts, part.shape) = ([:], .other) } }
    switch value {
    case let text as String: return record(.string(text))
    case let number as Int: return record(.integer(number))
    case let flag as Bool: return record(.bool(flag))
    // The encoder of Foundation has forms of its own for these.
    case is URL, is Decimal: return try record(whole(value))
    case _ where depth == Self.depthLimit: return try record(whole(value))
    case let elements as any EncodableElements: return try elements.encode(in: part, by: self)
    default: hasParts = true
    }
    depth += 1
    defer { depth -= 1 }
    round += 1
    let start = replacements.count
    let parts = PartEncoder(part, Value.self, round, self)
    try value.encode(to: parts)
    guard !parts.finish() else { return }
    replacements.removeSubrange(start...)
    try record(whole(value))
  }

  /// Records the value of the part that is being encoded.
  fileprivate func record(_ value: @autoclosure () throws -> JSONValue) rethrows {
    if !isInNewPart { replacements.append((path, try value())) }
  }

  fileprivate func whole(_ value: any Encodable) throws -> JSONValue {
    guard let step = path.last else {
      return try JSONParser.value(in: SessionCoder.json(value, encoder))
    }
    // Inside of another one, as in the state, a value may encode nothing, and has a coding path.
    let outer = Property(key: PathKey(step), value: value)
    let json = try JSONParser.value(in: SessionCoder.json(outer, encoder))
    guard case .object(let members) = json, let member = members.first else { return .object([]) }
    return member.value
  }

  private struct Property: Encodable {
    let key: PathKey
    let value: any Encodable

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: PathKey.self)
      try container.encode(value, forKey: key)
    }
  }
}

private struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ step: JSONChange.Step) {
    switch step {
    case .key(let key): (stringValue, intValue) = (key.text, nil)
    case .index(let index): (stringValue, intValue) = ("Index \(index)", index)
    }
  }

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { self.init(.index(intValue)) }
}

extension JSONValue {
  func part(at path: ArraySlice<JSONChange.Step>) -> JSONValue? {
    switch (path.first, self) {
    case (nil, _): self
    case (.key(let key)?, .object(let members)):
      members.position(of: key).flatMap { members[$0].value.part(at: path.dropFirst()) }
    case (.index(let index)?, .array(let elements)) where index < elements.count:
      elements[index].part(at: path.dropFirst())
    default: nil
    }
  }
}

private protocol DictionaryOfValues {}

extension Dictionary: DictionaryOfValues {}

/// An array, whose elements are encoded one by one if few of them have changed.
private protocol EncodableElements {
  func encode(in part: EncodedPart, by states: StateEncoder) throws
}

extension Array: EncodableElements where Element: Encodable {
  fileprivate func encode(in part: EncodedPart, by states: StateEncoder) throws {
    if Element.self is AnyClass { return try states.record(states.whole(self)) }
    part.hasElements = true
    guard let last = part.elements as? CopiedValues<Element> else {
      part.elements = withUnsafeBufferPointer { CopiedValues($0) }
      return try states.record(states.whole(self))
    }
    var (old, new) = (0..<0, 0..<0)
    if last.count == count {
      let changed = withUnsafeBufferPointer { last.update(to: $0) }
      if changed.isEmpty || states.isInNewPart { return }
      if 4 * changed.count <= count {
        guard case .array(let encoded) = try states.whole(changed.map { self[$0] }) else { return }
        for (index, element) in zip(changed, encoded) {
          states.path.append(.index(index))
          states.record(element)
          states.path.removeLast()
        }
        return
      }
      new = (changed.first ?? 0)..<(changed.last ?? -1) + 1
      old = new
    } else {
      let copy = withUnsafeBufferPointer { CopiedValues($0) }
      part.elements = copy
      (old, new) = copy.changedRanges(since: last)
    }
    guard case .array(var elements) = states.json?.part(at: states.path[...]),
      case .array(let encoded) = try states.whole(Array(self[new]))
    else { return try states.record(states.whole(self)) }
    elements.replaceSubrange(old, with: encoded)
    states.record(.array(elements))
  }
}

private final class EncodedPart {
  /// A copy of the value, unless it has elements.
  var value: AnyObject?
  /// Copies of the elements of an array.
  var elements: AnyObject?
  /// Elements are compared here or in a part inside, but not in a dictionary.
  var hasElements = false
  var isNew = true
  var shape = PartEncoder.Shape.other
  /// The properties, by their keys, or the only value in this one, without a key.
  var parts: [ExactText: EncodedPart] = [:]
  var round = 0
}

/// An encoder of values that consist of properties or one other value, which refuses any others.
private final class PartEncoder: Encoder, SingleValueEncodingContainer {
  enum Shape { case empty, keyed, single, other }

  private let part: EncodedPart
  private let type: Any.Type
  private let round: Int
  private let states: StateEncoder
  private let start: Int
  private var shape = Shape.empty
  private var isSameShape = true
  /// The replacements in each property that has some.
  private var changed: [(key: ExactText, range: Range<Int>)] = []
  private var count = 0
  private let pathLength: Int

  var codingPath: [any CodingKey] { states.path.prefix(pathLength).map(PathKey.init) }
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ part: EncodedPart, _ type: Any.Type, _ round: Int, _ states: StateEncoder) {
    self.part = part
    self.type = type
    self.round = round
    self.states = states
    start = states.replacements.count
    pathLength = states.path.count
  }

  /// Puts the replacements into order, and returns `false` if the value must be encoded as a whole.
  func finish() -> Bool {
    if shape == .single, count != 1 { shape = .other }
    if part.shape != shape { (part.shape, isSameShape) = (shape, false) }
    let gone = part.parts.filter { $0.value.round != round }.map(\.key)
    for key in gone { part.parts[key] = nil }
    if shape == .other { (part.parts, part.hasElements) = ([:], false) }
    guard isSameShape, shape != .other else { return false }
    changed.sort { $0.key.text < $1.key.text }
    var ordered = changed.flatMap { states.replacements[$0.range] }
    if !states.isInNewPart {
      ordered += gone.sorted { $0.text < $1.text }.map { (states.path + [.key($0)], nil) }
    }
    states.replacements.replaceSubrange(start..., with: ordered)
    return true
  }

  private func enter(_ shape: Shape) {
    self.shape = self.shape == .empty || self.shape == shape ? shape : .other
    if part.shape != shape { (part.parts, part.shape, isSameShape) = ([:], shape, false) }
  }

  func put<Value: Encodable>(_ value: Value, _ key: String) throws {
    // Only Foundation knows how to encode a value that encodes itself as itself.
    if shape == .single, Value.self == type { shape = .other }
    guard shape != .other else { return }
    let key = ExactText(key)
    var inner = part.parts[key] ?? EncodedPart()
    // Put for the second time, it has nothing to be compared with.
    if inner.round == round { inner = EncodedPart() } else { count += 1 }
    inner.round = round
    part.parts[key] = inner
    let first = states.replacements.count
    let isKeyed = shape == .keyed
    if isKeyed { states.path.append(.key(key)) }
    defer { if isKeyed { states.path.removeLast() } }
    do { try states.update(inner, to: value) } catch {
      // The value may go on without the part.
      shape = .other
      throw error
    }
    if inner.hasElements { part.hasElements = true }
    if states.replacements.count > first {
      changed.removeAll { $0.key == key }
      changed.append((key, first..<states.replacements.count))
    }
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

  func encodeNil() { enter(.other) }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    enter(.other)
    return SkippedElements(encoder: self)
  }

  func superEncoder() -> any Encoder {
    enter(.other)
    return self
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    superEncoder().container(keyedBy: type)
  }
}

/// A list in a value that is encoded as a whole afterward.
private struct SkippedElements: UnkeyedEncodingContainer {
  let encoder: PartEncoder
  private(set) var count = 0

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encode(_: some Encodable) throws { count += 1 }
  mutating func encodeNil() { count += 1 }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    count += 1
    return encoder.nestedContainer(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    count += 1
    return encoder.unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    count += 1
    return encoder.superEncoder()
  }
}

private struct KeyedParts<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: PartEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

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
