// SPDX-License-Identifier: MIT

/// Subscribers in the order in which they subscribed.
///
/// Adding the last one is O(1), removing O(log n), amortized: a removed subscriber leaves a gap,
/// and gaps are closed when they outnumber subscribers. The first change while a copy of the list
/// exists, as during a notification, is O(n). A notification reads the references as `Unmanaged`,
/// so that it doesn't retain and release each subscriber.
struct SubscriberList {
  /// `forEachUnretained` reads the subscriber as the first field.
  private typealias Slot = (subscriber: SliceSubscriber?, id: UInt64)

  private var slots = ContiguousArray<Slot>()
  private(set) var count = 0
  private var latestCount = 0

  var isEmpty: Bool { count == 0 }

  /// Whether a change makes a difference to a subscriber.
  @inline(__always)
  var needNotification: Bool {
    if latestCount < count { return true }
    if count == 0 { return false }
    var isNeeded = false
    forEachUnretained {
      isNeeded = $0.needsNotification
      return !isNeeded
    }
    return isNeeded
  }

  mutating func insert(_ subscriber: SliceSubscriber) {
    let slot: Slot = (subscriber, subscriber.id)
    if let last = slots.last, last.id > slot.id {
      slots.insert(slot, at: position(of: slot.id))
    } else {
      slots.append(slot)
    }
    count += 1
    if subscriber.origin.delivery.isLatest { latestCount += 1 }
  }

  /// Removes a subscriber, which the caller retains, and returns whether the list contained it.
  mutating func remove(_ subscriber: SliceSubscriber) -> Bool {
    let position = position(of: subscriber.id)
    guard position < slots.count, slots[position].subscriber === subscriber else { return false }
    slots[position].subscriber = nil
    count -= 1
    if subscriber.origin.delivery.isLatest { latestCount -= 1 }
    if slots.count > 16, slots.count > 2 * count { slots.removeAll { $0.subscriber == nil } }
    return true
  }

  /// Returns the position of the first subscriber that didn't subscribe before the one with an ID.
  private func position(of id: UInt64) -> Int {
    var low = 0
    var high = slots.count
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inline(__always)
  func forEach(_ body: (SliceSubscriber) -> Void) {
    for slot in slots {
      if let subscriber = slot.subscriber { body(subscriber) }
    }
  }

  /// Notifies each subscriber of a copy of the list, which stays as it is when others come and go.
  func notify(_ notification: Notification) {
    forEachUnretained {
      $0.notify(notification)
      return true
    }
  }

  /// Calls `body` with each subscriber, which the list retains, until it returns `false`.
  ///
  /// `Unmanaged` has the layout of the reference that it wraps.
  @inline(__always)
  private func forEachUnretained(_ body: (SliceSubscriber) -> Bool) {
    slots.withUnsafeBytes { slots in
      var offset = 0
      while offset < slots.count {
        let subscriber = slots.load(fromByteOffset: offset, as: Unmanaged<SliceSubscriber>?.self)
        offset += MemoryLayout<Slot>.stride
        if let subscriber, !subscriber._withUnsafeGuaranteedRef(body) { return }
      }
    }
  }
}
