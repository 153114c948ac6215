// SPDX-License-Identifier: MIT

import Foundation

/// The text that stands for an ID in a storage.
///
/// A string, a number and a `UUID` are their text. Other IDs are JSON of their parts, and not their
/// descriptions: those of dates and data omit parts, and those of sets differ between processes.
struct RowKey {
  let text: String
  /// Equal texts mean equal IDs, because only parts were used that Swift itself lists.
  let isExact: Bool

  /// Creates the key of an ID: equal IDs of the standard library and Foundation have equal keys.
  init(of id: some Hashable) {
    var parts = Parts()
    let json = parts.json(of: id)
    isExact = parts.isExact
    switch json {
    // A null character ends a text in C, and a quotation mark begins quoted text.
    case .string(let text) where !text.utf8.contains(0) && !text.hasPrefix("\""): self.text = text
    case let json: text = RowKey.text(of: json)
    }
  }

  init(custom text: String) {
    self.text = text
    isExact = false
  }

  fileprivate static func text(of json: JSON) -> String {
    (try? SavedCoding.encode(json)).map { String(decoding: $0, as: UTF8.self) } ?? "\(json)"
  }
}

private struct Parts {
  /// No part has been described or encoded by its author.
  var isExact = true

  private var depth = 0

  mutating func json(of value: Any) -> JSON {
    depth += 1
    defer { depth -= 1 }
    // Without a mirror, which takes longer than all the rest.
    switch type(of: value) {
    case is Int.Type, is String.Type, is UUID.Type: return leaf(value) ?? .null
    default: break
    }
    let mirror = Mirror(reflecting: value)
    // Casts reach through both of these: `nil` and "[]", or 1 and "1", would be the same.
    if mirror.displayStyle == .optional {
      return .array(mirror.children.map { json(of: $0.value) })
    }
    if type(of: value) == AnyHashable.self, let base = (value as? AnyHashable)?.base {
      return .object([String(reflecting: type(of: base)): json(of: base)])
    }
    return leaf(value) ?? structure(of: value, mirror)
  }

  private mutating func leaf(_ value: Any) -> JSON? {
    switch value {
    case let value as any StringProtocol: return .string(normalized(String(value)))
    case let value as Character: return .string(normalized(String(value)))
    case let value as any BinaryInteger:
      return Int(exactly: value).map(JSON.integer) ?? .string(value.description)
    case let value as Bool: return .bool(value)
    case let value as any BinaryFloatingPoint: return number(value)
    case let value as UUID: return .string(value.uuidString)
    case let value as Date: return number(value.timeIntervalSinceReferenceDate)
    case let value as Data: return .string(value.base64EncodedString())
    case let value as Decimal: return .string(value.description)
    case let value as URL: return url(value)
    default: return nil
    }
  }

  /// The same text for equal strings, which can have different bytes.
  private func normalized(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }

  private mutating func number(_ value: some BinaryFloatingPoint) -> JSON {
    if value.isNaN { isExact = false }
    // Zero and minus zero are equal.
    return value == 0 ? 0 : .string("\(value)")
  }

  private mutating func url(_ value: URL) -> JSON {
    guard let base = value.baseURL else { return .string(value.absoluteString) }
    return [.string(value.relativeString), json(of: base)]
  }

  private mutating func structure(of value: Any, _ mirror: Mirror) -> JSON {
    // The type of a part can be any of several, which the key doesn't name.
    if depth > 1, mirror.displayStyle == .struct || mirror.displayStyle == .enum { isExact = false }
    let children = mirror.children
    switch mirror.displayStyle {
    case .tuple where children.contains(where: { $0.label?.hasPrefix(".") == false }):
      return object(children)
    case .collection, .tuple: return .array(children.map { json(of: $0.value) })
    case .set, .dictionary:
      let elements = children.map { json(of: $0.value) }
      return .array(elements.sorted { RowKey.text(of: $0) < RowKey.text(of: $1) })
    case .enum where !(value is any CustomReflectable):
      guard let payload = children.first else { return name(of: value) }
      return .object([payload.label ?? "": json(of: payload.value)])
    case .struct where !children.isEmpty && !isOpaque(value):
      if let only = children.first, children.count == 1 { return json(of: only.value) }
      return object(children)
    default: return encoded(value)
    }
  }

  private mutating func object(_ children: Mirror.Children) -> JSON {
    var object = JSON.object([:])
    for child in children { object[child.label ?? ""] = json(of: child.value) }
    return object
  }

  private func isOpaque(_ value: Any) -> Bool {
    value is any CustomReflectable || String(reflecting: type(of: value)).hasPrefix("Swift.")
  }

  private mutating func name(of value: Any) -> JSON {
    if let value = value as? any RawRepresentable { return json(of: value.rawValue) }
    let isDescribed =
      value is any CustomStringConvertible || value is any CustomDebugStringConvertible
    return isDescribed ? encoded(value) : .string("\(value)")
  }

  /// The words of the type's author, which can omit something.
  private mutating func encoded(_ value: Any) -> JSON {
    isExact = false
    let json = (value as? any Encodable).flatMap { try? SavedCoding.json($0) }
    return json ?? .string(String(reflecting: value))
  }
}
