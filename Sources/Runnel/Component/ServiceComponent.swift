// SPDX-License-Identifier: MIT

public import Dispatch

/// Something that works with `Props` off the main thread: saves, plays, sends, measures.
///
/// ```swift
/// final class Autosave: ServiceComponent {
///   let disposer = Disposer()
///   var props = Document() { didSet { write(props) } }
/// }
///
/// autosave.connect(to: store, state: \.document)
/// ```
///
/// Props are set on ``queue``, one at a time and in order, even where the queue is concurrent, and only
/// when they differ; the first ones always, so that the service starts. `connect` does not wait for that.
/// Whatever else `didSet` touches must be left to that queue as well.
///
/// A component has one connection; connecting again replaces it. The connection does not keep the
/// component: it ends with the component's ``disposer``.
///
/// For what shows props on the screen use a ``ViewComponent``.
public protocol ServiceComponent: AnyObject, SendableMetatype {
  /// What the service works with. A value that says all that it needs to know.
  associatedtype Props: Equatable

  /// What the service works with now. Set by the connection and by nobody else; act in its `didSet`.
  var props: Props { get set }

  /// Owns the connection.
  var disposer: Disposer { get }

  /// Where props are set. A global queue unless the component says otherwise. Read when connecting.
  var queue: DispatchQueue { get }

  /// How props follow the state. `.every` unless the component says otherwise: it misses no step, and
  /// what it has not come to yet waits in memory. Read when connecting.
  var delivery: Delivery { get }
}

extension ServiceComponent {
  /// A global queue for work that somebody waits for.
  public var queue: DispatchQueue { .global(qos: .userInitiated) }

  /// Each change of the props, in order.
  public var delivery: Delivery { .every }
}

extension ServiceComponent {
  /// Connects the component to a store whose state are its props.
  public func connect<State: Sendable>(
    to store: Store<State>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where State == Props {
    attach(to: store, .exact, at: CallSite(file: file, line: line)) { _, state in state }
  }

  /// Connects the component to the part of a state that are its props.
  public func connect<State: Sendable>(
    to store: Store<State>,
    state keyPath: any KeyPath<State, Props> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where Props: Sendable {
    connect(to: store.scope(keyPath), file: file, line: line)
  }

  /// Connects the component to a store by a connector.
  ///
  /// A connector that is an object is held by the connection; if it holds the component in turn,
  /// neither can go away. Where this can be seen it is reported.
  public func connect<State: Sendable, ConnectorType: Connector & SendableMetatype>(
    to store: Store<State>,
    by connector: ConnectorType,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where ConnectorType.State == State, ConnectorType.Props == Props {
    let site = CallSite(file: file, line: line)
    if ConnectorCheck.isComponent(connector, self) {
      attach(to: store, .mapping, at: site) { component, state in
        (component as? ConnectorType)?.stateToProps(state: state, dispatcher: store)
      }
    } else {
      ConnectorCheck.report(connector, holding: self, at: site)
      attach(to: store, .mapping, at: site) { _, state in
        connector.stateToProps(state: state, dispatcher: store)
      }
    }
  }

  /// Connects the component to a part of a state by a connector.
  public func connect<State: Sendable, ConnectorType: Connector & SendableMetatype>(
    to store: Store<State>,
    by connector: ConnectorType,
    state keyPath: any KeyPath<State, ConnectorType.State> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where ConnectorType.Props == Props, ConnectorType.State: Sendable {
    connect(to: store.scope(keyPath), by: connector, file: file, line: line)
  }

  /// Connects the component to a store by a closure that makes props of the state.
  ///
  /// The closure is called on ``queue``. The connection holds it: capture the component weakly if at
  /// all.
  @preconcurrency
  public func connect<State: Sendable>(
    to store: Store<State>,
    file: StaticString = #fileID,
    line: UInt = #line,
    stateToProps: sending @escaping (State, any ActionDispatcher) -> Props
  ) {
    attach(to: store, .mapping, at: CallSite(file: file, line: line)) { _, state in
      stateToProps(state, store)
    }
  }

  /// Connects the component to a part of a state by a closure that makes props of it.
  @preconcurrency
  public func connect<State: Sendable, Local: Sendable>(
    to store: Store<State>,
    stateToProps: sending @escaping (Local, any ActionDispatcher) -> Props,
    state keyPath: any KeyPath<State, Local> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    connect(to: store.scope(keyPath), file: file, line: line, stateToProps: stateToProps)
  }
}

extension ServiceComponent where Self: Connector {
  /// Connects a component that is its own connector.
  public func connect(
    to store: Store<State>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where State: Sendable {
    attach(to: store, .mapping, at: CallSite(file: file, line: line)) { component, state in
      component.stateToProps(state: state, dispatcher: store)
    }
  }

  /// Connects a component that is its own connector to a part of a state.
  public func connect<Root: Sendable>(
    to store: Store<Root>,
    state keyPath: any KeyPath<Root, State> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where State: Sendable {
    connect(to: store.scope(keyPath), file: file, line: line)
  }
}

extension ServiceComponent {
  /// Makes the connection, and sees to it that the first props are set.
  private func attach<State: Sendable>(
    to store: Store<State>,
    _ role: Origin.Role,
    at site: CallSite,
    _ map: @escaping (Self, State) -> Props?
  ) {
    let key = Disposer.ConnectionKey(component: ObjectIdentifier(self), isListener: false)
    let origin = Origin(.serviceComponent, role, delivery, consumer: Self.self, at: site)
    let consumer = Mapping { [weak self] (state: State, isFirst) in
      guard let self, let props = map(self, state) else { return .gone }
      if !isFirst, props == self.props { return .done }
      return .set { [weak self] in self?.props = props }
    }
    let lane = store.makeLane(origin, on: queue, consumer, isHeld: true)
    lane.start(inPlaceOf: disposer.connect(key, Disposable(lane)))
  }
}
