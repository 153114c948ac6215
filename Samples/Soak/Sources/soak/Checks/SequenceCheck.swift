// SPDX-License-Identifier: MIT

/// A fault in the numbers of one source.
enum Slip: Equatable, CustomStringConvertible {
  case lost(Range<Int>)
  case again(Int)

  var description: String {
    switch self {
    case .lost(let numbers): "\(numbers.lowerBound)..<\(numbers.upperBound) did not arrive"
    case .again(let number): "\(number) arrived again, or too late"
    }
  }
}

/// A check that the numbers of one source arrive once and in order, from zero.
struct SequenceCheck: Equatable {
  /// The next expected number.
  private(set) var next = 0

  mutating func take(_ number: Int) -> Slip? {
    defer { next = max(next, number + 1) }
    if number == next { return nil }
    return number > next ? .lost(next..<number) : .again(number)
  }

  /// Returns the fault if fewer than `count` numbers have arrived.
  func missing(of count: Int) -> Slip? {
    next < count ? .lost(next..<count) : nil
  }
}

/// A value of a slice: the generation of the slice, and its number of changes in this generation.
struct Reading: Hashable, Comparable, Sendable, CustomStringConvertible {
  var generation = 0
  var count = 0

  static func < (left: Reading, right: Reading) -> Bool {
    (left.generation, left.count) < (right.generation, right.count)
  }

  /// Returns whether no other value can lie between `earlier` and this one.
  func follows(_ earlier: Reading) -> Bool {
    generation == earlier.generation
      ? count == earlier.count + 1 : generation == earlier.generation + 1 && count == 0
  }

  var description: String { generation == 0 ? "\(count)" : "\(generation)/\(count)" }
}

/// A check of the values that one observer receives.
struct ReadingCheck {
  let isEvery: Bool
  private(set) var last: Reading?
  private(set) var isOver = false

  init(isEvery: Bool) {
    self.isEvery = isEvery
  }

  /// Returns the fault if this value must not arrive now.
  mutating func take(_ reading: Reading) -> String? {
    defer { last = reading }
    if isOver { return "received \(reading) after its end" }
    guard let last else { return nil }
    if isEvery ? reading.follows(last) : reading > last { return nil }
    return "received \(reading) after \(last)"
  }

  /// Declares that no value can arrive from now on.
  mutating func end() {
    isOver = true
  }

  /// Returns the fault if the last value is not the current one after settling.
  func missing(of current: Reading) -> String? {
    if isOver || last == current { return nil }
    return "received \(last.map(String.init) ?? "nothing") last, not \(current)"
  }
}
