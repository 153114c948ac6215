// SPDX-License-Identifier: MIT

import Foundation

/// The part of a value that JSON can't store and that an encoder doesn't name.
struct Unencodable: Error, CustomStringConvertible {
  private struct Part {
    let value: Any
    let label: String
    let parent: Int
    let depth: Int
  }

  /// The levels of JSON that a decoder of Foundation reads.
  private static let depthLimit = 512
  private static let limit = 100_000

  let description: String

  /// Finds a `Decimal` that is no number, or else the deepest part of a value with too many levels.
  init?(in value: Any) {
    var parts = [Part(value: value, label: "", parent: 0, depth: 0)]
    var deepest = 0
    var next = 0
    while next < parts.count {
      let part = parts[next]
      if let number = part.value as? Decimal, number.isNaN {
        description = "\(Unencodable.path(to: next, in: parts)) is NaN, which JSON can't store"
        return
      }
      if part.depth > parts[deepest].depth { deepest = next }
      let mirror = Mirror(reflecting: part.value)
      for (index, child) in mirror.children.enumerated() where parts.count < Unencodable.limit {
        var (label, value) = (child.label.map { ".\($0)" } ?? "[\(index)]", child.value)
        switch mirror.displayStyle {
        case .optional: label = ""
        case .dictionary:
          let pair = Mirror(reflecting: value).children.map(\.value)
          if pair.count == 2 { (label, value) = (".\(pair[0])", pair[1]) }
        default: break
        }
        parts.append(Part(value: value, label: label, parent: next, depth: part.depth + 1))
      }
      next += 1
    }
    guard parts[deepest].depth > Unencodable.depthLimit / 4 else { return nil }
    description =
      "\(Unencodable.path(to: deepest, in: parts)) is nested deeper than the "
      + "\(Unencodable.depthLimit) levels that JSON can have"
  }

  /// Returns the path of a part, of which a long one is cut in the middle.
  private static func path(to index: Int, in parts: [Part]) -> String {
    var labels: [String] = []
    var index = index
    while index > 0 {
      labels.append(parts[index].label)
      index = parts[index].parent
    }
    let path = labels.reversed().joined().drop { $0 == "." }
    return path.count <= 80 ? String(path) : "\(path.prefix(40))…\(path.suffix(39))"
  }
}
