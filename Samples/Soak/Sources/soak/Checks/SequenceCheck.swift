// SPDX-License-Identifier: MIT

/// What went wrong with the numbers of one source.
enum Slip: Equatable, CustomStringConvertible {
  case lost(Range<Int>)
  case again(Int)

  var description: String {
    switch self {
    case .lost(let numbers): "\(numbers.lowerBound)..<\(numbers.upperBound) did not come"
    case .again(let number): "\(number) came again, or too late"
    }
  }
}

/// The numbers of one source, each of which is to come once and in order, from zero.
struct SequenceCheck: Equatable {
  /// The number that is to come next.
  private(set) var next = 0

  mutating func take(_ number: Int) -> Slip? {
    defer { next = max(next, number + 1) }
    if number == next { return nil }
    return number > next ? .lost(next..<number) : .again(number)
  }

  /// What is missing of `count` numbers.
  func missing(of count: Int) -> Slip? {
    next < count ? .lost(next..<count) : nil
  }
}

/// Where a part of the state stands: which of its lives this is, and how often it has changed in it.
struct Reading: Hashable, Comparable, Sendable, CustomStringConvertible {
  var generation = 0
  var count = 0

  static func < (left: Reading, right: Reading) -> Bool {
    (left.generation, left.count) < (right.generation, right.count)
  }

  /// Whether nothing can have been between `earlier` and this.
  func follows(_ earlier: Reading) -> Bool {
    generation == earlier.generation
      ? count == earlier.count + 1 : generation == earlier.generation + 1 && count == 0
  }

  var description: String { generation == 0 ? "\(count)" : "\(generation)/\(count)" }
}

/// What one observer was told.
struct ReadingCheck {
  let isEvery: Bool
  private(set) var last: Reading?
  private(set) var isOver = false

  init(isEvery: Bool) {
    self.isEvery = isEvery
  }

  /// Says what is wrong with being told this now.
  mutating func take(_ reading: Reading) -> String? {
    defer { last = reading }
    if isOver { return "was told \(reading) after its end" }
    guard let last else { return nil }
    if isEvery ? reading.follows(last) : reading > last { return nil }
    return "was told \(reading) after \(last)"
  }

  /// From now on nothing may come.
  mutating func end() {
    isOver = true
  }

  /// Says what is wrong with what it was told last, when all is still.
  func missing(of current: Reading) -> String? {
    if isOver || last == current { return nil }
    return "was told \(last.map(String.init) ?? "nothing") last, not \(current)"
  }
}
