// SPDX-License-Identifier: MIT

/// A description of one live subscription: which observer consumes which slice of the state.
///
/// See ``StoreOf/connections``. For logs, debuggers and tests: a snapshot that retains nothing.
public struct SubscriptionInfo: Hashable, Sendable, CustomStringConvertible {
  /// A kind of subscription.
  public enum Kind: String, Hashable, Sendable {
    /// A subscription of ``StoreOf/observe(on:delivery:file:line:with:)-(DispatchQueue?,_,_,_,_)``.
    case observer
    /// A subscription of `onAction`.
    case actionObserver
    /// An iteration over ``StoreOf/values(delivery:file:line:)``.
    case values
    /// A connected ``ViewComponent``.
    case viewComponent
    /// A connected ``ServiceComponent``.
    case serviceComponent
    /// A connected ``ViewActionListener`` or ``ServiceActionListener``.
    case actionListener
    /// A connection of `RunnelPersistence`, whose reads of the slice count as deliveries.
    case persistence
  }

  /// The kind of subscription.
  public let kind: Kind
  /// The type of the connected component or listener, if there is one.
  public let consumer: String?
  /// The slice of the state, as a path from the root state.
  public let slice: String
  /// The delivery policy.
  public let delivery: Delivery
  /// A Boolean value indicating whether values of the slice can be compared.
  ///
  /// If not, the observer is notified of each action that can have changed the slice: make the type
  /// `Equatable`, or observe a part of it. An action listener compares nothing.
  public let isComparable: Bool
  /// The number of values or actions that have been delivered so far, including values that a
  /// component or a comparison of the observer found equal.
  public let deliveryCount: Int
  /// The file that made the subscription.
  public let file: String
  /// The line that made the subscription.
  public let line: Int

  /// One line, such as `viewComponent CounterView of \AppState.counter at App/main.swift:9`.
  public var description: String {
    "\(kind)\(consumer.map { " \($0)" } ?? "") of \(slice) at \(file):\(line)"
  }

  init(_ origin: SubscriptionOrigin, of slice: Slice, deliveryCount: Int) {
    kind = origin.kind
    consumer = origin.consumer.map { String(describing: $0) }
    self.slice = slice.path
    isComparable = slice.isSame != nil || origin.role == .filtered
    self.deliveryCount = deliveryCount
    delivery = origin.delivery
    file = origin.site.file
    line = origin.site.line
  }
}

/// A policy for the delivery of changes to observers on other queues.
public struct Delivery: Hashable, Sendable {
  /// The least time between two deliveries, or -1 for each change: one word for each subscription.
  private let nanoseconds: Int64

  /// Each change, in order, for work that must not miss a step, such as writing a log.
  ///
  /// Pending values stay in memory.
  public static let every = Delivery(nanoseconds: -1)

  /// The newest value, with at most one pending delivery: for what shows or stores the state.
  ///
  /// Changes during a pending delivery are coalesced, and the last value is always delivered.
  public static let latest = Delivery(nanoseconds: 0)

  /// The newest value, at most once per `interval` on the store's clock.
  ///
  /// ```swift
  /// store.scope(\.draft).observe(on: queue, delivery: .latest(every: .seconds(1))) { save($0) }
  ///   .dispose(on: disposer)
  /// ```
  ///
  /// The first value is delivered at once, and the last one when the interval since the previous
  /// delivery is over. ``StoreOf/settled(includingEffects:)`` doesn't wait for that. For a view of
  /// a fast progress, or a file that should not be written for each keystroke.
  public static func latest(every interval: Duration) -> Delivery {
    let nanoseconds = interval.clampedForWaiting / .nanoseconds(1)
    return Delivery(nanoseconds: max(0, Int64(exactly: nanoseconds.rounded()) ?? .max))
  }

  var isLatest: Bool { nanoseconds >= 0 }

  /// The least time between two deliveries, on the store's clock.
  var interval: Duration? { nanoseconds > 0 ? .nanoseconds(nanoseconds) : nil }
}
