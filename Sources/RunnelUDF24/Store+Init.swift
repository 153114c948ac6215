// SPDX-License-Identifier: MIT

public import Dispatch
public import Runnel
public import RunnelUDF

/// The initializers of `RunnelUDF`, for a store that ends subscriptions as UDF 2.4 and earlier do:
/// with a `Disposer`, they still receive what was dispatched before.
extension StoreOf where ActionType == any Action {
  /// Creates a store with a reducer without side effects.
  @preconcurrency
  public convenience init(
    state: State, reducer: sending @escaping (inout State, any Action) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(state: state, reducer: reducer, queue: nil, file: file, line: line)
    setTiming(.earlierUDF)
  }

  /// Creates a store whose private serial queue targets `dispatchQueue`.
  @preconcurrency
  public convenience init(
    state: State, reducer: sending @escaping (inout State, any Action) -> Void,
    dispatchQueue: DispatchQueue, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(state: state, reducer: reducer, queue: dispatchQueue, file: file, line: line)
    setTiming(.earlierUDF)
  }

  /// Creates a store with a reducer that returns side effects.
  @preconcurrency
  public convenience init(
    state: State, reducer: sending @escaping (inout State, any Action) -> SideEffect,
    dispatchQueue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      state: state, returningSideEffects: reducer, queue: dispatchQueue, file: file, line: line)
    setTiming(.earlierUDF)
  }
}
