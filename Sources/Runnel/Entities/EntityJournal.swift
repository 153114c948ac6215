// SPDX-License-Identifier: MIT

/// The IDs of elements that may have changed since a collection of entities was saved.
///
/// There is none until `RunnelPersistence` saves the collection. It is copied with that: an undo
/// restores the journal of the earlier collection, the difference from the same saved state.
@usableFromInline
package struct EntityJournal<ID: Hashable> {
  /// What may have changed of an element: its content or its place, or both if it came or went.
  package typealias Entry = (hasContent: Bool, hasPlace: Bool)

  private static var minimumLimit: Int { 1024 }

  /// The saved state that the journal begins with, unique in the process.
  package let generation: UInt64
  package private(set) var entries: [ID: Entry] = [:]
  package fileprivate(set) var isReordered = false
  /// More elements have changed than the journal can list: it lacks removed ones.
  package private(set) var isOverfull = false

  package var isEmpty: Bool { entries.isEmpty && !isReordered && !isOverfull }

  fileprivate init(generation: UInt64) {
    self.generation = generation
  }

  /// Records an element of a collection, whose count limits the number of entries: one that is no
  /// longer saved doesn't collect IDs forever.
  fileprivate mutating func record(_ id: ID, _ entry: Entry, in numbers: [ID: Int]) {
    let known = entries[id] ?? (false, false)
    entries[id] = (known.hasContent || entry.hasContent, known.hasPlace || entry.hasPlace)
    guard entries.count > max(EntityJournal.minimumLimit, 2 * numbers.count) else { return }
    isOverfull = true
    entries = entries.filter { numbers[$0.key] != nil }
  }
}

extension EntityJournal: Sendable where ID: Sendable {}

extension Entities {
  package mutating func beginJournal(_ generation: UInt64) {
    journal = EntityJournal(generation: generation)
  }

  @usableFromInline
  mutating func recordChange(at position: Int) {
    journal?.record(ids[position], (true, false), in: numbers)
  }

  /// Records an element that is added or removed, or gets another place or ID.
  mutating func recordPlace(of id: Element.ID, hasContent: Bool = true) {
    journal?.record(id, (hasContent, true), in: numbers)
  }

  mutating func recordOrder() {
    journal?.isReordered = true
  }
}

/// The order of the elements of a collection, each with a number that it keeps wherever it moves.
///
/// A dictionary from IDs to numbers stays as it is while elements move, and moving them costs no
/// lookup of their IDs. The numbers of removed elements are given again.
@usableFromInline
struct ElementOrder: Sendable {
  private var numbers: [Int] = []
  /// The positions in these numbers, by number.
  @usableFromInline
  private(set) var positions: [Int] = []
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
