// SPDX-License-Identifier: MIT

/// How often something has happened, or how much more often.
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

/// What one operation costs: how much more happens when there are 2,000 of them in a round rather than 1,000.
/// So what a round costs as a whole, such as waiting for its end, does not count.
@MainActor
func cost(rounds: Int = 50, _ round: @MainActor (_ count: Int) async -> Void) async -> Tally {
  let size = 1_000
  // Buffers find their size, caches are filled.
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
