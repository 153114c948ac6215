// SPDX-License-Identifier: MIT

import Runnel

/// A seeded random number generator, from which an exploration makes actions.
///
/// ```swift
/// random.oneOf(.add(random.element(of: items)), .remove(random.int(in: 0...9)), .checkout)
/// ```
///
/// A seed leads to the same values on each system and in each run. The functions of the standard
/// library take it too: `Double.random(in: 0..<1, using: &random)`. A failing exploration
/// simplifies its actions with smaller random choices: write the simple alternatives first. Each
/// function names its simplest value.
public struct ExplorationRandom: RandomNumberGenerator {
  /// The state of a SplitMix64 generator.
  private var state: UInt64
  private let isRecording: Bool
  private var repeated: ArraySlice<Choice> = []
  /// The choices since ``beginStep(repeating:)``, if recorded.
  private(set) var choices: [Choice] = []

  /// Creates a generator with a seed.
  public init(seed: UInt64) {
    self.init(seed: seed, isRecording: false)
  }

  init(seed: UInt64, isRecording: Bool) {
    // Neighboring seeds must not lead to overlapping sequences.
    state = ExplorationRandom.mixed(seed &+ 0x9E37_79B9_7F4A_7C15)
    self.isRecording = isRecording
  }

  /// Starts to record the choices of a step, the first of which repeat others.
  mutating func beginStep(repeating choices: [Choice] = []) {
    guard isRecording else { return }
    repeated = choices[...]
    self.choices = []
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func choice(upTo bound: UInt64) -> UInt64 {
    guard isRecording else { return random(upTo: bound) }
    let value = repeated.popFirst().map { min($0.value, bound) } ?? random(upTo: bound)
    choices.append(Choice(value: value, bound: bound))
    return value
  }

  private mutating func random(upTo bound: UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    let value = ExplorationRandom.mixed(state)
    return bound == .max ? value : value.multipliedFullWidth(by: bound + 1).high
  }

  /// Returns a random number of 64 bits, the simplest of which is zero.
  public mutating func next() -> UInt64 {
    choice(upTo: .max)
  }

  /// Returns an integer in a closed range, of which the one nearest to zero is the simplest.
  public mutating func int(in range: ClosedRange<Int>) -> Int {
    let span = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    let choice = Int(truncatingIfNeeded: choice(upTo: span))
    if range.lowerBound >= 0 { return range.lowerBound &+ choice }
    if range.upperBound <= 0 { return range.upperBound &- choice }
    // Zero and the positive numbers, and then the negative ones from -1 on.
    return UInt(bitPattern: choice) <= UInt(range.upperBound)
      ? choice : range.upperBound &- choice
  }

  /// Returns an integer in a range that isn't empty: the simplest is the one nearest to zero.
  public mutating func int(in range: Range<Int>) -> Int {
    int(in: ClosedRange(range))
  }

  /// Returns `true` or `false`, of which `false` is the simplest.
  public mutating func bool() -> Bool {
    choice(upTo: 1) == 1
  }

  /// Returns one of several values with the same probability, of which the first is the simplest.
  ///
  /// All values are made before the choice. If they are expensive, use
  /// `switch random.int(in: 0...2)`.
  public mutating func oneOf<Value>(_ first: Value, _ others: Value...) -> Value {
    let index = Int(choice(upTo: UInt64(others.count)))
    return index == 0 ? first : others[index - 1]
  }

  /// Returns one of several values, the first being the simplest, with a probability in proportion
  /// to its weight, which must be positive.
  public mutating func weighted<Value>(
    _ first: (weight: Int, value: Value), _ others: (weight: Int, value: Value)...
  ) -> Value {
    let all = [first] + others
    var rest = int(in: 0..<all.reduce(0) { $0 + $1.weight })
    for (weight, value) in all {
      rest -= weight
      if rest < 0 { return value }
    }
    return first.value
  }

  /// Returns an element of a collection that isn't empty, of which the first is the simplest.
  ///
  /// If it can be empty, use `randomElement(using: &random)`. The order of a set or a dictionary
  /// differs between processes: sort it first.
  public mutating func element<Elements: Collection>(of elements: Elements) -> Elements.Element {
    let offset = int(in: 0..<elements.count)
    return elements[elements.index(elements.startIndex, offsetBy: offset)]
  }

  /// Returns an array of random length, the simplest of which is the shortest.
  public mutating func array<Element>(
    count: ClosedRange<Int> = 0...5, of element: (inout ExplorationRandom) -> Element
  ) -> [Element] {
    (0..<int(in: count)).map { _ in element(&self) }
  }

  /// Returns a string of random length with the characters of an alphabet, the simplest of which is
  /// the shortest, of the first character.
  public mutating func string(
    count: ClosedRange<Int> = 0...8, of alphabet: String = "abcdefghijklmnopqrstuvwxyz"
  ) -> String {
    let characters = Array(alphabet)
    return String(array(count: count) { $0.element(of: characters) })
  }
}

/// A random choice: a number from zero to a bound, of which zero is the simplest.
///
/// Generated values depend on nothing but choices: lower ones lead to simpler values.
struct Choice: Hashable {
  var value: UInt64
  let bound: UInt64
}
