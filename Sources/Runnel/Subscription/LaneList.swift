// SPDX-License-Identifier: MIT

/// Lanes in the order in which they subscribed.
///
/// Appending takes O(1), removing O(log n) amortised: a removed lane leaves a gap, and gaps are closed
/// when there are more of them than lanes. While a copy of the list is about, as during an announcement,
/// the first change takes O(n).
struct LaneList {
  private struct Slot {
    let id: UInt64
    var lane: AnyLane?
  }

  /// A slot for somebody who looks at the lane where it is, and does not hold it: it has the same parts.
  private struct BorrowedSlot: ~Copyable {
    let id: UInt64
    let lane: AnyLane?
  }

  private var slots = ContiguousArray<Slot>()
  private(set) var count = 0
  /// How many want the newest value only.
  private var latestCount = 0

  var isEmpty: Bool { count == 0 }

  /// Whether a change has to be announced. In a burst, those who want the newest value only will look at the
  /// state anyway: it takes less to find that out than to tell them once more.
  var needTelling: Bool {
    if latestCount < count { return true }
    return withBorrowedSlots { slots in
      for index in slots.indices where needsTelling(slots[index]) { return true }
      return false
    }
  }

  /// Adds a lane, whose id must be greater than those of all lanes before it.
  mutating func append(_ lane: AnyLane) {
    slots.append(Slot(id: lane.id, lane: lane))
    count += 1
    if lane.origin.delivery == .latest { latestCount += 1 }
  }

  /// Takes a lane out, if it is there. Whoever calls this still holds it.
  mutating func remove(id: UInt64) -> Bool {
    var low = 0
    var high = slots.count
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < slots.count, slots[low].id == id, let lane = slots[low].lane else { return false }
    slots[low].lane = nil
    count -= 1
    if lane.origin.delivery == .latest { latestCount -= 1 }
    if slots.count > 16, slots.count > 2 * count { slots.removeAll { $0.lane == nil } }
    return true
  }

  @inline(__always)
  func forEach(_ body: (AnyLane) -> Void) {
    for slot in slots {
      if let lane = slot.lane { body(lane) }
    }
  }

  /// Has each lane take an announcement. The list is a copy of the caller's, so that it stays as it is
  /// whoever comes or goes meanwhile; so no lane need be held for the call.
  func tell(_ announcement: Announcement) {
    withBorrowedSlots { slots in
      for index in slots.indices { tell(slots[index], announcement) }
    }
  }

  @inline(__always)
  private func withBorrowedSlots<Result>(
    _ body: (UnsafeBufferPointer<BorrowedSlot>) -> Result
  ) -> Result {
    slots.withUnsafeBufferPointer { slots in
      // A slot and a borrowed one are laid out alike.
      slots.withMemoryRebound(to: BorrowedSlot.self) { body($0) }
    }
  }

  @inline(__always)
  private func needsTelling(_ slot: borrowing BorrowedSlot) -> Bool {
    slot.lane?.needsTelling ?? false
  }

  @inline(__always)
  private func tell(_ slot: borrowing BorrowedSlot, _ announcement: Announcement) {
    slot.lane?.tell(announcement)
  }
}
