// SPDX-License-Identifier: MIT

/// SplitMix64, a generator of the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64, wave: Int, thread: Int) {
    state = seed &* 1_000_003 &+ UInt64(wave) &* 1_009 &+ UInt64(thread)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number of a range that is not empty.
  mutating func number(_ range: Range<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Returns `true` once in `count` calls, on average.
  mutating func once(in count: Int) -> Bool {
    number(0..<count) == 0
  }
}
