// SPDX-License-Identifier: MIT

/// The listeners for errors that leave the effects of one store.
struct FailureListeners: Sendable {
  typealias Listener = @Sendable (EffectFailure) -> Void

  private struct State {
    var lastNumber = 0
    var listeners: [(number: Int, call: Listener)] = []
  }

  private let state = Locked(State())

  /// Adds a listener and returns the number with which to remove it.
  @discardableResult
  func add(_ listener: @escaping Listener) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.listeners.append((state.lastNumber, listener))
      return state.lastNumber
    }
  }

  func remove(_ number: Int) {
    let removed = state.withLock { state in
      let index = state.listeners.firstIndex { $0.number == number }
      return index.map { state.listeners.remove(at: $0) }
    }
    // Released with nothing locked: a closure may hold the last reference to an object of the
    // user's.
    withExtendedLifetime(removed) {}
  }

  /// Calls the listeners in the order in which they were added, or warns if there are none.
  func report(_ failure: EffectFailure) {
    let listeners = state.withLock { $0.listeners.map(\.call) }
    if listeners.isEmpty { return Misuse.uncaughtError(failure).warn() }
    listeners.forEach { $0(failure) }
  }
}
