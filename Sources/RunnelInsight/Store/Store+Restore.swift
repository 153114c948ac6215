// SPDX-License-Identifier: MIT

public import Runnel

extension StoreOf {
  /// Replaces the whole state, as one change that observers are notified of: time travel.
  ///
  /// ```swift
  /// store.restore(replay.state)
  /// ```
  ///
  /// It is enqueued like an action, from any thread, and is recorded as one. Reducers that handle
  /// every action receive it as a ``RunnelInsight/RestoredState`` before the state is replaced.
  /// Effects go on, and send their actions to the restored state. On a scope it replaces the slice,
  /// if there is one. A slice that can't be written is a fatal error. A replay needs a state that
  /// was restored through the recorded scope: to replay a store, restore its whole state. For
  /// debugging: an app changes its state through actions that describe events.
  public func restore(_ state: State, file: StaticString = #fileID, line: UInt = #line) {
    dispatch(
      RestoredState(state), handledBy: Self.restoring, from: CallSite(file: file, line: line))
  }

  static var restoring: Reducer<State> {
    .updating(RestoredState<State>.self) { $0 = $1.state }
  }
}

/// The action of `restore(_:)` of a store, which replaces the whole state.
public struct RestoredState<State: Sendable>: Action, StateRestoring {
  /// The state after the action.
  public let state: State

  var restoredState: Any { state }

  init(_ state: State) { self.state = state }
}

extension RestoredState: Encodable where State: Encodable {}
extension RestoredState: Decodable where State: Decodable {}

protocol StateRestoring {
  var restoredState: Any { get }
}
