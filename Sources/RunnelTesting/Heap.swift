// SPDX-License-Identifier: MIT

/// A binary heap with constant-time access to its least element.
struct Heap<Element: Comparable> {
  private var elements: [Element] = []

  var least: Element? { elements.first }

  var count: Int { elements.count }

  /// Removes the matching elements.
  ///
  /// O(n log n).
  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    elements.removeAll(where: isUnwanted)
    // A sorted array is a heap.
    elements.sort()
  }

  /// Inserts an element.
  ///
  /// O(log n).
  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0, elements[child] < elements[(child - 1) / 2] {
      elements.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Removes the least element.
  ///
  /// O(log n).
  mutating func removeLeast() {
    guard let last = elements.popLast(), !elements.isEmpty else { return }
    elements[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < elements.count && elements[child] < elements[least] {
        least = child
      }
      if least == parent { return }
      elements.swapAt(parent, least)
      parent = least
    }
  }
}
