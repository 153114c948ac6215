// SPDX-License-Identifier: MIT

import Interposed

/// Numbers of allocations, locks, queue hops, and bytes in use, or differences of them.
typealias Tally = SIMD4<Double>

extension Tally {
  static var now: Tally {
    let now = countersNow()
    return Tally(now.allocations, now.locks, now.hops, now.liveBytes)
  }

  var allocations: Double { x }
  var liveBytes: Double { w }
}

/// Returns the costs of one operation, without bytes.
///
/// They are the difference between rounds of 2,000 and of 1,000 operations. So the fixed costs of a
/// round, such as waiting for its end, don't count.
@MainActor
func cost(rounds: Int = 50, _ round: @MainActor (_ count: Int) async -> Void) async -> Tally {
  let size = 1_000
  // Buffers reach their sizes, and caches are filled.
  await round(2 * size)
  await round(2 * size)
  var sum = Tally()
  for _ in 0..<rounds {
    let first = Tally.now
    await round(size)
    let second = Tally.now
    await round(2 * size)
    sum += (Tally.now - second) - (second - first)
  }
  sum.w = 0
  return sum / Double(rounds * size)
}
