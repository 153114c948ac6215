// SPDX-License-Identifier: MIT

/// The difference between two texts, line by line.
package enum LineDiff {
  /// More changed lines than this are counted rather than shown.
  package static let limit = 100
  /// From how many differing lines on the difference is not looked for any more: all of them count as
  /// changed.
  private static let searchLimit = 1_000

  /// What has to be taken out of `old`, each line with `- ` before it, and put in, with `+ `, to get `new`,
  /// in the order of the texts.
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
