// SPDX-License-Identifier: MIT

public import Dispatch
public import Runnel

/// A store or a scope as a generic constraint, in UDF 2.2; in new code, take a `Store`.
public protocol StoreProtocol<State>: AnyObject, ActionDispatcher {
  /// The state of the store.
  associatedtype State: Sendable

  /// The store itself, or the one that it stands for.
  var untyped: Store<State> { get }
}

extension StoreOf: StoreProtocol where ActionType == any Action {}

/// Disfavored, so that a store calls its own functions.
extension StoreProtocol {
  /// The state after the last reduced action.
  @_disfavoredOverload
  public var state: State { untyped.state }

  /// Calls `observer` on a queue with the state, and then with each later one.
  @_disfavoredOverload
  @preconcurrency
  public func observe(
    on queue: DispatchQueue?, file: StaticString = #fileID, line: UInt = #line,
    with observer: sending @escaping (State) -> Void
  ) -> Disposable {
    untyped.observe(on: queue, file: file, line: line, with: observer)
  }

  /// Calls `observer` on the main queue with the state, and then with each later one.
  @_disfavoredOverload
  @preconcurrency
  public func observe(
    file: StaticString = #fileID, line: UInt = #line,
    with observer: sending @escaping (State) -> Void
  ) -> Disposable {
    untyped.observe(on: .main, file: file, line: line, with: observer)
  }

  /// Calls `observer` on a queue with each reduced action and the resulting state.
  @_disfavoredOverload
  @preconcurrency
  public func onAction(
    on queue: DispatchQueue?, file: StaticString = #fileID, line: UInt = #line,
    with observer: sending @escaping (State, any Action) -> Void
  ) -> Disposable {
    untyped.listen(on: queue, at: CallSite(file: file, line: line), observer)
  }

  /// Calls `observer` on the main queue with each reduced action and the resulting state.
  @_disfavoredOverload
  @preconcurrency
  public func onAction(
    file: StaticString = #fileID, line: UInt = #line,
    with observer: sending @escaping (State, any Action) -> Void
  ) -> Disposable {
    onAction(on: .main, file: file, line: line, with: observer)
  }

  /// Returns a store of a slice of the state.
  @_disfavoredOverload
  public func scope<Local: Sendable>(
    _ keyPath: any KeyPath<State, Local> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Store<Local> {
    untyped.scope(keyPath, file: file, line: line)
  }

  /// Returns a store of one slice whose observers receive only values that pass a comparison.
  @_disfavoredOverload
  @preconcurrency
  public func scope<Local: Sendable>(
    _ keyPath: any KeyPath<State, Local> & Sendable,
    shouldUpdateLocalState: @escaping @Sendable (Local, Local) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Store<Local> {
    untyped.scope(keyPath, shouldUpdateLocalState: shouldUpdateLocalState, file: file, line: line)
  }

  /// Adds a function as a keyed dynamic reducer.
  @_disfavoredOverload
  @preconcurrency
  public func add(
    reducer: @escaping @Sendable (inout State, any Action) -> Void, withKey key: String,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    untyped.add(reducer: reducer, withKey: key, file: file, line: line)
  }

  /// Adds a function as a keyed dynamic reducer of a slice.
  @_disfavoredOverload
  @preconcurrency
  public func add<Local: Sendable>(
    reducer: @escaping @Sendable (inout Local, any Action) -> Void,
    state keyPath: any WritableKeyPath<State, Local> & Sendable, withKey key: String,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    untyped.add(reducer: reducer, state: keyPath, withKey: key, file: file, line: line)
  }

  /// Removes the dynamic reducer with a key.
  @_disfavoredOverload
  public func remove(reducerWithKey key: String) {
    untyped.remove(reducerWithKey: key)
  }
}

/// A store that can be observed, in UDF 2.2.
public typealias PublisherProtocol = StoreProtocol

/// A store that can be scoped, in UDF 2.2.
public typealias ScopeProtocol = StoreProtocol

/// A store that can be scoped to writable slices, in UDF 2.2.
public typealias WritableScopeProtocol = StoreProtocol

/// A store that reducers can be added to, in UDF 2.2.
public typealias DynamicReducerProtocol = StoreProtocol
