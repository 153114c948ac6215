// SPDX-License-Identifier: MIT

package enum LineDiff {
  /// The number of changed lines that are shown; further ones are counted.
  package static let limit = 100
  /// The number of differing lines above which there is no search for lines that have moved.
  private static let searchLimit = 1_000

  /// Returns the lines to remove from `old` (`- `) and insert (`+ `) to get `new`, in text order.
  package static func lines(from old: [String], to new: [String]) -> [String] {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var equal = 0
    while equal < min(old.count, new.count) - start,
      old[old.count - 1 - equal] == new[new.count - 1 - equal]
    {
      equal += 1
    }
    let old = Array(old[start..<old.count - equal])
    let new = Array(new[start..<new.count - equal])
    let (isRemoved, isInserted) = changes(from: old, to: new)
    var lines: [String] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if oldIndex < old.count, isRemoved[oldIndex] {
        lines.append("- \(old[oldIndex])")
        oldIndex += 1
      } else if newIndex < new.count, isInserted[newIndex] {
        lines.append("+ \(new[newIndex])")
        newIndex += 1
      } else {
        oldIndex += 1
        newIndex += 1
      }
    }
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + ["… and \(lines.count - limit) more lines"]
  }

  /// `dynamic`: the optimizer would compile sets and searches for strings.
  private dynamic static func changes<Line: Hashable>(
    from old: [Line], to new: [Line]
  ) -> (isRemoved: [Bool], isInserted: [Bool]) {
    if max(old.count, new.count) <= searchLimit {
      var isRemoved = old.map { _ in false }
      var isInserted = new.map { _ in false }
      for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, _, _): isRemoved[offset] = true
        case .insert(let offset, _, _): isInserted[offset] = true
        }
      }
      return (isRemoved, isInserted)
    }
    // Lines name their parts, so few are equal by chance.
    let (oldLines, newLines) = (Set(old), Set(new))
    if old.filter(newLines.contains) == new.filter(oldLines.contains) {
      return (old.map { !newLines.contains($0) }, new.map { !oldLines.contains($0) })
    }
    return (old.map { _ in true }, new.map { _ in true })
  }
}
