// SPDX-License-Identifier: MIT

/// The function that ends an effect of ``EffectOf/callback(file:line:_:)``.
public struct EffectCompletion: Sendable {
  private struct State {
    /// `start` has returned, so that every cleanup finds what it undoes.
    var isStarted = false
    var outcome: Result<Void, any Error>?
    var waiting: CheckedContinuation<Void, any Error>?
    var cleanUp: [@Sendable () -> Void] = []

    mutating func takeCleanUp() -> [@Sendable () -> Void] {
      guard isStarted, outcome != nil else { return [] }
      defer { cleanUp = [] }
      return cleanUp
    }
  }

  private let sender: ActionSender
  private let state = Locked(State())

  init(of sender: ActionSender) {
    self.sender = sender
  }

  /// Ends the effect, unless it has ended.
  public func callAsFunction() {
    finish(.success(()))
  }

  /// Ends the effect with an error, unless it has ended.
  public func callAsFunction(throwing error: any Error) {
    finish(.failure(error))
  }

  /// Calls `cleanUp` once when the effect ends for any reason, or at once if it has ended.
  ///
  /// `cleanUp` runs on the thread that ends the effect, and not before the callback's closure has
  /// returned. The closure can therefore register it before or after the work that it undoes.
  public func onEnd(_ cleanUp: @escaping @Sendable () -> Void) {
    let due = state.withLock { state in
      state.cleanUp.append(cleanUp)
      return state.takeCleanUp()
    }
    due.forEach { $0() }
  }

  private func finish(_ outcome: Result<Void, any Error>) {
    // First of all, so that this holds for a second call on another thread, too, and in `onEnd`.
    sender.runner.machine.withLock { _ in sender.node.isClosed = true }
    let ended = state.withLock { state -> State? in
      guard state.outcome == nil else { return nil }
      state.outcome = outcome
      var ended = state
      ended.cleanUp = state.takeCleanUp()
      return ended
    }
    ended?.cleanUp.forEach { $0() }
    ended?.waiting?.resume(with: outcome)
  }

  /// Marks the start as complete, and waits for the end.
  func reached() async throws {
    let cleanUp = state.withLock { state in
      state.isStarted = true
      return state.takeCleanUp()
    }
    cleanUp.forEach { $0() }
    try await withCheckedThrowingContinuation { continuation in
      let outcome = state.withLock { state in
        state.waiting = continuation
        return state.outcome
      }
      if let outcome { continuation.resume(with: outcome) }
    }
  }
}
