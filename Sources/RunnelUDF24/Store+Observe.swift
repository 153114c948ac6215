// SPDX-License-Identifier: MIT

import Dispatch
public import Runnel
public import RunnelUDF

/// The defaults of UDF 2.4 and earlier, in the place of those of `RunnelUDF`.
extension StoreOf {
  /// Calls `observer` on the store's own queue with the state, and then with each later one.
  ///
  /// The first value includes every action dispatched before this call. Don't use a view in
  /// `observer`: pass `on: .main`, or import `RunnelUDF`, where that is the default.
  @preconcurrency
  public func observe(
    file: StaticString = #fileID, line: UInt = #line,
    with observer: sending @escaping (State) -> Void
  ) -> Disposable {
    observe(on: DispatchQueue?.none, file: file, line: line, with: observer)
  }

  /// Calls `observer` on the store's own queue with each reduced action and the resulting state.
  @preconcurrency
  public func onAction(
    file: StaticString = #fileID, line: UInt = #line,
    with observer: sending @escaping (State, ActionType) -> Void
  ) -> Disposable {
    listen(on: nil, at: CallSite(file: file, line: line), observer)
  }
}

extension StoreProtocol {
  /// Calls `observer` on the store's own queue with the state, and then with each later one.
  @_disfavoredOverload
  @preconcurrency
  public func observe(with observer: sending @escaping (State) -> Void) -> Disposable {
    observe(on: nil, with: observer)
  }

  /// Calls `observer` on the store's own queue with each reduced action and the resulting state.
  @_disfavoredOverload
  @preconcurrency
  public func onAction(with observer: sending @escaping (State, any Action) -> Void) -> Disposable {
    onAction(on: nil, with: observer)
  }
}
