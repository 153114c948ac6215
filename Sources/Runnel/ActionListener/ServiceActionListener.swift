// SPDX-License-Identifier: MIT

public import Dispatch

/// Something off the main thread that is told of each action: a log, analytics, a journal.
///
/// ```swift
/// final class Journal: ServiceActionListener {
///   let disposer = Disposer()
///   func update(props: String) { append(props) }
/// }
///
/// journal.connect(to: store) { _, action in "\(action)" }
/// ```
///
/// Told are all actions that are reduced after connecting, in order and one at a time, even where
/// ``queue`` is concurrent; equal ones too: props are not compared. Each action that waits holds its slice
/// of the state as it was: scope to what the listener needs. A listener has one connection; connecting
/// again replaces it. The connection does not keep the listener: it ends with the listener's ``disposer``.
///
/// For what follows the state use a ``ServiceComponent``.
public protocol ServiceActionListener: AnyObject, SendableMetatype {
  /// What the listener is told.
  associatedtype Props

  /// Owns the connection.
  var disposer: Disposer { get }

  /// Where the listener is told. A global queue unless it says otherwise. Read when connecting.
  var queue: DispatchQueue { get }

  /// Takes what an action amounts to for this listener.
  func update(props: Props)
}

extension ServiceActionListener {
  /// A global queue for work that nobody waits for.
  public var queue: DispatchQueue { .global(qos: .utility) }
}

extension ServiceActionListener {
  /// Connects the listener to a store by a connector.
  ///
  /// A connector that is an object is held by the connection; if it holds the listener in turn, neither
  /// can go away. Where this can be seen it is reported.
  public func connect<State: Sendable, ConnectorType: ActionListenerConnector & SendableMetatype>(
    to store: Store<State>,
    by connector: ConnectorType,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where ConnectorType.State == State, ConnectorType.Props == Props {
    let site = CallSite(file: file, line: line)
    if ConnectorCheck.isComponent(connector, self) {
      attach(to: store, at: site) { listener, state, action in
        (listener as? ConnectorType)?.stateAndActionToProps(state: state, action: action)
      }
    } else {
      ConnectorCheck.report(connector, holding: self, at: site)
      attach(to: store, at: site) { _, state, action in
        connector.stateAndActionToProps(state: state, action: action)
      }
    }
  }

  /// Connects the listener to a part of a state by a connector.
  public func connect<State: Sendable, ConnectorType: ActionListenerConnector & SendableMetatype>(
    to store: Store<State>,
    by connector: ConnectorType,
    state keyPath: any KeyPath<State, ConnectorType.State> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where ConnectorType.Props == Props, ConnectorType.State: Sendable {
    connect(to: store.scope(keyPath), by: connector, file: file, line: line)
  }

  /// Connects the listener to a store by a closure.
  ///
  /// The connection holds the closure: capture the listener weakly if at all.
  @preconcurrency
  public func connect<State: Sendable>(
    to store: Store<State>,
    file: StaticString = #fileID,
    line: UInt = #line,
    stateAndActionToProps: sending @escaping (State, any Action) -> Props
  ) {
    attach(to: store, at: CallSite(file: file, line: line)) { _, state, action in
      stateAndActionToProps(state, action)
    }
  }

  /// Connects the listener to a part of a state by a closure.
  @preconcurrency
  public func connect<State: Sendable, Local: Sendable>(
    to store: Store<State>,
    stateAndActionToProps: sending @escaping (Local, any Action) -> Props,
    state keyPath: any KeyPath<State, Local> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    connect(
      to: store.scope(keyPath),
      file: file,
      line: line,
      stateAndActionToProps: stateAndActionToProps
    )
  }
}

extension ServiceActionListener where Self: ActionListenerConnector {
  /// Connects a listener that is its own connector.
  public func connect(
    to store: Store<State>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where State: Sendable {
    attach(to: store, at: CallSite(file: file, line: line)) { listener, state, action in
      listener.stateAndActionToProps(state: state, action: action)
    }
  }

  /// Connects a listener that is its own connector to a part of a state.
  public func connect<Root: Sendable>(
    to store: Store<Root>,
    state keyPath: any KeyPath<Root, State> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) where State: Sendable {
    connect(to: store.scope(keyPath), file: file, line: line)
  }
}

extension ServiceActionListener {
  private func attach<State: Sendable>(
    to store: Store<State>,
    at site: CallSite,
    _ map: @escaping (Self, State, any Action) -> Props?
  ) {
    let key = Disposer.ConnectionKey(component: ObjectIdentifier(self), isListener: true)
    let origin = Origin(.actionListener, .listener, consumer: Self.self, at: site)
    let consumer = Listener { [weak self] (state: State, action) in
      guard let self, let props = map(self, state, action) else { return false }
      self.update(props: props)
      return true
    }
    let lane = store.makeLane(origin, on: queue, consumer, isHeld: true)
    lane.start(inPlaceOf: disposer.connect(key, Disposable(lane)))
  }
}
