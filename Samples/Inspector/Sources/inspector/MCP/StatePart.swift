// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight

struct StatePart {
  /// The path, as in the changes of an action: `rows[id 7].isDone`.
  ///
  /// That of the whole state is empty.
  let path: String
  private let content: JSONPart

  /// The whole of a state that `recordedState(after:)` returned.
  init(state: Data) { self.init("", JSONPart(state)) }

  private init(_ path: String, _ content: JSONPart) {
    self.path = path
    self.content = content
  }

  var json: String { content.text }
  var size: Int { content.size }

  /// What the part is, such as `array of 12`.
  private var kind: String {
    switch content.kind {
    case .object: "object of \(content.parts.count)"
    case .array: "array of \(content.parts.count)"
    case .value: "value"
    }
  }

  /// The path and the value, or what the value is if it is long.
  var line: String { "\(path): " + (size <= 200 ? json : "\(kind), \(size) bytes") }

  /// The members or elements.
  ///
  /// O(size of the part).
  var parts: [StatePart] {
    let ids = content.kind == .array ? Session.elementIDs(of: Data(json.utf8)) : nil
    return content.parts.enumerated().map { index, part in
      if content.kind == .array {
        return StatePart("\(path)[\(ids.map { "id \($0[index])" } ?? "\(index)")]", part.value)
      }
      let key = try? JSONDecoder().decode(String.self, from: Data("\"\(part.key)\"".utf8))
      return StatePart(path + (path.isEmpty ? "" : ".") + (key ?? "?"), part.value)
    }
  }

  /// Returns the part at a path.
  ///
  /// Throws a ``Failure`` with what there is instead. A key can contain periods, so the longest one
  /// that fits is chosen. An element that has an ID is also found by its position.
  func part(at target: String) throws -> StatePart { try part(at: target, in: self) }

  private func part(at target: String, in whole: StatePart) throws -> StatePart {
    if path == target { return self }
    let parts = parts
    let rest = target.dropFirst(path.count)
    if content.kind == .array, target.hasPrefix(path),
      let match = rest.prefixMatch(of: /\[(\d+)\]/),
      let index = Int(match.1), parts.indices.contains(index)
    {
      return try parts[index].part(
        at: parts[index].path + rest[match.range.upperBound...], in: whole)
    }
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
      "the state has no `\(target.prefix(200))`: \(path.isEmpty ? "it" : "`\(path)`") is a\(content.kind == .value ? "" : "n") \(kind)"
        + (paths.isEmpty ? "" : ", with \(paths)\(parts.count > 20 ? ", …" : "")")
        + (others.isEmpty ? "" : "; there is \(others.joined(separator: ", "))"))
  }

  /// Returns the paths of members with a name, the outermost first, and at most three.
  private func paths(named name: String) -> [String] {
    var (paths, level, count): ([String], [StatePart], Int) = ([], [self], 0)
    while !level.isEmpty, paths.count < 3, count < 2_000 {
      let next = level.filter { $0.content.kind == .object }.flatMap(\.parts)
      count += next.count
      paths += next.map(\.path).filter { $0 == name || $0.hasSuffix(".\(name)") }
      level = next
    }
    return Array(paths.prefix(3))
  }
}
