// SPDX-License-Identifier: MIT

import Dispatch

/// An object on the screen that shows `Props` and nothing else.
///
/// ```swift
/// final class CounterViewController: UIViewController, ViewComponent {
///   let disposer = Disposer()
///   var props = 0 { didSet { label.text = "\(props)" } }
/// }
///
/// controller.connect(to: store.scope(\.counter))
/// ```
///
/// `connect` must be called on the main thread, and sets the first props before it returns, even if
/// equal, so that the component renders once. Later props are set there, too, if they differ.
///
/// A component has one connection, which ends with its ``disposer``. Connecting again replaces it,
/// as in a reused table cell. The connection doesn't retain the component, but its connector or
/// closure: one that retains the component is a cycle, and a runtime warning where it can be
/// detected. For work off the main thread, use a ``ServiceComponent``.
@preconcurrency @MainActor
public protocol ViewComponent: AnyObject {
  /// The input of the component: one value with everything needed to draw it.
  associatedtype Props: Equatable

  /// The current props, which only the connection sets; draw in `didSet`.
  var props: Props { get set }

  /// The owner of the connection.
  var disposer: Disposer { get }

  /// The delivery policy of the props, by default `.latest`; read when connecting.
  ///
  /// With `.latest`, a burst costs few updates, but a slow ``Connector`` delays the next action.
  var delivery: Delivery { get }
}

extension ViewComponent {
  /// The newest props, with at most one pending delivery.
  public var delivery: Delivery { .latest }

  /// Connects the component to a store or a property whose value is its props.
  public func connect<Source: ObservableValue>(
    to source: Source, file: StaticString = #fileID, line: UInt = #line
  ) where Source.Value == Props {
    attach(to: source.property, .exact, at: CallSite(file: file, line: line)) { $1 }
  }

  /// Connects the component to a store through a connector.
  public func connect<State: Sendable, ConnectorType: Connector>(
    to store: StoreOf<State, some Any>,
    by connector: ConnectorType, file: StaticString = #fileID, line: UInt = #line
  ) where ConnectorType.State == State, ConnectorType.Props == Props {
    let site = CallSite(file: file, line: line)
    let map = connector.mapping(for: self, store.untyped, at: site)
    attach(to: store.property, .loose, at: site, map)
  }

  /// Connects the component to a store through a closure that maps the state to props.
  ///
  /// The closure can dispatch with its second argument, or with a typed store that it captures.
  @preconcurrency
  public func connect<State: Sendable>(
    to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line,
    stateToProps: @escaping @MainActor (State, any ActionDispatcher) -> Props
  ) {
    let dispatcher = store.untyped
    attach(to: store.property, .loose, at: CallSite(file: file, line: line)) {
      stateToProps($1, dispatcher)
    }
  }

  /// Connects the component to a property through a closure that maps its value to props.
  ///
  /// A property takes no actions: the closure receives the value alone.
  @preconcurrency
  public func connect<Value: Sendable>(
    to property: Property<Value>, file: StaticString = #fileID, line: UInt = #line,
    valueToProps: @escaping @MainActor (Value) -> Props
  ) {
    attach(to: property, .loose, at: CallSite(file: file, line: line)) { valueToProps($1) }
  }

  private func attach<State: Sendable>(
    to source: Property<State>, _ role: SubscriptionOrigin.Role, at site: CallSite,
    _ map: @escaping (Self, State) -> Props?
  ) {
    guard MainQueue.isCurrent else { Misuse.connectOffMain(Self.self, at: site).trap() }
    let origin = SubscriptionOrigin(.viewComponent, role, delivery, consumer: Self.self, at: site)
    let sink = PropsSink(source.lifetime, for: self, map) { component, new in
      guard let new else { return component.props }
      component.props = new
      return nil
    }
    let subscription = source.subscribe(origin, on: .main, sink)
    disposer.connect(subscription, of: self)?.dispose()
    subscription.start(immediately: true)
  }
}

extension ViewComponent where Self: Connector {
  /// Connects a component that is its own connector.
  public func connect(
    to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line
  ) where State: Sendable {
    connect(to: store, by: self, file: file, line: line)
  }
}
