// SPDX-License-Identifier: MIT

/// The ranks of stored elements: numbers with gaps, so that an insertion changes no other rank.
struct RankTable<ID: Hashable>: Sendable where ID: Sendable {
  /// Elements that follow each other and need ranks, between two that have ranks.
  struct Run: Sendable {
    var ids: [ID]
    /// The element in front of the run, or `nil` at the start.
    var previous: ID?
    /// The element behind the run, or `nil` at the end.
    var next: ID?
  }

  /// The distance of ranks at the ends, for 2³¹ insertions there, and 32 in one gap.
  static var gap: Int64 { 1 << 32 }
  /// The distance that renumbered ranks have at least.
  private static var minimumGap: Int64 { 1 << 16 }

  private var ranks: [ID: Int64] = [:]

  var ids: Dictionary<ID, Int64>.Keys { ranks.keys }

  subscript(id: ID) -> Int64? {
    get { ranks[id] }
    set { ranks[id] = newValue }
  }

  /// Returns the ID that the table has in the place of an equal one, which can differ in what isn't
  /// compared, and so in the text of its key.
  func original(_ id: ID) -> ID { ranks.index(forKey: id).map { ranks[$0].key } ?? id }

  mutating func remove(_ id: ID) -> Bool { ranks.removeValue(forKey: id) != nil }

  /// Gives the elements of some runs new ranks.
  ///
  /// Returns the other elements that were renumbered to make room, or `nil` if a neighbor of a run
  /// has no rank. O(number of these elements), or O(n log n) if there is no room between two ranks.
  mutating func place(_ runs: [Run]) -> Set<ID>? {
    for run in runs { for id in run.ids { ranks[id] = nil } }
    var renumbered: Set<ID> = []
    for run in runs {
      let (lower, upper) = (run.previous.map { ranks[$0] }, run.next.map { ranks[$0] })
      if case .some(nil) = lower { return nil }
      if case .some(nil) = upper { return nil }
      if let new = RankTable.ranks(run.ids.count, lower ?? nil, upper ?? nil, minimumGap: 1) {
        for (id, rank) in zip(run.ids, new) { ranks[id] = rank }
      } else {
        renumbered.formUnion(renumber(around: run))
      }
    }
    for run in runs { renumbered.subtract(run.ids) }
    return renumbered
  }

  /// Makes room for a run in the smallest neighborhood that has enough.
  private mutating func renumber(around run: Run) -> [ID] {
    let order = ranks.sorted { $0.value < $1.value }.map(\.key)
    let position = run.previous.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    var radius = max(16, run.ids.count)
    while true {
      let window = max(0, position - radius)..<min(order.count, position + radius)
      let lower = window.lowerBound > 0 ? ranks[order[window.lowerBound - 1]] : nil
      let upper = window.upperBound < order.count ? ranks[order[window.upperBound]] : nil
      let ids = order[window.lowerBound..<position] + run.ids + order[position..<window.upperBound]
      let new = RankTable.ranks(ids.count, lower, upper, minimumGap: RankTable.minimumGap)
      if let new {
        for (id, rank) in zip(ids, new) { ranks[id] = rank }
        return Array(order[window])
      }
      if window == order.indices {
        for (index, id) in ids.enumerated() { ranks[id] = Int64(index) * RankTable.gap }
        return order
      }
      radius *= 4
    }
  }

  /// Returns ranks between two others, or `nil` if there is no room.
  private static func ranks(
    _ count: Int, _ lower: Int64?, _ upper: Int64?, minimumGap: Int64
  ) -> [Int64]? {
    let count = Int64(count)
    switch (lower, upper) {
    case (nil, nil): return (0..<count).map { $0 * gap }
    case (let lower?, nil):
      guard lower < Int64.max - gap * count else { return nil }
      return (0..<count).map { lower + gap * ($0 + 1) }
    case (nil, let upper?):
      guard upper > Int64.min + gap * count else { return nil }
      return (0..<count).map { upper - gap * (count - $0) }
    case (let lower?, let upper?):
      // Halves, because the distance of two ranks can exceed the largest number.
      let step = min(gap, (upper / 2 - lower / 2) / (count + 1) * 2)
      let exact = step > 0 ? step : upper &- lower > count ? (upper &- lower) / (count + 1) : 0
      guard exact >= minimumGap else { return nil }
      return (0..<count).map { lower + exact * ($0 + 1) }
    }
  }

  /// Returns the elements at ascending positions of an order, with their neighbors.
  static func runs(at positions: some Sequence<Int>, in order: [ID]) -> [Run] {
    var runs: [Run] = []
    var end = -1
    for position in positions {
      if position != end {
        runs.append(Run(ids: [], previous: position > 0 ? order[position - 1] : nil))
      }
      end = position + 1
      runs[runs.count - 1].ids.append(order[position])
      runs[runs.count - 1].next = end < order.count ? order[end] : nil
    }
    return runs
  }

  /// Returns the runs that need new ranks, outside of a longest increasing subsequence.
  func runs(for order: [ID]) -> [Run] {
    let kept = keptPositions(in: order)
    return RankTable.runs(at: order.indices.lazy.filter { !kept[$0] }, in: order)
  }

  private func keptPositions(in order: [ID]) -> [Bool] {
    // The position of the last element of the best subsequence of each length.
    var tails: [(rank: Int64, position: Int)] = []
    var predecessors = [Int](repeating: -1, count: order.count)
    for (position, id) in order.enumerated() {
      guard let rank = ranks[id] else { continue }
      var (low, high) = (0, tails.count)
      if let last = tails.last, last.rank < rank { low = high }
      while low < high {
        let middle = (low + high) / 2
        if tails[middle].rank < rank { low = middle + 1 } else { high = middle }
      }
      if low > 0 { predecessors[position] = tails[low - 1].position }
      if low == tails.count {
        tails.append((rank, position))
      } else {
        tails[low] = (rank, position)
      }
    }
    var kept = [Bool](repeating: false, count: order.count)
    var position = tails.last?.position ?? -1
    while position >= 0 {
      kept[position] = true
      position = predecessors[position]
    }
    return kept
  }
}
