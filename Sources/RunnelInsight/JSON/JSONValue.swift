// SPDX-License-Identifier: MIT

import Foundation

/// A JSON value of a recording, which keeps the digits of numbers and the order of keys.
///
/// Texts are equal if their bytes are.
enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  /// A number as it is written in the file.
  case number(String)
  case string(ExactText)
  case array([JSONValue])
  case object([Member])

  struct Member: Sendable, Equatable {
    var key: ExactText
    var value: JSONValue
  }

  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.position(of: ExactText(key)).map { members[$0].value }
  }

  /// Whether the value equals another one, as far as that shows without visiting its parts.
  func visiblyEquals(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)):
      left.count == right.count
        && left.withUnsafeBufferPointer { $0.baseAddress }
          == right.withUnsafeBufferPointer { $0.baseAddress }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.withUnsafeBufferPointer { $0.baseAddress }
          == right.withUnsafeBufferPointer { $0.baseAddress }
    default: self == other
    }
  }

  var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.lazy.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }

  var text: String? { if case .string(let string) = self { string.text } else { nil } }
  var int: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  var texts: [String]? {
    guard case .array(let elements) = self else { return nil }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts : nil
  }

  var withoutOrder: JSONValue {
    switch self {
    case .array(let elements):
      let sorted = elements.map { element in
        let element = element.withoutOrder
        return (text: element.description, element: element)
      }
      return .array(sorted.sorted { $0.text < $1.text }.map(\.element))
    case .object(let members):
      return .object(members.map { Member(key: $0.key, value: $0.value.withoutOrder) })
    default: return self
    }
  }
}

extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByDictionaryLiteral {
  init(stringLiteral text: String) { self = .string(text) }

  /// Creates an object whose keys have the order of the literal, without those that have no value.
  init(dictionaryLiteral members: (String, JSONValue?)...) {
    self = .object(
      members.compactMap { key, value in value.map { Member(key: ExactText(key), value: $0) } })
  }

  static func string(_ text: String) -> JSONValue { .string(ExactText(text)) }
  static func integer(_ value: Int) -> JSONValue { .number("\(value)") }
}

extension [JSONValue] {
  /// Returns the positions where the memory of the arrays differs: the others have equal values.
  ///
  /// Reading the values would count references, which takes many times as long.
  func positions(differingFrom other: [JSONValue]) -> [Int] {
    let (size, stride) = (MemoryLayout<JSONValue>.size, MemoryLayout<JSONValue>.stride)
    return withUnsafeBytes { left in
      other.withUnsafeBytes { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return [] }
        return (0..<Swift.min(count, other.count)).filter { index in
          memcmp(left + index * stride, right + index * stride, size) != 0
        }
      }
    }
  }
}

extension [JSONValue.Member] {
  /// O(log(count)) if the keys are in ascending order, as everything that is encoded.
  func position(of key: ExactText) -> Int? {
    let index = firstIndex(inOrder: { $0.key.text >= key.text })
    if index < count, self[index].key == key { return index }
    return firstIndex(where: { $0.key == key })
  }
}

/// A text that equals only one with the same bytes: as strings, "\u{E9}" and "e\u{301}" are equal.
struct ExactText: Sendable, Hashable, ExpressibleByStringInterpolation {
  let text: String

  init(_ text: String) { self.text = text }
  init(stringLiteral text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool {
    let (left, right) = (left.text.utf8, right.text.utf8)
    guard left.count == right.count else { return false }
    // Much faster than visiting the bytes.
    let isSame = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in
        guard let start = left.baseAddress, let other = right.baseAddress else { return true }
        return memcmp(start, other, left.count) == 0
      }
    }
    return isSame.flatMap { $0 } ?? left.elementsEqual(right)
  }
}

extension JSONValue: CustomStringConvertible {
  var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the value in about a number of characters, of an object first without what is nested.
  func shortened(to limit: Int) -> String {
    var text = description
    if text.count <= limit { return text }
    if case .object(let members) = self {
      let outline = members.map { member in
        let value =
          switch member.value {
          case .object: "{…}"
          case .array: "[…]"
          default: member.value.description
          }
        return "\(JSONValue.string(member.key)):\(value)"
      }
      text = "{\(outline.joined(separator: ","))}"
    }
    return text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let digits): bytes += digits.utf8
    case .string(let string): JSONText.quote(string.text, to: &bytes)
    case .array(let elements): JSONText.list(elements, in: "[]", to: &bytes) { $0.write(to: &$1) }
    case .object(let members):
      JSONText.list(members, in: "{}", to: &bytes) { member, bytes in
        JSONText.quote(member.key.text, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
    }
  }
}

enum JSONText {
  private static let hexDigits = Array("0123456789abcdef".utf8)

  /// Appends a string in quotation marks, with control characters escaped.
  static func quote(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      for byte in utf8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
          bytes.append(UInt8(ascii: "\\"))
          bytes.append(byte)
        case 0x20...: bytes.append(byte)
        case 0x0A: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case 0x09: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
        case 0x0D: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
        default:
          bytes += "\\u00".utf8
          bytes.append(hexDigits[Int(byte >> 4)])
          bytes.append(hexDigits[Int(byte & 15)])
        }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  static func list<Element>(
    _ elements: [Element], in brackets: StaticString, to bytes: inout [UInt8],
    _ write: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(brackets.utf8Start[0])
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(element, &bytes)
    }
    bytes.append(brackets.utf8Start[1])
  }

  static func quoted(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    quote(text, to: &bytes)
    return bytes
  }
}
