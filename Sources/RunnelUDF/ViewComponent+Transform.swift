// SPDX-License-Identifier: MIT

public import Runnel

/// The forms with `transform:`, which is called on the main actor.
extension ViewComponent {
  /// Connects the component to a value computed from a state, through a connector.
  @preconcurrency
  public func connect<State: Sendable, ConnectorType: Connector>(
    to store: StoreOf<State, some Any>,
    by connector: ConnectorType,
    file: StaticString = #fileID, line: UInt = #line,
    transform: @escaping @MainActor (State) -> ConnectorType.State
  ) where ConnectorType.Props == Props {
    connect(to: store, file: file, line: line) { state, dispatcher in
      connector.stateToProps(state: transform(state), dispatcher: dispatcher)
    }
  }

  /// Connects the component to a value computed from a state, through a closure.
  @preconcurrency
  public func connect<State: Sendable, Local>(
    to store: StoreOf<State, some Any>,
    file: StaticString = #fileID, line: UInt = #line,
    stateToProps: @escaping @MainActor (Local, any ActionDispatcher) -> Props,
    transform: @escaping @MainActor (State) -> Local
  ) {
    connect(to: store, file: file, line: line) { state, dispatcher in
      stateToProps(transform(state), dispatcher)
    }
  }
}

extension ViewComponent where Self: Connector {
  /// Connects a component that is its own connector to a value computed from a state.
  @preconcurrency
  public func connect<Root: Sendable>(
    to store: StoreOf<Root, some Any>,
    file: StaticString = #fileID, line: UInt = #line,
    transform: @escaping @MainActor (Root) -> State
  ) {
    connect(to: store, file: file, line: line) { [unowned self] state, dispatcher in
      stateToProps(state: transform(state), dispatcher: dispatcher)
    }
  }
}
