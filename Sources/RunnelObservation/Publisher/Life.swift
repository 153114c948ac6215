// SPDX-License-Identifier: MIT

import Runnel

/// Owns a subscription that may be over before it has begun.
final class Life: Sendable {
  private enum State {
    case open
    case owning(Disposable)
    case over
  }

  private let state = Locked(State.open)

  /// Whether it has ended.
  var isOver: Bool {
    state.withLock { state in
      if case .over = state { true } else { false }
    }
  }

  /// Takes over a subscription, and ends it at once if it has ended itself.
  func own(_ disposable: Disposable) {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .owning(disposable)
      return false
    }
    if isOver { disposable.dispose() }
  }

  /// Ends what it owns or will own.
  func end() {
    let last = state.withLock { state in
      let last = state
      state = .over
      return last
    }
    if case .owning(let disposable) = last { disposable.dispose() }
  }
}
