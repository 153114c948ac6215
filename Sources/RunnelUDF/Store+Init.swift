// SPDX-License-Identifier: MIT

public import Dispatch
public import Runnel

extension StoreOf where ActionType == any Action {
  /// Creates a store with a reducer without side effects.
  ///
  /// As in UDF, a component that connects to it behind pending actions receives its first props
  /// after them. Other stores connect it at once. It has fewer parameters than the initializer with
  /// side effects: the compiler prefers it for a closure of statements that returns nothing.
  @preconcurrency
  public convenience init(
    state: State, reducer: sending @escaping (inout State, any Action) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(state: state, reducer: reducer, queue: nil, file: file, line: line)
    setTiming(.udf)
  }

  /// Creates a store whose private serial queue targets `dispatchQueue`.
  @preconcurrency
  public convenience init(
    state: State, reducer: sending @escaping (inout State, any Action) -> Void,
    dispatchQueue: DispatchQueue, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(state: state, reducer: reducer, queue: dispatchQueue, file: file, line: line)
    setTiming(.udf)
  }

  /// Creates a store with a reducer that returns side effects.
  ///
  /// The store executes a side effect after observers have been notified, and passes itself as the
  /// dispatcher. A side effect that hasn't been executed retains the store. The store's private
  /// serial queue targets `dispatchQueue`.
  @preconcurrency
  public convenience init(
    state: State, reducer: sending @escaping (inout State, any Action) -> SideEffect,
    dispatchQueue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      state: state, returningSideEffects: reducer, queue: dispatchQueue, file: file, line: line)
    setTiming(.udf)
  }

  /// Creates a store with a reducer that returns side effects, also for `RunnelUDF24`.
  package convenience init(
    state: State,
    returningSideEffects reducer: sending @escaping (inout State, any Action) -> SideEffect,
    queue: DispatchQueue?, file: StaticString, line: UInt
  ) {
    // `nonisolated(unsafe)`: the closure was transferred to the store, and only the drain calls it.
    nonisolated(unsafe) let reducer = reducer
    let site = CallSite(file: file, line: line)
    let reference = StoreReference<State>()
    self.init(
      state: state,
      reducer: .on { state, action in
        guard let effect = reducer(&state, action), let store = reference.store else {
          return .none
        }
        return .executeOnce(effect, with: store, at: site)
      },
      queue: queue, file: file, line: line)
    reference.store = self
  }
}

/// A weak reference from a store's reducer to the store.
///
/// `@unchecked`: it is set once, before the initializer returns the store, and so before any action
/// can be dispatched.
private final class StoreReference<State: Sendable>: @unchecked Sendable {
  weak var store: Store<State>?
}
