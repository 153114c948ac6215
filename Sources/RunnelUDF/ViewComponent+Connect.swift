// SPDX-License-Identifier: MIT

public import Runnel

extension ViewComponent {
  /// Connects the component to the slice of a state that is its props.
  public func connect<State: Sendable>(
    to store: StoreOf<State, some Any>, state keyPath: any KeyPath<State, Props> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) where Props: Sendable {
    connect(to: store.scope(keyPath, file: file, line: line), file: file, line: line)
  }

  /// Connects the component to a slice of a state through a connector.
  public func connect<State: Sendable, ConnectorType: Connector>(
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
    stateToProps: @escaping @MainActor (Local, any ActionDispatcher) -> Props,
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
    stateToProps: @escaping @MainActor (State) -> Props
  ) {
    connect(to: store, file: file, line: line) { state, _ in stateToProps(state) }
  }
}

extension ViewComponent where Self: Connector {
  /// Connects a component that is its own connector to a slice of a state.
  public func connect<Root: Sendable>(
    to store: StoreOf<Root, some Any>, state keyPath: any KeyPath<Root, State> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) where State: Sendable {
    connect(to: store.scope(keyPath, file: file, line: line), file: file, line: line)
  }
}

/// The forms with `transform:`, which is called on the main actor.
extension ViewComponent {
  /// Connects the component to a value computed from a state, through a connector.
  @preconcurrency
  public func connect<State: Sendable, ConnectorType: Connector>(
    to store: StoreOf<State, some Any>, by connector: ConnectorType,
    file: StaticString = #fileID, line: UInt = #line,
    transform: @escaping @MainActor (State) -> ConnectorType.State
  ) where ConnectorType.Props == Props {
    connect(
      to: store, file: file, line: line,
      stateToProps: { connector.stateToProps(state: $0, dispatcher: $1) }, transform: transform)
  }

  /// Connects the component to a value computed from a state, through a closure.
  @preconcurrency
  public func connect<State: Sendable, Local>(
    to store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line,
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
    to store: StoreOf<Root, some Any>, file: StaticString = #fileID, line: UInt = #line,
    transform: @escaping @MainActor (Root) -> State
  ) {
    connect(
      to: store, file: file, line: line,
      stateToProps: { [unowned self] in stateToProps(state: $0, dispatcher: $1) },
      transform: transform)
  }
}

/// The forms with `removeDuplicates:`.
///
/// With `true`, the component isn't mapped again to a state that equals the last one.
extension ViewComponent {
  /// Connects the component to a store through a connector.
  public func connect<State: Sendable & Equatable, ConnectorType: Connector>(
    to store: StoreOf<State, some Any>, removeDuplicates: Bool, by connector: ConnectorType,
    file: StaticString = #fileID, line: UInt = #line
  ) where ConnectorType.State == State, ConnectorType.Props == Props {
    connect(
      to: store.comparing(removeDuplicates, file, line), by: connector, file: file, line: line)
  }

  /// Connects the component to a slice of a state through a connector.
  public func connect<State: Sendable, ConnectorType: Connector>(
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
  public func connect<State: Sendable, ConnectorType: Connector>(
    to store: StoreOf<State, some Any>, removeDuplicates: Bool, by connector: ConnectorType,
    file: StaticString = #fileID, line: UInt = #line,
    transform: @escaping @MainActor (State) -> ConnectorType.State
  ) where ConnectorType.Props == Props, ConnectorType.State: Equatable {
    connect(
      to: store, removeDuplicates: removeDuplicates, file: file, line: line,
      stateToProps: { connector.stateToProps(state: $0, dispatcher: $1) }, transform: transform)
  }

  /// Connects the component to a store through a closure.
  @preconcurrency
  public func connect<State: Sendable & Equatable>(
    to store: StoreOf<State, some Any>, removeDuplicates: Bool,
    file: StaticString = #fileID, line: UInt = #line,
    stateToProps: @escaping @MainActor (State, any ActionDispatcher) -> Props
  ) {
    connect(
      to: store.comparing(removeDuplicates, file, line), file: file, line: line,
      stateToProps: stateToProps)
  }

  /// Connects the component to a slice of a state through a closure.
  @preconcurrency
  public func connect<State: Sendable, Local: Sendable & Equatable>(
    to store: StoreOf<State, some Any>, removeDuplicates: Bool,
    stateToProps: @escaping @MainActor (Local, any ActionDispatcher) -> Props,
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
    stateToProps: @escaping @MainActor (Local, any ActionDispatcher) -> Props,
    transform: @escaping @MainActor (State) -> Local
  ) {
    guard removeDuplicates else {
      return connect(
        to: store, file: file, line: line, stateToProps: stateToProps, transform: transform)
    }
    let last = LastProps<Local, Props>()
    connect(to: store, file: file, line: line) { state, dispatcher in
      last.props(for: transform(state)) { stateToProps($0, dispatcher) }
    }
  }
}

extension ViewComponent where Self: Connector, State: Equatable {
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
    file: StaticString = #fileID, line: UInt = #line,
    transform: @escaping @MainActor (Root) -> State
  ) {
    connect(
      to: store, removeDuplicates: removeDuplicates, file: file, line: line,
      stateToProps: { [unowned self] in stateToProps(state: $0, dispatcher: $1) },
      transform: transform)
  }
}

/// The last props of a connection, which a state equal to the last one leads to again.
final class LastProps<State: Equatable, Props> {
  private var last: (state: State, props: Props)?

  func props(for state: State, _ map: (State) -> Props) -> Props {
    if let last, last.state == state { return last.props }
    let props = map(state)
    last = (state, props)
    return props
  }
}
