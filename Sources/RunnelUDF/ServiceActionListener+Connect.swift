// SPDX-License-Identifier: MIT

public import Runnel

extension ServiceActionListener {
  /// Connects the listener to a slice of a state through a connector.
  public func connect<State: Sendable, ConnectorType: ActionListenerConnector & SendableMetatype>(
    to store: StoreOf<State, some Any>, by connector: ConnectorType,
    state keyPath: any KeyPath<State, ConnectorType.State> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) where ConnectorType.Props == Props, ConnectorType.State: Sendable {
    connect(to: store.scope(keyPath, file: file, line: line), by: connector, file: file, line: line)
  }

  /// Connects the listener to a slice of a state through a closure.
  @preconcurrency
  public func connect<State: Sendable, Local: Sendable>(
    to store: StoreOf<State, some Any>,
    stateAndActionToProps: sending @escaping (Local, any Action) -> Props,
    state keyPath: any KeyPath<State, Local> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    connect(
      to: store.scope(keyPath, file: file, line: line), file: file, line: line,
      stateAndActionToProps: stateAndActionToProps)
  }
}

extension ServiceActionListener where Self: ActionListenerConnector {
  /// Connects a listener that is its own connector to a slice of a state.
  public func connect<Root: Sendable>(
    to store: StoreOf<Root, some Any>, state keyPath: any KeyPath<Root, State> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) where State: Sendable {
    connect(to: store.scope(keyPath, file: file, line: line), file: file, line: line)
  }
}

/// The forms with `transform:`, which is called on the listener's queue.
extension ServiceActionListener {
  /// Connects the listener to a value computed from a state, through a connector.
  @preconcurrency
  public func connect<State: Sendable, ConnectorType: ActionListenerConnector & SendableMetatype>(
    to store: StoreOf<State, some Any>, by connector: ConnectorType,
    file: StaticString = #fileID, line: UInt = #line,
    transform: sending @escaping (State) -> ConnectorType.State
  ) where ConnectorType.Props == Props {
    // `nonisolated(unsafe)`: only the connection calls the function.
    nonisolated(unsafe) let map = { connector.stateAndActionToProps(state: $0, action: $1) }
    connect(
      to: store, file: file, line: line,
      stateAndActionToProps: { map($0, $1) }, transform: transform)
  }

  /// Connects the listener to a value computed from a state, through a closure.
  @preconcurrency
  public func connect<State: Sendable, Local>(
    to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line,
    stateAndActionToProps: sending @escaping (Local, any Action) -> Props,
    transform: sending @escaping (State) -> Local
  ) {
    connect(to: store, file: file, line: line) { stateAndActionToProps(transform($0), $1) }
  }
}

extension ServiceActionListener where Self: ActionListenerConnector {
  /// Connects a listener that is its own connector to a value computed from a state.
  @preconcurrency
  public func connect<Root: Sendable>(
    to store: StoreOf<Root, some Any>, file: StaticString = #fileID, line: UInt = #line,
    transform: sending @escaping (Root) -> State
  ) {
    unowned let listener = self
    // `nonisolated(unsafe)`: only the connection calls the function.
    nonisolated(unsafe) let map = { listener.stateAndActionToProps(state: $0, action: $1) }
    connect(
      to: store, file: file, line: line,
      stateAndActionToProps: { map($0, $1) }, transform: transform)
  }
}
