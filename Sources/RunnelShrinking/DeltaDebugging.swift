// SPDX-License-Identifier: MIT

/// A search for the shortest part of a failing sequence that still fails.
///
/// It removes chunks of elements, from the end of the sequence to its start, and halves the size of
/// the chunks down to single elements. In the result, each element is necessary: without any one,
/// the sequence doesn't fail. Removing two at once can still lead to a shorter one.
package enum DeltaDebugging {
  /// The search one step at a time, from a sequence that fails.
  ///
  /// For a result of m elements, it tests O(m · log(number of elements)) sequences if each one with
  /// these m elements fails, and O(number of elements squared) in the worst case. Each pass tests
  /// sequences of at most twice the length of the previous result.
  package struct Search<Element> {
    /// The shortest sequence found so far.
    package private(set) var elements: [Element]
    private var chunkSize: Int
    private var end: Int
    private var candidate: [Element] = []
    private var removed: Range<Int> = 0..<0
    /// The number of first elements that the sequence to test shares with ``elements``.
    package var sharedCount: Int { removed.lowerBound }
    private var hasRemoved = false

    package init(_ elements: [Element]) {
      self.elements = elements
      // The first chunk is the whole sequence, whose removal leaves the empty one.
      chunkSize = max(elements.count, 1)
      end = elements.count
    }

    /// Returns the next sequence to test, or `nil` at the end of the search.
    package mutating func next() -> [Element]? {
      while end == 0 {
        if chunkSize == 1, !hasRemoved || elements.isEmpty { return nil }
        chunkSize = max(1, min(chunkSize / 2, elements.count))
        end = elements.count
        hasRemoved = false
        if elements.isEmpty { return nil }
      }
      removed = max(0, end - chunkSize)..<end
      candidate = Array(elements[..<removed.lowerBound]) + elements[removed.upperBound...]
      return candidate
    }

    /// Reports whether the sequence that ``next()`` returned fails.
    package mutating func report(_ fails: Bool) {
      end = removed.lowerBound
      guard fails else { return }
      elements = candidate
      hasRemoved = true
    }
  }
}
