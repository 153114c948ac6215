// SPDX-License-Identifier: MIT

/// A first-in, first-out queue.
///
/// Each operation is O(1), amortized.
struct FIFOQueue<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }
  var count: Int { elements.count - head }
  var first: Element? { isEmpty ? nil : elements[head] }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Removes and returns the first element.
  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let first = elements[head].take()
    head += 1
    if 2 * head >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }
}
