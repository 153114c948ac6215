// SPDX-License-Identifier: MIT

/// One live subscription, as ``Store/connections`` lists it: who consumes which slice of the state.
///
/// For logs, debuggers and tests. It is a description made at the time of asking and keeps nothing
/// alive.
public struct Connection: Hashable, Sendable, CustomStringConvertible {
  /// In which way the subscription was made.
  public enum Kind: String, Hashable, Sendable {
    /// By ``Store/observe(on:delivery:file:line:with:)-(DispatchQueue?,_,_,_,_)``.
    case observer
    /// By ``Store/onAction(on:file:line:with:)-(DispatchQueue?,_,_,_)``.
    case actionObserver
    /// By iterating over ``Store/values``.
    case values
    /// By connecting a ``ViewComponent``.
    case viewComponent
    /// By connecting a ``ServiceComponent``.
    case serviceComponent
    /// By connecting a ``ViewActionListener`` or a ``ServiceActionListener``.
    case actionListener
  }

  /// In which way the subscription was made.
  public let kind: Kind
  /// The type of the component or listener that is connected, if it is one.
  public let consumer: String?
  /// The slice of the state, as a path from the root state.
  public let slice: String
  /// How changes are delivered.
  public let delivery: Delivery
  /// The file that the subscription was made in.
  public let file: String
  /// The line that the subscription was made in.
  public let line: Int

  /// The parts in one line, as in `viewComponent CounterView of \AppState.counter at App/main.swift:9`.
  public var description: String {
    "\(kind)\(consumer.map { " \($0)" } ?? "") of \(slice) at \(file):\(line)"
  }

  init(_ origin: Origin, slice: String) {
    kind = origin.kind
    consumer = origin.consumer.map { String(describing: $0) }
    self.slice = slice
    delivery = origin.delivery
    file = origin.site.file
    line = origin.site.line
  }
}

/// Where a subscription comes from, and what it needs to be told of.
struct Origin: Sendable {
  enum Role: Sendable {
    /// Changes of its very slice, and nothing else.
    case exact
    /// Whatever may have changed the slice: it maps again, and compares what comes out.
    case mapping
    /// Every action.
    case listener
  }

  // In this order they leave no gaps.
  let site: CallSite
  let kind: Connection.Kind
  let role: Role
  let delivery: Delivery
  let consumer: Any.Type?

  /// Whether it sets the props of a component.
  var isComponent: Bool { kind == .viewComponent || kind == .serviceComponent }

  init(
    _ kind: Connection.Kind,
    _ role: Role,
    _ delivery: Delivery = .every,
    consumer: Any.Type? = nil,
    at site: CallSite
  ) {
    self.kind = kind
    self.role = role
    self.delivery = delivery
    self.consumer = consumer
    self.site = site
  }
}
