// SPDX-License-Identifier: MIT

public import Dispatch
public import Runnel

extension StoreOf where ActionType == any Action {
  /// Creates a store with a reducer that returns ``SideEffect`` objects.
  ///
  /// Disfavored, so that a closure without `return` returns nothing.
  @_disfavoredOverload
  @preconcurrency
  public convenience init(
    state: State,
    reducer: sending @escaping (inout State, any Action) -> (any SideEffect)?,
    queue: DispatchQueue? = nil,
    middleware: [Middleware<State>] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    onError: (@Sendable (EffectFailure) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    // `nonisolated(unsafe)`: the closure was transferred to the store, and only the drain calls it.
    nonisolated(unsafe) let reducer = reducer
    self.init(
      state: state, reducer: Reducer(file: file, line: line) { reducer(&$0, $1) }, queue: queue,
      middleware: middleware, clock: clock, onError: onError, file: file, line: line)
  }
}
