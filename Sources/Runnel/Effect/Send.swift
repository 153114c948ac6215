// SPDX-License-Identifier: MIT

/// The function with which an effect sends actions, and its access to the store's clock.
///
/// ```swift
/// .run { send in
///   send(Download.Action.began)
///   try await send.sleep(for: .seconds(1))
///   send(Download.Action.ended)
/// }
/// ```
///
/// `send(…)` only enqueues the action; it has not been reduced when the call returns. Actions from
/// one task are reduced in order. Actions sent after the effect has ended or been canceled are
/// dropped. `send` does not retain the store.
public struct Send: ActionDispatcher {
  let runner: EffectRunner
  let node: EffectNode
  /// A Boolean value indicating whether sending also works after the effect has ended by itself.
  package var outlasts = false

  /// The place where the effect was created.
  var site: CallSite { node.site }

  /// Sends an action, from any thread.
  public func callAsFunction(
    _ action: any Action,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    dispatch(action, from: CallSite(file: file, line: line))
  }

  /// Sends an action from the place where the effect was created.
  @_disfavoredOverload
  public func dispatch(_ action: any Action) {
    dispatch(action, from: site)
  }

  /// Sends an action from a place in the source.
  public func dispatch(_ action: any Action, from site: CallSite) {
    runner.send(action, of: node, isLate: outlasts, from: site)
  }

  /// Sends an action for each element of a sequence, except those for which `action` returns `nil`.
  func dispatch<Sequence: AsyncSequence>(
    _ sequence: Sequence, map action: (Sequence.Element) -> (any Action)?
  ) async throws {
    for try await element in sequence {
      if let action = action(element) { dispatch(action, from: site) }
    }
  }

  /// The store's clock.
  public var clock: any Clock<Duration> { runner.clock }

  /// Waits on the store's clock, and throws `CancellationError` when the effect is canceled.
  public func sleep(for duration: Duration) async throws {
    try await clock.sleep(for: duration.clampedForWaiting)
  }
}

extension Effect {
  /// The function that ends a ``callback(file:line:_:)``.
  public struct End: Sendable {
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

    private let send: Send
    private let state = Locked(State())

    init(of send: Send) {
      self.send = send
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
      send.runner.machine.withLock { _ in send.node.isClosed = true }
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
}
