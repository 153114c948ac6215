// SPDX-License-Identifier: MIT

public import Runnel

extension ServiceComponent {
  /// Connects the component to a store through a closure of the state alone.
  ///
  /// Disfavored, so that a component that is its own connector is connected with `transform:`.
  @_disfavoredOverload
  @preconcurrency
  public func connect<State: Sendable>(
    to store: StoreOf<State, some Any>,
    file: StaticString = #fileID, line: UInt = #line,
    stateToProps: sending @escaping (State) -> Props
  ) {
    connect(to: store, file: file, line: line) { state, _ in stateToProps(state) }
  }
}
