// SPDX-License-Identifier: MIT

/// The function that ends an effect of ``EffectOf/callback(file:line:_:)``.
public struct EffectCompletion: Sendable {
  private typealias State = (
    /// `start` has returned, so that every cleanup finds what it undoes.
    isStarted: Bool, outcome: Result<Void, any Error>?,
    waiting: CheckedContinuation<Void, any Error>?, cleanUp: [@Sendable () -> Void]
  )

  private let runner: EffectRunner
  private let node: EffectNode
  private let state = Locked(
    (isStarted: false, outcome: nil, waiting: nil, cleanUp: []) as State)

  init(of node: EffectNode, _ runner: EffectRunner) {
    self.node = node
    self.runner = runner
  }

  /// Ends the effect, unless it has ended.
  public func callAsFunction() {
    end(.success(()))
  }

  /// Ends the effect with an error, unless it has ended.
  public func callAsFunction(throwing error: any Error) {
    end(.failure(error))
  }

  /// Calls `cleanUp` once when the effect ends for any reason, or at once if it has ended.
  ///
  /// `cleanUp` runs on the thread that ends the effect, and not before the callback's closure has
  /// returned. The closure can therefore register it before or after the work that it undoes.
  public func onEnd(_ cleanUp: @escaping @Sendable () -> Void) {
    update { $0.cleanUp.append(cleanUp) }
  }

  private func end(_ outcome: Result<Void, any Error>) {
    // First of all, so that this holds for a second call on another thread, too, and in `onEnd`.
    runner.machine.withLock { _ in node.isClosed = true }
    update { if $0.outcome == nil { $0.outcome = outcome } }
  }

  /// Marks the start as complete, and waits for the end.
  func reached() async throws {
    update { $0.isStarted = true }
    try await withCheckedThrowingContinuation { continuation in
      update { $0.waiting = continuation }
    }
  }

  /// Changes the state, and then calls what has become due, with nothing locked.
  ///
  /// `dynamic`: the optimizer would compile it once for each closure.
  private dynamic func update(_ change: (inout State) -> Void) {
    let due = state.withLock { state in
      change(&state)
      defer {
        if state.isStarted, state.outcome != nil { (state.cleanUp, state.waiting) = ([], nil) }
      }
      return state
    }
    guard due.isStarted, let outcome = due.outcome else { return }
    due.cleanUp.forEach { $0() }
    due.waiting?.resume(with: outcome)
  }
}
