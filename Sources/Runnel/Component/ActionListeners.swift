// SPDX-License-Identifier: MIT

public import Dispatch

/// An object that receives each action on the main actor: shows a notice, plays a sound, scrolls.
///
/// ```swift
/// final class Haptics: ViewActionListener {
///   let disposer = Disposer()
///   func update(props: any Action) { if props is PurchaseAction { tap() } }
/// }
///
/// haptics.connect(to: store) { _, action in action }
/// ```
///
/// The listener receives every action dispatched after it connects, in order, including duplicates,
/// once the action has been reduced. Unlike component props, listener props are not compared.
///
/// A listener has one connection, which ends with its ``disposer``; connecting again replaces it.
/// It doesn't retain the listener, but its connector or closure: one that retains the listener is a
/// cycle, and a runtime warning where that is detected. To show the state, use a ``ViewComponent``.
@preconcurrency @MainActor
public protocol ViewActionListener: AnyObject {
  /// The value that the listener receives for each action.
  associatedtype Props

  /// The owner of the connection.
  var disposer: Disposer { get }

  /// Receives the props of one action.
  func update(props: Props)
}

extension ViewActionListener {
  /// Connects the listener to a store through a connector.
  public func connect<State: Sendable, ConnectorType: ActionListenerConnector>(
    to store: StoreOf<State, some Any>,
    by connector: ConnectorType, file: StaticString = #fileID, line: UInt = #line
  ) where ConnectorType.State == State, ConnectorType.Props == Props {
    let site = CallSite(file: file, line: line)
    attach(to: store, at: site, connector.mapping(for: self, at: site))
  }

  /// Connects the listener to a store through a closure.
  @preconcurrency
  public func connect<State: Sendable>(
    to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line,
    stateAndActionToProps: @escaping @MainActor (State, any Action) -> Props
  ) {
    attach(to: store, at: CallSite(file: file, line: line)) { stateAndActionToProps($1, $2) }
  }

  private func attach<State: Sendable>(
    to store: StoreOf<State, some Any>, at site: CallSite,
    _ map: @escaping (Self, State, any Action) -> Props?
  ) {
    store.connect(self, until: disposer, on: .main, at: site, map) { $0.update(props: $1) }
  }
}

extension ViewActionListener where Self: ActionListenerConnector {
  /// Connects a listener that is its own connector.
  public func connect(
    to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line
  ) where State: Sendable {
    connect(to: store, by: self, file: file, line: line)
  }
}

/// An object that receives each action off the main thread: a log, analytics, a journal.
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
/// It receives every action dispatched after it connects, in order, one at a time even if ``queue``
/// is concurrent, once the action has been reduced. Props aren't compared. Each pending action
/// retains a copy of its slice of the state: scope the store to what the listener needs.
///
/// A listener has one connection, which ends with its ``disposer``; connecting again replaces it.
/// It doesn't retain the listener, but its connector or closure: one that retains the listener is a
/// cycle, and a runtime warning where detected. To follow the state, use a ``ServiceComponent``.
public protocol ServiceActionListener: AnyObject, SendableMetatype {
  /// The value that the listener receives for each action.
  associatedtype Props

  /// The owner of the connection.
  var disposer: Disposer { get }

  /// The queue on which the listener is called, by default a global queue; read when connecting.
  var queue: DispatchQueue { get }

  /// Receives the props of one action.
  func update(props: Props)
}

extension ServiceActionListener {
  /// The global queue with `.utility` quality of service.
  public var queue: DispatchQueue { .global(qos: .utility) }

  /// Connects the listener to a store through a connector.
  public func connect<State: Sendable, ConnectorType: ActionListenerConnector & SendableMetatype>(
    to store: StoreOf<State, some Any>,
    by connector: ConnectorType, file: StaticString = #fileID, line: UInt = #line
  ) where ConnectorType.State == State, ConnectorType.Props == Props {
    let site = CallSite(file: file, line: line)
    attach(to: store, at: site, connector.mapping(for: self, at: site))
  }

  /// Connects the listener to a store through a closure.
  @preconcurrency
  public func connect<State: Sendable>(
    to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line,
    stateAndActionToProps: sending @escaping (State, any Action) -> Props
  ) {
    attach(to: store, at: CallSite(file: file, line: line)) { stateAndActionToProps($1, $2) }
  }

  private func attach<State: Sendable>(
    to store: StoreOf<State, some Any>, at site: CallSite,
    _ map: @escaping (Self, State, any Action) -> Props?
  ) {
    store.connect(self, until: disposer, on: queue, at: site, map) { $0.update(props: $1) }
  }
}

extension ServiceActionListener where Self: ActionListenerConnector {
  /// Connects a listener that is its own connector.
  public func connect(
    to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line
  ) where State: Sendable {
    connect(to: store, by: self, file: file, line: line)
  }
}
