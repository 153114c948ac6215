// SPDX-License-Identifier: MIT

public import Runnel

extension ViewActionListener {
  /// Connects the listener to a slice of a state through a connector.
  public func connect<State: Sendable, ConnectorType: ActionListenerConnector>(
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
    stateAndActionToProps: @escaping @MainActor (Local, any Action) -> Props,
    state keyPath: any KeyPath<State, Local> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    connect(
      to: store.scope(keyPath, file: file, line: line), file: file, line: line,
      stateAndActionToProps: stateAndActionToProps)
  }
}

extension ViewActionListener where Self: ActionListenerConnector {
  /// Connects a listener that is its own connector to a slice of a state.
  public func connect<Root: Sendable>(
    to store: StoreOf<Root, some Any>, state keyPath: any KeyPath<Root, State> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) where State: Sendable {
    connect(to: store.scope(keyPath, file: file, line: line), file: file, line: line)
  }
}

/// The forms with `transform:`, which is called on the main actor.
extension ViewActionListener {
  /// Connects the listener to a value computed from a state, through a connector.
  @preconcurrency
  public func connect<State: Sendable, ConnectorType: ActionListenerConnector>(
    to store: StoreOf<State, some Any>, by connector: ConnectorType,
    file: StaticString = #fileID, line: UInt = #line,
    transform: @escaping @MainActor (State) -> ConnectorType.State
  ) where ConnectorType.Props == Props {
    connect(to: store, file: file, line: line) { state, action in
      connector.stateAndActionToProps(state: transform(state), action: action)
    }
  }

  /// Connects the listener to a value computed from a state, through a closure.
  @preconcurrency
  public func connect<State: Sendable, Local>(
    to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line,
    stateAndActionToProps: @escaping @MainActor (Local, any Action) -> Props,
    transform: @escaping @MainActor (State) -> Local
  ) {
    connect(to: store, file: file, line: line) { state, action in
      stateAndActionToProps(transform(state), action)
    }
  }
}

extension ViewActionListener where Self: ActionListenerConnector {
  /// Connects a listener that is its own connector to a value computed from a state.
  @preconcurrency
  public func connect<Root: Sendable>(
    to store: StoreOf<Root, some Any>, file: StaticString = #fileID, line: UInt = #line,
    transform: @escaping @MainActor (Root) -> State
  ) {
    connect(to: store, file: file, line: line) { [unowned self] state, action in
      stateAndActionToProps(state: transform(state), action: action)
    }
  }
}
