// SPDX-License-Identifier: MIT

public import Dispatch

/// An object that works with `Props` off the main thread: saves, plays, sends, measures.
///
/// ```swift
/// final class Autosave: ServiceComponent {
///   let disposer = Disposer()
///   var props = Document() { didSet { write(props) } }
/// }
///
/// autosave.connect(to: store.scope(\.document))
/// ```
///
/// The connection sets props on ``queue``, one at a time and in order, even if the queue is
/// concurrent, and calls the connector or closure there, too. It sets only props that differ,
/// except for the first ones, which start the service, after `connect` has returned. Use everything
/// else that `didSet` touches on the same queue only.
///
/// A component has one connection, which ends with its ``disposer``; connecting again replaces it.
/// It doesn't retain the component, but its connector or closure: one that retains the component is
/// a cycle, and a runtime warning where it can be detected. To show props, use a ``ViewComponent``.
public protocol ServiceComponent: AnyObject, SendableMetatype {
  /// The input of the service: one value with everything that it needs.
  associatedtype Props: Equatable

  /// The current input, which only the connection sets; respond in `didSet`.
  var props: Props { get set }

  /// The owner of the connection.
  var disposer: Disposer { get }

  /// The queue on which props are set, by default a global queue; read when connecting.
  var queue: DispatchQueue { get }

  /// The delivery policy of the props, by default `.every`; read when connecting.
  ///
  /// With `.every`, the service misses no change, and pending props stay in memory.
  var delivery: Delivery { get }
}

extension ServiceComponent {
  /// The global queue with `.userInitiated` quality of service.
  public var queue: DispatchQueue { .global(qos: .userInitiated) }

  /// Every change of the props, in order.
  public var delivery: Delivery { .every }

  /// Connects the component to a store or a property whose value is its props.
  public func connect<Source: ObservableValue>(
    to source: Source, file: StaticString = #fileID, line: UInt = #line
  ) where Source.Value == Props {
    attach(to: source.property, .exact, at: CallSite(file: file, line: line)) { $1 }
  }

  /// Connects the component to a store through a connector.
  public func connect<State: Sendable, ConnectorType: Connector & SendableMetatype>(
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
    stateToProps: sending @escaping (State, any ActionDispatcher) -> Props
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
    valueToProps: sending @escaping (Value) -> Props
  ) {
    attach(to: property, .loose, at: CallSite(file: file, line: line)) { valueToProps($1) }
  }

  private func attach<State: Sendable>(
    to source: Property<State>, _ role: SubscriptionOrigin.Role, at site: CallSite,
    _ map: @escaping (Self, State) -> Props?
  ) {
    let origin = SubscriptionOrigin(
      .serviceComponent, role, delivery, consumer: Self.self, at: site)
    let sink = PropsSink(source.lifetime, for: self, map) { component, new in
      guard let new else { return component.props }
      component.props = new
      return nil
    }
    let subscription = source.subscribe(origin, on: queue, sink, isHeld: true)
    subscription.start(replacing: disposer.connect(subscription, of: self))
  }
}

extension ServiceComponent where Self: Connector {
  /// Connects a component that is its own connector.
  public func connect(
    to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line
  ) where State: Sendable {
    connect(to: store, by: self, file: file, line: line)
  }
}
