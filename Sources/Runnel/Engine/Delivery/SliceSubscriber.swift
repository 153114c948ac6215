// SPDX-License-Identifier: MIT

/// A subscription as the engine sees it.
///
/// A base class rather than a protocol: every subscription stores one, and a class reference is one
/// word, an existential two. The base class ignores all notifications.
///
/// `@unchecked`: `id` and `lastEarlierAction` are set before the subscriber is published; the rest
/// is constant.
package class SliceSubscriber: @unchecked Sendable {
  /// Grows with each subscription of a store: the order in which subscribers are notified.
  private(set) final var id: UInt64 = 0
  /// The number of the last action that an action listener doesn't receive.
  private(set) final var lastEarlierAction: UInt64 = 0
  final let slice: Slice
  final let origin: SubscriptionOrigin

  init(slice: Slice, origin: SubscriptionOrigin) {
    self.slice = slice
    self.origin = origin
  }

  final var role: SubscriptionOrigin.Role { origin.role }
  var deliveryCount: Int { 0 }

  /// Sets the position, and receives the first value with a root, with the state locked.
  final func enter(id: UInt64, after action: UInt64, root: UnsafeRawPointer?) {
    self.id = id
    lastEarlierAction = action
    if let root { receiveFirst(from: root) }
  }

  func receiveFirst(from root: UnsafeRawPointer) {}

  /// Passes on the first value in place of that, on the drain, with nothing locked.
  func deliverFirst(from root: UnsafeRawPointer) {}

  /// `false` if the subscriber is about to read the newest value anyway, with the state locked.
  var needsNotification: Bool { true }

  /// Receives a change or an action, on the drain, with nothing locked.
  func notify(_ notification: Notification) {}

  /// Whether the drain calls the observer.
  var isInline: Bool { false }

  var hasEnded: Bool { false }

  /// Whether a delivery is pending or under way.
  var isPending: Bool { false }

  /// Calls `call`, which is no user code, when the pending deliveries have ended, or returns
  /// `false` if none is pending that can end.
  func whenDelivered(_ call: @escaping @Sendable () -> Void) -> Bool { false }

  /// Receives the last state of a store that is deallocated, if this doesn't retain the store.
  func finish(root: UnsafeRawPointer, version: UInt64) {}
}

extension [SliceSubscriber] {
  @inline(never)
  mutating func sortByID() { sort { $0.id < $1.id } }
}

/// A change or an action: the state stays as it is until all subscribers are notified.
struct Notification {
  let root: UnsafeRawPointer
  /// A pointer, since copying an existential retains its contents.
  let action: UnsafePointer<any Action>
  let sequence: UInt64
  let hasMore: Bool
}

struct SubscriptionOrigin: Sendable {
  enum Role: Sendable {
    /// Changes of the slice's value.
    case exact
    /// Possible changes of the slice: the subscriber compares what it computes from the value.
    case loose
    /// Changes of the slice's bytes: a filter of the subscriber compares the values.
    case filtered
    /// All actions, with the values that they led to.
    case listener
    /// All actions, without values.
    case actions

    var isListener: Bool { self == .listener || self == .actions }
  }

  // In this order the properties leave no gaps.
  let site: CallSite
  let kind: SubscriptionInfo.Kind
  var role: Role
  /// The subscription begins after the actions that were dispatched before it.
  var isLate = false
  let delivery: Delivery
  let consumer: Any.Type?

  init(
    _ kind: SubscriptionInfo.Kind, _ role: Role, _ delivery: Delivery = .every,
    consumer: Any.Type? = nil,
    at site: CallSite
  ) {
    self.kind = kind
    self.role = role
    self.delivery = delivery
    self.consumer = consumer
    self.site = site
  }

  /// Whether the subscriber sets the props of a component.
  var isComponent: Bool { kind == .viewComponent || kind == .serviceComponent }
}

/// When the subscriptions of a store begin and end, for code that was written for UDF.
package struct SubscriptionTiming: Sendable {
  /// A component that connects behind pending actions receives its first props after them.
  let startsLate: Bool
  /// A subscription whose disposer ends receives what was dispatched before.
  let endsLate: Bool

  static let immediate = SubscriptionTiming(startsLate: false, endsLate: false)
  /// As in UDF, whose views receive their first props later, on the main queue.
  package static let udf = SubscriptionTiming(startsLate: true, endsLate: false)
  /// As in UDF 2.4 and earlier, where disposers end subscriptions on the store's queue.
  package static let earlierUDF = SubscriptionTiming(startsLate: true, endsLate: true)
}

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

  var all: [SliceSubscriber] { slots.compactMap(\.subscriber) }

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
    guard let first = slots.first, id > first.id else { return 0 }
    // No farther than if all IDs in between were here, as they mostly are.
    let last = Int(min(id - first.id, UInt64(slots.count)))
    if last < slots.count, slots[last].id == id { return last }
    var (low, high) = (0, last)
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
