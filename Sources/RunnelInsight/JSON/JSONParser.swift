// SPDX-License-Identifier: MIT

/// Reads the JSON of a line of a recording, which can come from anywhere.
///
/// It accepts the JSON of RFC 8259 and nothing else. Nesting is limited, so a hostile line can't
/// overflow the stack. Foundation has no parser that gives the bytes of a member, which decode a
/// payload without parsing its line twice.
struct JSONParser {
  struct Failure: Error {
    let reason: String
    let position: Int
    /// The keys and indices that lead to the position, if a value was only skipped.
    var path: [String] = []

    func inside(_ step: String) -> Failure {
      Failure(reason: reason, position: position, path: [step] + path)
    }
  }

  static let depthLimit = 256

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  private let end: Int
  private var depth = 0
  private var depthLimit = JSONParser.depthLimit

  init(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  static func value(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(Failure) -> JSONValue {
    var parser = JSONParser(bytes, in: range)
    let value = try parser.value(isKept: true)
    try parser.finish()
    return value
  }

  static func value(in bytes: [UInt8]) throws(Failure) -> JSONValue {
    try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
      try value(in: buffer, 0..<buffer.count)
    }
  }

  /// Returns the keys and the bytes of the values of an object, after validating all of it.
  static func members(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(Failure) -> [(key: String, range: Range<Int>)] {
    var parser = JSONParser(bytes, in: range)
    guard parser.peek() == UInt8(ascii: "{") else { throw parser.failure("a `{` is missing") }
    var members: [(key: String, range: Range<Int>)] = []
    while let key = try parser.nextKey(isFirst: members.isEmpty) {
      parser.skipSpace()
      let start = parser.position
      _ = try parser.value(isKept: false)
      members.append((key, start..<parser.position))
    }
    try parser.finish()
    return members
  }

  /// Returns the reason why bytes aren't one JSON value with a limited depth, or `nil` if they are.
  static func failure(in bytes: [UInt8], depthLimit: Int) -> Failure? {
    bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(buffer, in: 0..<buffer.count)
      parser.depthLimit = depthLimit
      do throws(Failure) {
        _ = try parser.value(isKept: false)
        try parser.finish()
        return nil
      } catch {
        return error
      }
    }
  }

  private mutating func finish() throws(Failure) {
    skipSpace()
    if position < end { throw failure("there is text behind the value") }
  }

  private func failure(_ reason: String) -> Failure { Failure(reason: reason, position: position) }

  /// Reads a value, and returns it, or one without content if it isn't kept.
  private mutating func value(isKept: Bool) throws(Failure) -> JSONValue {
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"):
      var members: [JSONValue.Member] = []
      var isFirst = true
      while let key = try nextKey(isFirst: isFirst) {
        isFirst = false
        let value: JSONValue
        do throws(Failure) { value = try self.value(isKept: isKept) } catch {
          throw error.inside(key)
        }
        if isKept { members.append(JSONValue.Member(key: ExactText(key), value: value)) }
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      var index = 0
      while try goToNext(isFirst: index == 0, end: UInt8(ascii: "]")) {
        let element: JSONValue
        do throws(Failure) { element = try value(isKept: isKept) } catch {
          throw error.inside("\(index)")
        }
        index += 1
        if isKept { elements.append(element) }
      }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try string(isKept: isKept))
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default:
      let start = position
      try skipNumber()
      return isKept ? .number(String(decoding: bytes[start..<position], as: UTF8.self)) : .null
    }
  }

  /// Goes to the value of the next member of an object, and returns its key, or `nil` at the end.
  private mutating func nextKey(isFirst: Bool) throws(Failure) -> String? {
    guard try goToNext(isFirst: isFirst, end: UInt8(ascii: "}")) else { return nil }
    skipSpace()
    let key = try string(isKept: true)
    skipSpace()
    guard skip(UInt8(ascii: ":")) else { throw failure("a colon is missing") }
    return key
  }

  /// Passes the opening bracket or a comma, and returns `true`, or passes the closing bracket.
  private mutating func goToNext(isFirst: Bool, end bracket: UInt8) throws(Failure) -> Bool {
    if isFirst {
      position += 1
      depth += 1
      if depth > depthLimit { throw failure("its values are nested more than \(depthLimit) deep") }
    }
    skipSpace()
    if skip(bracket) {
      depth -= 1
      return false
    }
    if isFirst || skip(UInt8(ascii: ",")) { return true }
    let name = bracket == UInt8(ascii: "}") ? "an object" : "an array"
    throw failure("\(name) doesn't end")
  }

  private func peek() -> UInt8? { position < end ? bytes[position] : nil }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < end, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(Failure) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard skip(word.utf8Start[index]) else { throw failure("a value can't be read") }
    }
    return value
  }

  private mutating func skipNumber() throws(Failure) {
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try skipDigits() }
    if skip(UInt8(ascii: ".")) { try skipDigits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try skipDigits()
    }
  }

  private mutating func skipDigits() throws(Failure) {
    let start = position
    while let byte = peek(), UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    if position == start {
      throw failure(start == end ? "it ends too early" : "a value can't be read")
    }
  }

  private mutating func skipString() throws(Failure) -> Bool {
    guard skip(UInt8(ascii: "\"")) else { throw failure("a string is missing") }
    var hasEscapes = false
    while let byte = peek() {
      if byte < 0x20 { throw failure("a string has a control character") }
      position += 1
      if byte == UInt8(ascii: "\"") { return hasEscapes }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        try skipEscape()
      }
    }
    throw failure("a string doesn't end")
  }

  private mutating func skipEscape() throws(Failure) {
    guard let byte = peek() else { throw failure("a string doesn't end") }
    position += 1
    guard byte == UInt8(ascii: "u") else {
      if "\"\\/bfnrt".utf8.contains(byte) { return }
      throw failure("a string has an unknown escape")
    }
    for _ in 0..<4 {
      guard let digit = peek(), Unicode.Scalar(digit).properties.isASCIIHexDigit
      else { throw failure("a string has an unknown escape") }
      position += 1
    }
  }

  /// Reads a string, and returns it, or an empty one if it isn't kept.
  private mutating func string(isKept: Bool) throws(Failure) -> String {
    let start = position + 1
    let hasEscapes = try skipString()
    let content = start..<(position - 1)
    if !isKept { return "" }
    return hasEscapes ? unescaped(content) : String(decoding: bytes[content], as: UTF8.self)
  }

  /// Returns a string without its escapes, which have been validated.
  private func unescaped(_ content: Range<Int>) -> String {
    // UTF-16, since an escape can be half of a character.
    var units: [UInt16] = []
    var rest = Array(String(decoding: bytes[content], as: UTF8.self).utf16)[...]
    while let unit = rest.popFirst() {
      guard unit == UInt16(UInt8(ascii: "\\")), let escape = rest.popFirst() else {
        units.append(unit)
        continue
      }
      switch UInt8(truncatingIfNeeded: escape) {
      case UInt8(ascii: "u"):
        let digits = String(decoding: rest.prefix(4), as: UTF16.self)
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
        rest = rest.dropFirst(4)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      default: units.append(escape)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
