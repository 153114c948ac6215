// SPDX-License-Identifier: MIT

public import Runnel

/// The action that replaces the whole state.
///
/// See `restore(_:)` of a store.
public struct RestoredState<State: Sendable>: Action, StateRestoring {
  /// The state after the action.
  public let state: State

  init(_ state: State) {
    self.state = state
  }
}

extension RestoredState: Encodable where State: Encodable {}
extension RestoredState: Decodable where State: Decodable {}

/// A restored state of any type.
protocol StateRestoring {}
