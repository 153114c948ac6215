// SPDX-License-Identifier: MIT

import Foundation

/// A part of a recorded state, as it is written in the file: no digit of a number is lost.
struct StatePart {
  /// The path, as in the changes of an action: `rows[7].isDone`.
  ///
  /// That of the whole state is empty.
  let path: String
  private let bytes: ArraySlice<UInt8>

  /// The whole of a state that `recordedState(after:)` returned: JSON without spaces.
  init(state: Data) {
    path = ""
    bytes = Array(state)[...]
  }

  private init(_ path: String, _ bytes: ArraySlice<UInt8>) {
    self.path = path
    self.bytes = bytes
  }

  var json: String { String(decoding: bytes, as: UTF8.self) }
  var size: Int { bytes.count }
  private var isObject: Bool { bytes.first == UInt8(ascii: "{") }

  /// What the part is, such as `array of 12`.
  private var kind: String {
    switch bytes.first {
    case UInt8(ascii: "{"): "object of \(parts.count)"
    case UInt8(ascii: "["): "array of \(parts.count)"
    default: "value"
    }
  }

  /// The path and the value, or what the value is if it is long.
  var line: String { "\(path): " + (size <= 200 ? json : "\(kind), \(size) bytes") }

  /// The members or elements.
  ///
  /// O(size of the part).
  var parts: [StatePart] {
    guard isObject || bytes.first == UInt8(ascii: "[") else { return [] }
    var parts: [StatePart] = []
    var start = bytes.startIndex + 1
    while start < bytes.endIndex - 1 {
      var step = "[\(parts.count)]"
      if isObject {
        let end = end(ofValueAt: start)
        let key = try? JSONDecoder().decode(String.self, from: Data(bytes[start..<end]))
        step = (path.isEmpty ? "" : ".") + (key ?? "?")
        start = end + 1
      }
      let end = end(ofValueAt: start)
      parts.append(StatePart(path + step, bytes[start..<end]))
      start = end + 1
    }
    return parts
  }

  /// Returns the part at a path.
  ///
  /// Throws a ``Failure`` with what there is instead. A key can contain periods, so the longest one
  /// that fits is chosen.
  func part(at target: String) throws -> StatePart { try part(at: target, in: self) }

  private func part(at target: String, in whole: StatePart) throws -> StatePart {
    if path == target { return self }
    let parts = parts
    let fitting = parts.filter {
      target.hasPrefix($0.path) && [nil, ".", "["].contains(target.dropFirst($0.path.count).first)
    }
    if let next = fitting.max(by: { $0.path.count < $1.path.count }) {
      return try next.part(at: target, in: whole)
    }
    let paths = parts.prefix(20).map(\.path).joined(separator: ", ")
    let name = target.split(whereSeparator: { ".[".contains($0) }).last { !$0.hasSuffix("]") }
    let others = (name.map { whole.paths(named: String($0)) } ?? []).filter {
      !target.hasPrefix($0)
    }
    throw Failure(
      "the state has no `\(target.prefix(200))`: \(path.isEmpty ? "it" : "`\(path)`") is an \(kind)"
        + (paths.isEmpty ? "" : ", with \(paths)\(parts.count > 20 ? ", …" : "")")
        + (others.isEmpty ? "" : "; there is \(others.joined(separator: ", "))"))
  }

  /// Returns the paths of members with a name, the outermost first, and at most three.
  private func paths(named name: String) -> [String] {
    var (paths, level, count): ([String], [StatePart], Int) = ([], [self], 0)
    while !level.isEmpty, paths.count < 3, count < 2_000 {
      let next = level.filter(\.isObject).flatMap(\.parts)
      count += next.count
      paths += next.map(\.path).filter { $0 == name || $0.hasSuffix(".\(name)") }
      level = next
    }
    return Array(paths.prefix(3))
  }

  private func end(ofValueAt start: Int) -> Int {
    var (position, depth, isText) = (start, 0, false)
    while position < bytes.endIndex {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\\") where isText: position += 1
      case UInt8(ascii: "\""): isText.toggle()
      case _ where isText: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"):
        // A separator behind the value, or the end of what is around it.
        if depth == 0 { return position }
        if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
      default: break
      }
      position += 1
    }
    return bytes.endIndex
  }
}
