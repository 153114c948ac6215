// SPDX-License-Identifier: MIT

/// Numbers of allocations, bytes, locks and hops, or differences of them.
struct Tally {
  var allocations = 0.0
  var liveBytes = 0.0
  var locks = 0.0
  var hops = 0.0

  static var now: Tally {
    Tally(
      allocations: Double(Counters.allocations.load(ordering: .relaxed)),
      liveBytes: Double(Counters.liveBytes.load(ordering: .relaxed)),
      locks: Double(Counters.locks.load(ordering: .relaxed)),
      hops: Double(Counters.hops.load(ordering: .relaxed)))
  }

  static func - (left: Tally, right: Tally) -> Tally {
    Tally(
      allocations: left.allocations - right.allocations,
      liveBytes: left.liveBytes - right.liveBytes,
      locks: left.locks - right.locks, hops: left.hops - right.hops)
  }

  static func + (left: Tally, right: Tally) -> Tally {
    Tally(
      allocations: left.allocations + right.allocations,
      liveBytes: left.liveBytes + right.liveBytes,
      locks: left.locks + right.locks, hops: left.hops + right.hops)
  }

  static func / (left: Tally, count: Int) -> Tally {
    let count = Double(count)
    return Tally(
      allocations: left.allocations / count, liveBytes: left.liveBytes / count,
      locks: left.locks / count, hops: left.hops / count)
  }
}

/// Returns the costs of one operation.
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
    sum = sum + ((Tally.now - second) - (second - first))
  }
  return sum / (rounds * size)
}
