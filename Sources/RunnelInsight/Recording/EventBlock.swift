// SPDX-License-Identifier: MIT

/// A fixed number of events in one allocation.
///
/// A growing array would copy all events, and take fresh memory from the system for each burst:
/// that took half of the time that recording costs the store's queue.
struct EventBlock {
  static let capacity = 256

  let events: UnsafeMutablePointer<StoreEvent>
  private(set) var count = 0

  init() {
    events = .allocate(capacity: EventBlock.capacity)
  }

  var isFull: Bool { count == EventBlock.capacity }

  @inline(__always)
  mutating func append(_ event: consuming StoreEvent) {
    (events + count).initialize(to: event)
    count += 1
  }

  /// Releases the events, and keeps the memory.
  mutating func removeAll() {
    events.deinitialize(count: count)
    count = 0
  }

  /// Releases the events, and frees the memory.
  mutating func free() {
    removeAll()
    events.deallocate()
  }
}
