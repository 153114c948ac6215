// SPDX-License-Identifier: MIT

public import Runnel

extension StoreOf {
  // Disfavored, because a trailing closure also matches the function without the label.
  /// Returns a store of a value computed from the state.
  @_disfavoredOverload
  @preconcurrency
  public func scope<Local: Sendable>(
    transform: @escaping @Sendable (State) -> Local,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType> {
    scope(transform, file: file, line: line)
  }

  /// Returns a store of one slice whose observers receive only values that pass a comparison, with
  /// the new value first and the last delivered one second.
  @preconcurrency
  public func scope<Local: Sendable>(
    _ keyPath: any KeyPath<State, Local> & Sendable,
    shouldUpdateLocalState: @escaping @Sendable (Local, Local) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf<Local, ActionType> {
    scope(keyPath, file: file, line: line).removeDuplicates(
      by: { last, value in !shouldUpdateLocalState(value, last) }, file: file, line: line)
  }
}

extension StoreOf where State: Equatable {
  /// Returns a store whose observers compare values with `==`, or the same store.
  func comparing(_ comparesValues: Bool, _ file: StaticString, _ line: UInt) -> StoreOf {
    comparesValues ? removeDuplicates(by: ==, file: file, line: line) : self
  }
}

/// A scope of a part of the state, in UDF 2.2.
public typealias AnyProxyStore<State: Sendable> = Store<State>

/// A scope of a writable part of the state, in UDF 2.2.
public typealias AnyWritableProxyStore<State: Sendable> = Store<State>

/// A scope of a part of the state, in UDF 2.2.
public typealias ProxyStore<State, LocalState: Sendable> = Store<LocalState>

/// A scope of a writable part of the state, in UDF 2.2.
public typealias WritableProxyStore<State, LocalState: Sendable> = Store<LocalState>
