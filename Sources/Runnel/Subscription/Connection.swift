// SPDX-License-Identifier: MIT

/// A description of one live subscription: which observer consumes which slice of the state.
///
/// See ``Store/connections``. For logs, debuggers and tests: a snapshot that retains nothing.
public struct Connection: Hashable, Sendable, CustomStringConvertible {
  /// A kind of subscription.
  public enum Kind: String, Hashable, Sendable {
    /// A subscription of ``Store/observe(on:delivery:file:line:with:)-(DispatchQueue?,_,_,_,_)``.
    case observer
    /// A subscription of ``Store/onAction(on:file:line:with:)-(DispatchQueue?,_,_,_)``.
    case actionObserver
    /// An iteration over ``Store/values(delivery:file:line:)``.
    case values
    /// A connected ``ViewComponent``.
    case viewComponent
    /// A connected ``ServiceComponent``.
    case serviceComponent
    /// A connected ``ViewActionListener`` or ``ServiceActionListener``.
    case actionListener
  }

  /// The kind of subscription.
  public let kind: Kind
  /// The type of the connected component or listener, if there is one.
  public let consumer: String?
  /// The slice of the state, as a path from the root state.
  public let slice: String
  /// The delivery policy.
  public let delivery: Delivery
  /// The file that made the subscription.
  public let file: String
  /// The line that made the subscription.
  public let line: Int

  /// One line, such as `viewComponent CounterView of \AppState.counter at App/main.swift:9`.
  public var description: String {
    "\(kind)\(consumer.map { " \($0)" } ?? "") of \(slice) at \(file):\(line)"
  }

  init(_ origin: SubscriptionOrigin, slice: String) {
    kind = origin.kind
    consumer = origin.consumer.map { String(describing: $0) }
    self.slice = slice
    delivery = origin.delivery
    file = origin.site.file
    line = origin.site.line
  }
}
