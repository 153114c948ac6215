// SPDX-License-Identifier: MIT

/// Subscribers in the order in which they subscribed.
///
/// Appending is O(1), removing O(log n), amortized: a removed subscriber leaves a gap, and gaps are
/// closed when there are more of them than subscribers. The first change while a copy of the list
/// exists, as during a notification, is O(n).
///
/// Each slot refers to its subscriber without retaining it, because a notification would otherwise
/// retain and release each one. `owned` retains them, at the same positions: a list and its copies
/// always change both together.
struct SubscriberList {
  private struct Slot {
    let id: UInt64
    var subscriber: Unmanaged<Subscriber>?
  }

  private var slots = ContiguousArray<Slot>()
  private var owned = ContiguousArray<Subscriber?>()
  private(set) var count = 0
  /// The number of subscribers that receive only the newest value.
  private var latestCount = 0

  var isEmpty: Bool { count == 0 }

  /// A Boolean value indicating whether a change makes a difference to a subscriber.
  var needNotification: Bool {
    if latestCount < count { return true }
    if count == 0 { return false }
    return slots.contains { slot in
      slot.subscriber?._withUnsafeGuaranteedRef { $0.needsNotification } ?? false
    }
  }

  /// Adds a subscriber, whose ID must be greater than those of all others.
  mutating func append(_ subscriber: Subscriber) {
    slots.append(Slot(id: subscriber.id, subscriber: .passUnretained(subscriber)))
    owned.append(subscriber)
    count += 1
    if subscriber.origin.delivery == .latest { latestCount += 1 }
  }

  /// Removes a subscriber, and returns whether the list contained it.
  ///
  /// The caller retains it.
  mutating func remove(_ subscriber: Subscriber) -> Bool {
    var low = 0
    var high = slots.count
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].id < subscriber.id { low = middle + 1 } else { high = middle }
    }
    guard low < slots.count, owned[low] === subscriber else { return false }
    slots[low].subscriber = nil
    owned[low] = nil
    count -= 1
    if subscriber.origin.delivery == .latest { latestCount -= 1 }
    if slots.count > 16, slots.count > 2 * count {
      slots.removeAll { $0.subscriber == nil }
      owned.removeAll { $0 == nil }
    }
    return true
  }

  @inline(__always)
  func forEach(_ body: (Subscriber) -> Void) {
    for case let subscriber? in owned { body(subscriber) }
  }

  /// Notifies each subscriber.
  ///
  /// The list is a copy of the caller's, so that it stays as it is when subscribers come and go.
  func notify(_ notification: Notification) {
    for slot in slots {
      slot.subscriber?._withUnsafeGuaranteedRef { $0.notify(notification) }
    }
  }
}
