// SPDX-License-Identifier: MIT

/// A state that waits to be encoded.
final class StateBox<State: Sendable>: Sendable {
  let state: State

  init(_ state: State) {
    self.state = state
  }
}
