// SPDX-License-Identifier: MIT

public import Runnel

extension Reducer where State: Sendable {
  /// The types of actions that the composed reducers handle, for ``RunnelInsight/Session``.
  ///
  /// A reducer of every action names no type. Add the types that only such reducers handle.
  /// O(number of reducers).
  public var actionTypes: [any Action.Type] {
    handledTypes + [RestoredState<State>.self]
  }
}
