// SPDX-License-Identifier: MIT

/// Reads the JSON of a line of a recording, which can come from anywhere.
///
/// It accepts the JSON of RFC 8259 and nothing else. Nesting is limited, so a hostile line can't
/// overflow the stack. `Foundation` has no parser that gives the bytes of a member, with which a
/// payload is decoded without parsing its line twice.
struct JSONParser {
  /// A reason why bytes aren't JSON, with their position.
  struct Failure: Error {
    let reason: String
    let position: Int
    /// The keys and indices that lead to the position, if a value was only skipped.
    var path: [String] = []

    func inside(_ step: String) -> Failure {
      Failure(reason: reason, position: position, path: [step] + path)
    }
  }

  /// A member of the outermost object: its key, and the bytes of its value.
  struct Member {
    let key: String
    let range: Range<Int>
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

  /// Returns the only value in the bytes.
  static func value(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(Failure) -> JSONValue {
    var parser = JSONParser(bytes, in: range)
    let value = try parser.value()
    try parser.finish()
    return value
  }

  static func value(in bytes: [UInt8]) throws(Failure) -> JSONValue {
    let result: Result<JSONValue, Failure> = bytes.withUnsafeBufferPointer { buffer in
      do throws(Failure) {
        return .success(try value(in: buffer, 0..<buffer.count))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Returns the members of the object that the bytes consist of, after validating all of it.
  static func members(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) throws(Failure) -> [Member] {
    var parser = JSONParser(bytes, in: range)
    var members: [Member] = []
    try parser.object { (parser, key) throws(Failure) in
      parser.skipSpace()
      let start = parser.position
      try parser.skipValue()
      members.append(Member(key: key, range: start..<parser.position))
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
        try parser.skipValue()
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

  // MARK: Values

  private mutating func value() throws(Failure) -> JSONValue {
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"):
      var members: [JSONValue.Member] = []
      try object { (parser, key) throws(Failure) in
        members.append(JSONValue.Member(key: key, value: try parser.value()))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try array { (parser) throws(Failure) in elements.append(try parser.value()) }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"):
      try word("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try word("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try word("null")
      return .null
    default:
      let start = position
      try skipNumber()
      return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }
  }

  private mutating func skipValue() throws(Failure) {
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"):
      try object { (parser, key) throws(Failure) in
        do throws(Failure) { try parser.skipValue() } catch { throw error.inside(key) }
      }
    case UInt8(ascii: "["):
      var index = 0
      try array { (parser) throws(Failure) in
        do throws(Failure) { try parser.skipValue() } catch { throw error.inside("\(index)") }
        index += 1
      }
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try skipNumber()
    }
  }

  private mutating func object(
    _ member: (inout JSONParser, String) throws(Failure) -> Void
  ) throws(Failure) {
    try enter(UInt8(ascii: "{"))
    skipSpace()
    if skip(UInt8(ascii: "}")) { return leave() }
    repeat {
      skipSpace()
      let key = try string()
      skipSpace()
      guard skip(UInt8(ascii: ":")) else { throw failure("a colon is missing") }
      try member(&self, key)
      skipSpace()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw failure("an object doesn't end") }
    leave()
  }

  private mutating func array(
    _ element: (inout JSONParser) throws(Failure) -> Void
  ) throws(Failure) {
    try enter(UInt8(ascii: "["))
    skipSpace()
    if skip(UInt8(ascii: "]")) { return leave() }
    repeat {
      try element(&self)
      skipSpace()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw failure("an array doesn't end") }
    leave()
  }

  private mutating func enter(_ bracket: UInt8) throws(Failure) {
    guard skip(bracket) else { throw failure("it isn't an object") }
    depth += 1
    if depth > depthLimit {
      throw failure("its values are nested more than \(depthLimit) deep")
    }
  }

  private mutating func leave() { depth -= 1 }

  // MARK: Tokens

  private func peek() -> UInt8? { position < end ? bytes[position] : nil }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < end, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  private mutating func word(_ word: StaticString) throws(Failure) {
    for index in 0..<word.utf8CodeUnitCount {
      guard skip(word.utf8Start[index]) else { throw failure("a value can't be read") }
    }
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

  // MARK: Strings

  /// Skips a string, and returns whether it has escapes.
  @discardableResult
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
      guard let digit = peek(), JSONParser.hexValue(digit) != nil
      else { throw failure("a string has an unknown escape") }
      position += 1
    }
  }

  private static func hexValue(_ digit: UInt8) -> UInt16? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(digit - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(digit - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  private mutating func string() throws(Failure) -> String {
    let start = position + 1
    let hasEscapes = try skipString()
    let content = start..<(position - 1)
    if !hasEscapes { return String(decoding: bytes[content], as: UTF8.self) }
    return unescaped(content)
  }

  /// Returns a string without its escapes, which have been validated.
  private func unescaped(_ content: Range<Int>) -> String {
    // UTF-16, since an escape can be half of a character.
    var units: [UInt16] = []
    var index = content.lowerBound
    var plain = index
    func flush() {
      units += String(decoding: bytes[plain..<index], as: UTF8.self).utf16
    }
    while index < content.upperBound {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      flush()
      let escape = bytes[index + 1]
      index += 2
      switch escape {
      case UInt8(ascii: "u"):
        var unit: UInt16 = 0
        for digit in bytes[index..<(index + 4)] {
          unit = unit << 4 | (JSONParser.hexValue(digit) ?? 0)
        }
        units.append(unit)
        index += 4
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "t"): units.append(0x09)
      default: units.append(UInt16(escape))
      }
      plain = index
    }
    flush()
    return String(decoding: units, as: UTF16.self)
  }
}
