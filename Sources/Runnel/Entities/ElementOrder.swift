// SPDX-License-Identifier: MIT

/// The order of the elements of a collection, each with a number that it keeps wherever it moves.
///
/// A dictionary from IDs to numbers stays as it is while elements move, and moving them costs no
/// lookup of their IDs. The numbers of removed elements are given again.
@usableFromInline
struct ElementOrder: Sendable {
  /// The numbers of the elements in order.
  private var numbers: [Int] = []
  /// The positions in these numbers, by number.
  @usableFromInline
  private(set) var positions: [Int] = []
  /// The numbers of removed elements.
  private var unused: [Int] = []

  init() {}

  mutating func reserveCapacity(_ count: Int) {
    numbers.reserveCapacity(count)
    positions.reserveCapacity(count)
  }

  func number(at position: Int) -> Int { numbers[position] }

  /// Adds an element at a position, and returns its number.
  mutating func insert(at position: Int) -> Int {
    let number = unused.popLast() ?? positions.count
    if number == positions.count { positions.append(position) }
    numbers.insert(number, at: position)
    updatePositions(from: position)
    return number
  }

  mutating func remove(at position: Int) {
    unused.append(numbers.remove(at: position))
    updatePositions(from: position)
  }

  mutating func swapAt(_ one: Int, _ other: Int) {
    numbers.swapAt(one, other)
    positions.swapAt(numbers[one], numbers[other])
  }

  /// Puts the elements at some positions into the order of these, and removes the others.
  mutating func reorder(_ kept: [Int]) {
    var isKept = Array(repeating: false, count: numbers.count)
    for position in kept { isKept[position] = true }
    for (position, number) in numbers.enumerated() where !isKept[position] { unused.append(number) }
    numbers = kept.map { numbers[$0] }
    updatePositions(from: 0)
  }

  private mutating func updatePositions(from start: Int) {
    for position in start..<numbers.count { positions[numbers[position]] = position }
  }
}
