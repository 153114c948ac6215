// SPDX-License-Identifier: MIT

import Foundation

/// The seeds of a model test's random runs.
///
/// `RUNNEL_SEED` selects one run. `RUNNEL_SEEDS` sets the number of runs, which is 100 by default.
/// ThreadSanitizer, under which a run takes ten times as long, gets fewer.
package enum ModelSeeds {
  package static let all: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["RUNNEL_SEED"].flatMap({ UInt64($0) }) { return seed..<(seed + 1) }
    return 0..<(environment["RUNNEL_SEEDS"].flatMap { UInt64($0) } ?? 100)
  }()

  /// Returns the number of interleavings to run where 100 seeds stand for `count`.
  package static func rounds(_ count: Int) -> Int { max(1, count * all.count / 100) }
}

/// A SplitMix64 generator for one thread of one random run.
package struct ModelRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64, thread: Int) {
    state = seed &* 31 &+ UInt64(thread)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
