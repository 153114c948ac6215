// SPDX-License-Identifier: MIT

/// Lanes in the order in which they subscribed.
///
/// Appending takes O(1), removing O(log n) amortised: a removed lane leaves a gap, and gaps are closed
/// when there are more of them than lanes.
struct LaneList {
  private struct Slot {
    let id: UInt64
    var lane: (any AnyLane)?
  }

  private var slots = ContiguousArray<Slot>()
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Adds a lane, whose id must be greater than those of all lanes before it.
  mutating func append(_ lane: any AnyLane) {
    slots.append(Slot(id: lane.id, lane: lane))
    count += 1
  }

  /// Takes a lane out, if it is there. Whoever calls this still holds it.
  mutating func remove(id: UInt64) -> Bool {
    var low = 0
    var high = slots.count
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < slots.count, slots[low].id == id, slots[low].lane != nil else { return false }
    slots[low].lane = nil
    count -= 1
    if slots.count > 16, slots.count > 2 * count { slots.removeAll { $0.lane == nil } }
    return true
  }

  @inline(__always)
  func forEach(_ body: (any AnyLane) -> Void) {
    for slot in slots {
      if let lane = slot.lane { body(lane) }
    }
  }
}
