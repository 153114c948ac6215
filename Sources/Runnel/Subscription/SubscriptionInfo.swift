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
