// SPDX-License-Identifier: MIT

public import Dispatch
public import Runnel

extension StoreOf {
  /// Calls `observer` on the main queue with the state, and then with each later one.
  ///
  /// This is the default of UDF since version 2.5. With `RunnelUDF24`, it is the store's own queue,
  /// as in earlier versions. The first value includes every action dispatched before this call.
  @preconcurrency
  public func observe(
    file: StaticString = #fileID, line: UInt = #line,
    with observer: sending @escaping (State) -> Void
  ) -> Disposable {
    observe(on: .main, file: file, line: line, with: observer)
  }

  /// Calls `observer` on a queue with the state, and then with each later one, once and in order.
  ///
  /// The first value includes every action dispatched before this call. Without a queue, calls run
  /// on the store's own queue.
  @preconcurrency
  public func observe(
    on queue: DispatchQueue?, file: StaticString = #fileID, line: UInt = #line,
    with observer: sending @escaping (State) -> Void
  ) -> Disposable {
    observeAfterEarlierActions(on: queue, file: file, line: line, observer)
  }

  /// Calls `observer` on the main queue with each reduced action and the resulting state.
  ///
  /// This is the default of UDF since version 2.5. With `RunnelUDF24`, it is the store's own queue,
  /// as in earlier versions.
  @preconcurrency
  public func onAction(
    file: StaticString = #fileID, line: UInt = #line,
    with observer: sending @escaping (State, ActionType) -> Void
  ) -> Disposable {
    onAction(on: .main, file: file, line: line, with: observer)
  }

  /// Calls `observer` on a queue with each reduced action and the resulting state.
  ///
  /// Unlike that of Runnel, `observer` can change variables that it captures, as in UDF.
  @preconcurrency
  public func onAction(
    on queue: DispatchQueue, file: StaticString = #fileID, line: UInt = #line,
    with observer: sending @escaping (State, ActionType) -> Void
  ) -> Disposable {
    listen(on: queue, at: CallSite(file: file, line: line), observer)
  }
}

extension StoreOf {
  /// Dispatches an action of any type in an extension of `Store`.
  ///
  /// `extension Store { … }` extends stores of every action type, also typed ones, and code written
  /// for UDF dispatches in it. A typed store doesn't check the type here: the action reaches the
  /// whole store, as any other one. In new code, extend `Store<AppState>`.
  @_disfavoredOverload
  public func dispatch(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
    untyped.dispatch(action, file: file, line: line)
  }
}
