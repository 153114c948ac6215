// SPDX-License-Identifier: MIT

import RunnelText
import Synchronization

/// What happens in a store, for logs, recordings, measurements and tests.
///
/// Each event is reported on its own thread, with no lock held unless all probes allow it.
package enum StoreEvent: ~Copyable {
  /// An action has been enqueued, by the dispatching thread.
  case enqueued(ActionRecord)
  /// An action has been reduced, and no observer has been notified yet.
  case reduced(ReducedAction)
  /// What became of an action, before it is reported as reduced.
  case reported(ActionReport)
  /// An observer has received a value or an action, on the thread of the observer.
  case delivered(DeliveryRecord)
  /// The work of an effect has started, on the starting thread.
  case effectBegan(EffectRecord)
  /// The work of an effect has ended, or was canceled before it started.
  case effectEnded(EffectRecord, EffectRecord.Outcome)
  /// A command has no handler. Without a probe for it, that is a runtime warning.
  case unhandled(any Command, CallSite)
}

/// A receiver of the events of a store.
package struct Probe: Sendable {
  package struct Interests: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Only for probes that a store is created with: without one, dispatching pays nothing.
    package static let enqueued = Interests(rawValue: 1 << 0)
    package static let reduced = Interests(rawValue: 1 << 1)
    /// The time of the reducers, in what is reported as reduced.
    package static let time = Interests(rawValue: 1 << 2)
    package static let reported = Interests(rawValue: 1 << 3)
    package static let delivered = Interests(rawValue: 1 << 4)
    package static let effects = Interests(rawValue: 1 << 5)
    package static let unhandled = Interests(rawValue: 1 << 6)
    /// The state is unlocked before anything is reported.
    package static let userCode = Interests(rawValue: 1 << 7)
  }

  package let interests: Interests
  package let receive: @Sendable (borrowing StoreEvent) -> Void

  /// Creates a probe.
  ///
  /// One that calls no user code may be told of a reduced action while the state is locked, and
  /// must not read the store.
  package init(
    _ interests: Interests, callsUserCode: Bool = true,
    _ receive: @escaping @Sendable (borrowing StoreEvent) -> Void
  ) {
    self.interests = callsUserCode ? interests.union(.userCode) : interests
    self.receive = receive
  }
}

/// The probes of a store, in the order in which they were added, to which any thread reports.
///
/// Without a probe, an event costs one load.
struct SharedProbes: ~Copyable, Sendable {
  private let content = Locked(
    (probes: [] as [(number: UInt64, probe: Probe)], lastNumber: 0 as UInt64))
  private let interests = Atomic(0)

  @inline(__always)
  var isEmpty: Bool { interests.load(ordering: .relaxed) == 0 }

  @inline(__always)
  func need(_ interest: Probe.Interests) -> Bool {
    interests.load(ordering: .relaxed) & interest.rawValue != 0
  }

  /// Returns the number of a probe to come.
  func nextNumber() -> UInt64 {
    content.withLock { content in
      content.lastNumber += 1
      return content.lastNumber
    }
  }

  var all: [Probe] { content.withLock { $0.probes.map(\.probe) } }

  func add(_ probe: Probe, as number: UInt64) {
    update { $0.append((number, probe)) }
  }

  func remove(_ number: UInt64) {
    update { $0.removeAll { $0.number == number } }
  }

  /// Replaces the list: a probe is released, and told of an event, with nothing locked.
  private func update(_ change: (inout [(number: UInt64, probe: Probe)]) -> Void) {
    let last = content.withLock { content in
      defer {
        change(&content.probes)
        let needed = content.probes.reduce(0) { $0 | $1.probe.interests.rawValue }
        interests.store(needed, ordering: .releasing)
      }
      return content.probes
    }
    withExtendedLifetime(last) {}
  }

  func tell(_ interest: Probe.Interests, _ event: borrowing StoreEvent) {
    for (_, probe) in content.withLock({ $0.probes }) where probe.interests.contains(interest) {
      probe.receive(event)
    }
  }

  /// Delivers to a subscriber, and reports that.
  @inline(never)
  func measure(_ subscriber: SliceSubscriber, _ deliver: () -> Void) {
    let start = Platform.uptimeNanoseconds
    deliver()
    tell(
      .delivered,
      .delivered(
        DeliveryRecord(
          subscriber, start: start, duration: Platform.uptimeNanoseconds - start,
          isOnMainThread: MainQueue.isCurrent)))
  }
}

package struct ActionRecord: Sendable {
  /// The position in the store's reduction order, counted from one.
  package let sequence: UInt64
  /// The sequence number of the action that was being handled at dispatch, or zero.
  package let parent: UInt64
  package let site: CallSite
  package let action: any Action
  /// Whom of many the action is for, or `nil` if it is for all.
  package let address: Address?
}

extension ActionRecord: CustomStringConvertible {
  /// The action with the names of its feature and its address: `Row.Action.toggled for \.rows[7]`.
  package var description: String {
    TypeName.of(action) + (address.map { " for \($0)".escapingControls } ?? "")
  }
}

/// An action that a store has reduced, valid while a probe runs: its action and its state are read
/// in place.
package struct ReducedAction {
  let action: UnsafePointer<any Action>
  let address: Unmanaged<Address>?
  /// The position in the store's reduction order, counted from one.
  package let sequence: UInt64
  let parent: UInt64
  let site: CallSite
  /// The number of the effect that sent the action, or zero.
  package var effect: UInt64 = 0
  /// The time at which the reducers began, in nanoseconds of system uptime, if it is measured.
  package var start: UInt64 = 0
  /// The time that the reducers took, in nanoseconds, if it is measured.
  package var duration: UInt64 = 0
  /// The number of actions that were pending behind this one when the drain took its last share.
  package var pendingCount = 0
  var changes = UnsafeBufferPointer<Change>(start: nil, count: 0)
  /// The action wasn't reduced: its address doesn't exist, or its sender's value was replaced.
  package var isDropped = false
  package internal(set) var root: UnsafeRawPointer

  /// A copy of the action, with its origin.
  @inline(__always)
  package var record: ActionRecord {
    ActionRecord(
      sequence: sequence, parent: parent, site: site, action: action.pointee,
      address: address?.takeUnretainedValue())
  }

  /// The number of reducers that handled the action.
  package var changeCount: Int { changes.count }

  /// Returns the bytes of the root state that a reducer may have written.
  package func change(_ index: Int) -> Range<Int> { changes[index].range }
}

package struct DeliveryRecord: Sendable {
  /// The time at which the delivery began, in nanoseconds of system uptime.
  package let start: UInt64
  /// The time that the observer took, in nanoseconds.
  package let duration: UInt64
  package let isOnMainThread: Bool
  private let origin: SubscriptionOrigin
  private let slice: Slice

  init(_ subscriber: SliceSubscriber, start: UInt64, duration: UInt64, isOnMainThread: Bool) {
    self.start = start
    self.duration = duration
    self.isOnMainThread = isOnMainThread
    origin = subscriber.origin
    slice = subscriber.slice
  }

  package func describe() -> SubscriptionInfo {
    SubscriptionInfo(origin, of: slice, deliveryCount: 0)
  }
}
