// SPDX-License-Identifier: MIT

public import Runnel

/// The forms with `transform:`, which is called on the component's queue.
extension ServiceComponent {
  /// Connects the component to a value computed from a state, through a connector.
  @preconcurrency
  public func connect<State: Sendable, ConnectorType: Connector & SendableMetatype>(
    to store: StoreOf<State, some Any>,
    by connector: ConnectorType,
    file: StaticString = #fileID, line: UInt = #line,
    transform: sending @escaping (State) -> ConnectorType.State
  ) where ConnectorType.Props == Props {
    // `nonisolated(unsafe)`: only the connection calls the function.
    nonisolated(unsafe) let map: (State, any ActionDispatcher) -> Props = { state, dispatcher in
      connector.stateToProps(state: transform(state), dispatcher: dispatcher)
    }
    connect(to: store, file: file, line: line) { map($0, $1) }
  }

  /// Connects the component to a value computed from a state, through a closure.
  @preconcurrency
  public func connect<State: Sendable, Local>(
    to store: StoreOf<State, some Any>,
    file: StaticString = #fileID, line: UInt = #line,
    stateToProps: sending @escaping (Local, any ActionDispatcher) -> Props,
    transform: sending @escaping (State) -> Local
  ) {
    // `nonisolated(unsafe)`: only the connection calls the function.
    nonisolated(unsafe) let map: (State, any ActionDispatcher) -> Props = { state, dispatcher in
      stateToProps(transform(state), dispatcher)
    }
    connect(to: store, file: file, line: line) { map($0, $1) }
  }
}

extension ServiceComponent where Self: Connector {
  /// Connects a component that is its own connector to a value computed from a state.
  @preconcurrency
  public func connect<Root: Sendable>(
    to store: StoreOf<Root, some Any>,
    file: StaticString = #fileID, line: UInt = #line,
    transform: sending @escaping (Root) -> State
  ) {
    unowned let component = self
    // `nonisolated(unsafe)`: only the connection calls the function.
    nonisolated(unsafe) let map: (Root, any ActionDispatcher) -> Props = { state, dispatcher in
      component.stateToProps(state: transform(state), dispatcher: dispatcher)
    }
    connect(to: store, file: file, line: line) { map($0, $1) }
  }
}
