// SPDX-License-Identifier: MIT

/// A first-in, first-out queue in one array, whose operations are O(1) amortized: it drops its
/// unused start once that is half of it.
package struct FIFOQueue<Element> {
  private var elements: [Element?] = []
  /// The number of slots at the start whose elements have been taken.
  private var head = 0

  package init() {}

  package var count: Int { elements.count - head }

  package var isEmpty: Bool { head == elements.count }

  package var first: Element? { head < elements.count ? elements[head] : nil }

  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if 2 * head >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Removes elements in O(count), and keeps the order of the others.
  package mutating func removeAll(where shouldRemove: (Element) -> Bool) {
    elements.removeAll { $0.map(shouldRemove) ?? true }
    head = 0
  }
}
