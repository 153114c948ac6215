// SPDX-License-Identifier: MIT

/// JSON without spaces, as a recording has it: no digit of a number is lost.
struct JSONPart {
  enum Kind { case object, array, value }

  private let bytes: ArraySlice<UInt8>

  init(_ json: some Sequence<UInt8>) { bytes = Array(json)[...] }

  private init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var size: Int { bytes.count }

  var kind: Kind {
    switch bytes.first {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    default: .value
    }
  }

  /// The members with their keys as they are written, or the elements.
  ///
  /// O(size of the part).
  var parts: [(key: String, value: JSONPart)] {
    if kind == .value { return [] }
    var parts: [(key: String, value: JSONPart)] = []
    var rest = bytes.dropFirst().dropLast()
    while !rest.isEmpty {
      let key = kind == .object ? Self.removeFirst(from: &rest).dropFirst().dropLast() : []
      let value = JSONPart(bytes: Self.removeFirst(from: &rest))
      parts.append((String(decoding: key, as: UTF8.self), value))
    }
    return parts
  }

  /// Removes the first key or value with the separator behind it.
  private static func removeFirst(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (depth, isText, isEscaped) = (0, false, false)
    let end = rest.firstIndex { byte in
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isText.toggle()
      } else if isText {
        isEscaped = byte == UInt8(ascii: "\\")
      } else if "{[".utf8.contains(byte) {
        depth += 1
      } else if "}]".utf8.contains(byte) {
        depth -= 1
      }
      return depth == 0 && !isText && ",:".utf8.contains(byte)
    }
    defer { rest = rest[(end ?? rest.endIndex)...].dropFirst() }
    return rest[..<(end ?? rest.endIndex)]
  }
}
