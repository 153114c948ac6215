// SPDX-License-Identifier: MIT

public import Foundation

/// A JSON value, for migrations.
///
/// ```swift
/// Migration(from: 2) { (json: inout JSON) in
///   json["theme"] = json["isDark"] == true ? "dark" : "light"
///   json["isDark"] = nil
/// }
/// ```
public enum JSON: Hashable, Sendable {
  /// The value `null`.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// An integer.
  case integer(Int)
  /// A number that is no `Int`.
  case number(Double)
  /// A number with more digits than a `Double` can store.
  case decimal(Decimal)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object.
  case object([String: JSON])

  /// The value of a key, or `nil` if there is none, or if this is no object.
  ///
  /// Assigning `nil` removes the key. Assigning a value replaces a value that is no object.
  public subscript(key: String) -> JSON? {
    get { if case .object(let members) = self { members[key] } else { nil } }
    set {
      guard case .object(var members) = self else {
        if let newValue { self = .object([key: newValue]) }
        return
      }
      self = .null
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The elements, or `nil` if this is no array.
  public var elements: [JSON]? {
    get { if case .array(let elements) = self { elements } else { nil } }
    set { self = newValue.map(JSON.array) ?? .null }
  }

  /// The string, or `nil` if this is none.
  public var text: String? { if case .string(let text) = self { text } else { nil } }
}

extension JSON: Codable {
  /// Decodes any JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      // Only a `Double` has a negative zero.
      let isNegativeZero = value == 0 && (try? container.decode(Double.self))?.sign == .minus
      self = isNegativeZero ? .number(-0.0) : .integer(value)
    } else if let value = try? container.decode([String: JSON].self) {
      self = .object(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      let value = try container.decode(Double.self)
      let decimal = try? container.decode(Decimal.self)
      let isExact = decimal == nil || decimal == Decimal(string: "\(value)")
      self = isExact ? .number(value) : .decimal(decimal ?? 0)
    }
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }

  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }

  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// Creates an object, in which the last one of equal keys counts.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
