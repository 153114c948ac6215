// SPDX-License-Identifier: MIT

package enum LineDiff {
  /// The number of changed lines that are shown; further ones are counted.
  package static let limit = 100
  /// The number of differing lines above which there is no search for lines that have moved.
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
    // Offsets of a difference begin at zero, the indices of the slices behind the equal lines.
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    if max(old.count, new.count) <= searchLimit {
      for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, _, _): removed.insert(old.startIndex + offset)
        case .insert(let offset, _, _): inserted.insert(new.startIndex + offset)
        }
      }
    } else {
      // Lines name their parts, so few are equal by chance.
      let (oldLines, newLines) = (Set(old), Set(new))
      removed = Set(old.indices.filter { !newLines.contains(old[$0]) })
      inserted = Set(new.indices.filter { !oldLines.contains(new[$0]) })
      let kept = old.indices.lazy.filter { !removed.contains($0) }.map { old[$0] }
      if !kept.elementsEqual(new.indices.lazy.filter { !inserted.contains($0) }.map { new[$0] }) {
        (removed, inserted) = (Set(old.indices), Set(new.indices))
      }
    }
    var lines: [String] = []
    while !old.isEmpty || !new.isEmpty {
      if removed.contains(old.startIndex) {
        lines.append("- \(old.removeFirst())")
      } else if inserted.contains(new.startIndex) {
        lines.append("+ \(new.removeFirst())")
      } else {
        old.removeFirst()
        new.removeFirst()
      }
    }
    guard lines.count > limit else { return lines }
    return lines.prefix(limit) + ["… and \(lines.count - limit) more lines"]
  }
}
