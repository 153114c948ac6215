// SPDX-License-Identifier: MIT

/// The order of the elements of a collection, each with a number that it keeps wherever it moves.
///
/// A dictionary from IDs to numbers stays as it is while elements move, and moving them costs no
/// lookup of their IDs. The number of a removed element is the next one that is given.
@usableFromInline
struct ElementOrder: Sendable {
  /// The numbers of the elements in order, and behind them those that no element has.
  private var numbers: [Int] = []
  /// The positions in these numbers, by number.
  @usableFromInline
  private(set) var positions: [Int] = []
  private var count = 0

  init() {}

  mutating func reserveCapacity(_ count: Int) {
    numbers.reserveCapacity(count)
    positions.reserveCapacity(count)
  }

  func number(at position: Int) -> Int { numbers[position] }

  /// Adds an element at a position, and returns its number.
  mutating func insert(at position: Int) -> Int {
    let number = count < numbers.count ? numbers.remove(at: count) : numbers.count
    if number == positions.count { positions.append(number) }
    numbers.insert(number, at: position)
    count += 1
    update(position..<count)
    return number
  }

  mutating func remove(at position: Int) {
    count -= 1
    numbers.insert(numbers.remove(at: position), at: count)
    update(position..<count + 1)
  }

  mutating func swapAt(_ one: Int, _ other: Int) {
    numbers.swapAt(one, other)
    positions.swapAt(numbers[one], numbers[other])
  }

  /// Puts the elements at some positions in front, in the order of these, and removes the others.
  mutating func reorder(_ kept: [Int]) {
    var isKept = Array(repeating: false, count: numbers.count)
    for position in kept { isKept[position] = true }
    let others = numbers.indices.filter { !isKept[$0] }
    numbers = (kept + others).map { numbers[$0] }
    count = kept.count
    update(numbers.indices)
  }

  private mutating func update(_ range: Range<Int>) {
    for position in range { positions[numbers[position]] = position }
  }
}
