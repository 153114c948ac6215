// SPDX-License-Identifier: MIT

/// A change of a text at one place.
///
/// Characters can merge at the edges: a letter and an accent, two halves of a flag, a carriage
/// return and a line feed. So the cursor is computed from the result.
struct Edit {
  let result: String
  /// The number of characters of the result up to the end of the change.
  let cursor: Int
  /// The key of the undo step that the change belongs to, or `nil` if it is a step of its own.
  let stepKey: String?
  /// A Boolean value that indicates whether the change has any effect.
  let isChange: Bool

  /// Creates a change that replaces the characters at some positions of a text.
  init(of text: String, replacing range: Range<Int>, with replacement: String) {
    self.init(of: Array(text), replacing: range, with: Array(replacement))
  }

  /// Creates the smallest change from one text to another.
  init(from old: String, to new: String) {
    let old = Array(old)
    let new = Array(new)
    let shared = min(old.count, new.count)
    let start = (0..<shared).first { old[$0] != new[$0] } ?? shared
    let rest = shared - start
    let tail = (0..<rest).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? rest
    self.init(
      of: old, replacing: start..<old.count - tail, with: Array(new[start..<new.count - tail]))
  }

  private init(of old: [Character], replacing range: Range<Int>, with new: [Character]) {
    let removed = old[range]
    let head = String(old[..<range.lowerBound]) + String(new)
    result = head + String(old[range.upperBound...])
    isChange = !new.isEmpty || !removed.isEmpty
    let end = head.unicodeScalars.count
    var scalars = 0
    cursor =
      result.prefix { character in
        defer { scalars += character.unicodeScalars.count }
        return scalars < end
      }.count
    stepKey = Self.stepKey(of: old, at: range.lowerBound, removing: removed, adding: new)
  }

  /// Returns a key with the kind of the change and the beginning of its word.
  ///
  /// A word begins with the whitespace before it. A change of several words is a step of its own.
  private static func stepKey(
    of text: [Character], at position: Int, removing removed: ArraySlice<Character>,
    adding added: [Character]
  ) -> String? {
    guard removed.isEmpty != added.isEmpty, let first = removed.first ?? added.first,
      removed.dropFirst().allSatisfy({ !$0.isWhitespace }),
      added.dropFirst().allSatisfy({ !$0.isWhitespace })
    else { return nil }
    var start = position
    func skip(while isSkipped: (Character) -> Bool) {
      while start > 0, isSkipped(text[start - 1]) { start -= 1 }
    }
    if !first.isWhitespace { skip { !$0.isWhitespace } }
    skip(while: \.isWhitespace)
    return "\(removed.isEmpty ? "typed" : "deleted") \(start)"
  }
}
