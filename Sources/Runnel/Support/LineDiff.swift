// SPDX-License-Identifier: MIT

/// The difference between two texts, line by line.
package enum LineDiff {
  /// The number of changed lines that are shown; further ones are counted.
  package static let limit = 100
  /// The number of differing lines above which all lines count as changed, without a search.
  private static let searchLimit = 1_000

  /// Returns the lines to remove from `old` (`- `) and insert (`+ `) to get `new`, in text order.
  package static func lines(from old: [String], to new: [String]) -> [String] {
    var old = old[...]
    var new = new[...]
    while let first = old.first, first == new.first {
      old.removeFirst()
      new.removeFirst()
    }
    while let last = old.last, last == new.last {
      old.removeLast()
      new.removeLast()
    }
    let isLong = max(old.count, new.count) > searchLimit
    let lines = isLong ? replacement(old, new) : difference(Array(old), Array(new))
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + ["… and \(lines.count - limit) more lines"]
  }

  private static func replacement(_ old: ArraySlice<String>, _ new: ArraySlice<String>) -> [String]
  {
    old.map { "- \($0)" } + new.map { "+ \($0)" }
  }

  private static func difference(_ old: [String], _ new: [String]) -> [String] {
    let difference = new.difference(from: old)
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [String] = []
    var oldIndex = 0
    var newIndex = 0
    while oldIndex < old.count || newIndex < new.count {
      if removed.contains(oldIndex) {
        lines.append("- \(old[oldIndex])")
        oldIndex += 1
      } else if inserted.contains(newIndex) {
        lines.append("+ \(new[newIndex])")
        newIndex += 1
      } else {
        oldIndex += 1
        newIndex += 1
      }
    }
    return lines
  }
}
