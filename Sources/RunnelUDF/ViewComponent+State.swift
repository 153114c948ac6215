// SPDX-License-Identifier: MIT

public import Runnel

extension ViewComponent {
  /// Connects the component to the slice of a state that is its props.
  public func connect<State: Sendable>(
    to store: StoreOf<State, some Any>,
    state keyPath: any KeyPath<State, Props> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) where Props: Sendable {
    connect(to: store.scope(keyPath, file: file, line: line), file: file, line: line)
  }

  /// Connects the component to a slice of a state through a connector.
  public func connect<State: Sendable, ConnectorType: Connector>(
    to store: StoreOf<State, some Any>,
    by connector: ConnectorType,
    state keyPath: any KeyPath<State, ConnectorType.State> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) where ConnectorType.Props == Props, ConnectorType.State: Sendable {
    connect(to: store.scope(keyPath, file: file, line: line), by: connector, file: file, line: line)
  }

  /// Connects the component to a slice of a state through a closure that maps it to props.
  @preconcurrency
  public func connect<State: Sendable, Local: Sendable>(
    to store: StoreOf<State, some Any>,
    stateToProps: @escaping @MainActor (Local, any ActionDispatcher) -> Props,
    state keyPath: any KeyPath<State, Local> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    connect(
      to: store.scope(keyPath, file: file, line: line), file: file, line: line,
      stateToProps: stateToProps)
  }
}

extension ViewComponent where Self: Connector {
  /// Connects a component that is its own connector to a slice of a state.
  public func connect<Root: Sendable>(
    to store: StoreOf<Root, some Any>,
    state keyPath: any KeyPath<Root, State> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) where State: Sendable {
    connect(to: store.scope(keyPath, file: file, line: line), file: file, line: line)
  }
}
