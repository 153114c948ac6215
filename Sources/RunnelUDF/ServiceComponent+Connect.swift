// SPDX-License-Identifier: MIT

public import Runnel

extension ServiceComponent {
  /// Connects the component to the slice of a state that is its props.
  public func connect<State: Sendable>(
    to store: StoreOf<State, some Any>, state keyPath: any KeyPath<State, Props> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) where Props: Sendable {
    connect(to: store.scope(keyPath, file: file, line: line), file: file, line: line)
  }

  /// Connects the component to a slice of a state through a connector.
  public func connect<State: Sendable, ConnectorType: Connector & SendableMetatype>(
    to store: StoreOf<State, some Any>, by connector: ConnectorType,
    state keyPath: any KeyPath<State, ConnectorType.State> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) where ConnectorType.Props == Props, ConnectorType.State: Sendable {
    connect(to: store.scope(keyPath, file: file, line: line), by: connector, file: file, line: line)
  }

  /// Connects the component to a slice of a state through a closure that maps it to props.
  @preconcurrency
  public func connect<State: Sendable, Local: Sendable>(
    to store: StoreOf<State, some Any>,
    stateToProps: sending @escaping (Local, any ActionDispatcher) -> Props,
    state keyPath: any KeyPath<State, Local> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    connect(
      to: store.scope(keyPath, file: file, line: line), file: file, line: line,
      stateToProps: stateToProps)
  }

  /// Connects the component to a store through a closure of the state alone.
  ///
  /// Disfavored, so that a component that is its own connector is connected with `transform:`.
  @_disfavoredOverload
  @preconcurrency
  public func connect<State: Sendable>(
    to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line,
    stateToProps: sending @escaping (State) -> Props
  ) {
    connect(to: store, file: file, line: line) { state, _ in stateToProps(state) }
  }
}

extension ServiceComponent where Self: Connector {
  /// Connects a component that is its own connector to a slice of a state.
  public func connect<Root: Sendable>(
    to store: StoreOf<Root, some Any>, state keyPath: any KeyPath<Root, State> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) where State: Sendable {
    connect(to: store.scope(keyPath, file: file, line: line), file: file, line: line)
  }
}

/// The forms with `transform:`, which is called on the component's queue.
extension ServiceComponent {
  /// Connects the component to a value computed from a state, through a connector.
  @preconcurrency
  public func connect<State: Sendable, ConnectorType: Connector & SendableMetatype>(
    to store: StoreOf<State, some Any>, by connector: ConnectorType,
    file: StaticString = #fileID, line: UInt = #line,
    transform: sending @escaping (State) -> ConnectorType.State
  ) where ConnectorType.Props == Props {
    // `nonisolated(unsafe)`: only the connection calls the function.
    nonisolated(unsafe) let map = { connector.stateToProps(state: $0, dispatcher: $1) }
    connect(to: store, file: file, line: line, stateToProps: { map($0, $1) }, transform: transform)
  }

  /// Connects the component to a value computed from a state, through a closure.
  @preconcurrency
  public func connect<State: Sendable, Local>(
    to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line,
    stateToProps: sending @escaping (Local, any ActionDispatcher) -> Props,
    transform: sending @escaping (State) -> Local
  ) {
    connect(to: store, file: file, line: line) { stateToProps(transform($0), $1) }
  }
}

extension ServiceComponent where Self: Connector {
  /// Connects a component that is its own connector to a value computed from a state.
  @preconcurrency
  public func connect<Root: Sendable>(
    to store: StoreOf<Root, some Any>, file: StaticString = #fileID, line: UInt = #line,
    transform: sending @escaping (Root) -> State
  ) {
    unowned let component = self
    // `nonisolated(unsafe)`: only the connection calls the function.
    nonisolated(unsafe) let map = { component.stateToProps(state: $0, dispatcher: $1) }
    connect(to: store, file: file, line: line, stateToProps: { map($0, $1) }, transform: transform)
  }
}

/// The forms with `removeDuplicates:`.
///
/// With `true`, the component isn't mapped again to a state that equals the last one.
extension ServiceComponent {
  /// Connects the component to a store through a connector.
  public func connect<State: Sendable & Equatable, ConnectorType: Connector & SendableMetatype>(
    to store: StoreOf<State, some Any>, removeDuplicates: Bool, by connector: ConnectorType,
    file: StaticString = #fileID, line: UInt = #line
  ) where ConnectorType.State == State, ConnectorType.Props == Props {
    connect(
      to: store.comparing(removeDuplicates, file, line), by: connector, file: file, line: line)
  }

  /// Connects the component to a slice of a state through a connector.
  public func connect<State: Sendable, ConnectorType: Connector & SendableMetatype>(
    to store: StoreOf<State, some Any>, removeDuplicates: Bool, by connector: ConnectorType,
    state keyPath: any KeyPath<State, ConnectorType.State> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) where ConnectorType.Props == Props, ConnectorType.State: Equatable & Sendable {
    connect(
      to: store.scope(keyPath, file: file, line: line), removeDuplicates: removeDuplicates,
      by: connector, file: file, line: line)
  }

  /// Connects the component to a value computed from a state, through a connector.
  @preconcurrency
  public func connect<State: Sendable, ConnectorType: Connector & SendableMetatype>(
    to store: StoreOf<State, some Any>, removeDuplicates: Bool, by connector: ConnectorType,
    file: StaticString = #fileID, line: UInt = #line,
    transform: sending @escaping (State) -> ConnectorType.State
  ) where ConnectorType.Props == Props, ConnectorType.State: Equatable {
    // `nonisolated(unsafe)`: only the connection calls the function.
    nonisolated(unsafe) let map = { connector.stateToProps(state: $0, dispatcher: $1) }
    connect(
      to: store, removeDuplicates: removeDuplicates, file: file, line: line,
      stateToProps: { map($0, $1) }, transform: transform)
  }

  /// Connects the component to a store through a closure.
  @preconcurrency
  public func connect<State: Sendable & Equatable>(
    to store: StoreOf<State, some Any>, removeDuplicates: Bool,
    file: StaticString = #fileID, line: UInt = #line,
    stateToProps: sending @escaping (State, any ActionDispatcher) -> Props
  ) {
    connect(
      to: store.comparing(removeDuplicates, file, line), file: file, line: line,
      stateToProps: stateToProps)
  }

  /// Connects the component to a slice of a state through a closure.
  @preconcurrency
  public func connect<State: Sendable, Local: Sendable & Equatable>(
    to store: StoreOf<State, some Any>, removeDuplicates: Bool,
    stateToProps: sending @escaping (Local, any ActionDispatcher) -> Props,
    state keyPath: any KeyPath<State, Local> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    connect(
      to: store.scope(keyPath, file: file, line: line), removeDuplicates: removeDuplicates,
      file: file, line: line, stateToProps: stateToProps)
  }

  /// Connects the component to a value computed from a state, through a closure.
  @preconcurrency
  public func connect<State: Sendable, Local: Equatable>(
    to store: StoreOf<State, some Any>, removeDuplicates: Bool,
    file: StaticString = #fileID, line: UInt = #line,
    stateToProps: sending @escaping (Local, any ActionDispatcher) -> Props,
    transform: sending @escaping (State) -> Local
  ) {
    guard removeDuplicates else {
      return connect(
        to: store, file: file, line: line, stateToProps: stateToProps, transform: transform)
    }
    let last = LastProps<Local, Props>()
    // `nonisolated(unsafe)`: only the connection calls the function.
    nonisolated(unsafe) let map: (State, any ActionDispatcher) -> Props = { state, dispatcher in
      last.props(for: transform(state)) { stateToProps($0, dispatcher) }
    }
    connect(to: store, file: file, line: line) { map($0, $1) }
  }
}

extension ServiceComponent where Self: Connector, State: Equatable {
  /// Connects a component that is its own connector.
  public func connect(
    to store: StoreOf<State, some Any>, removeDuplicates: Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) where State: Sendable {
    connect(to: store.comparing(removeDuplicates, file, line), file: file, line: line)
  }

  /// Connects a component that is its own connector to a slice of a state.
  public func connect<Root: Sendable>(
    to store: StoreOf<Root, some Any>, removeDuplicates: Bool,
    state keyPath: any KeyPath<Root, State> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) where State: Sendable {
    connect(
      to: store.scope(keyPath, file: file, line: line), removeDuplicates: removeDuplicates,
      file: file, line: line)
  }

  /// Connects a component that is its own connector to a value computed from a state.
  @preconcurrency
  public func connect<Root: Sendable>(
    to store: StoreOf<Root, some Any>, removeDuplicates: Bool,
    file: StaticString = #fileID, line: UInt = #line, transform: sending @escaping (Root) -> State
  ) {
    unowned let component = self
    // `nonisolated(unsafe)`: only the connection calls the function.
    nonisolated(unsafe) let map = { component.stateToProps(state: $0, dispatcher: $1) }
    connect(
      to: store, removeDuplicates: removeDuplicates, file: file, line: line,
      stateToProps: { map($0, $1) }, transform: transform)
  }
}
