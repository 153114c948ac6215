// SPDX-License-Identifier: MIT

public import Runnel

/// The forms with `transform:`, which is called on the main actor.
extension ViewActionListener {
  /// Connects the listener to a value computed from a state, through a connector.
  @preconcurrency
  public func connect<State: Sendable, ConnectorType: ActionListenerConnector>(
    to store: StoreOf<State, some Any>,
    by connector: ConnectorType,
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
    to store: StoreOf<State, some Any>,
    file: StaticString = #fileID, line: UInt = #line,
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
    to store: StoreOf<Root, some Any>,
    file: StaticString = #fileID, line: UInt = #line,
    transform: @escaping @MainActor (Root) -> State
  ) {
    connect(to: store, file: file, line: line) { [unowned self] state, action in
      stateAndActionToProps(state: transform(state), action: action)
    }
  }
}
