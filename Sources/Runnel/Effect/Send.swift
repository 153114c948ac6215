// SPDX-License-Identifier: MIT

/// What an effect sends its actions by, and asks for the time.
///
/// ```swift
/// .run { send in
///   send(Download.Action.began)
///   try await send.sleep(for: .seconds(1))
///   send(Download.Action.ended)
/// }
/// ```
///
/// `send` returns before the action has been reduced. Actions that one task sends are reduced in order. What
/// is sent when the effect has ended or been cancelled is dropped. It does not keep the store.
public struct Send: ActionDispatcher {
  let run: EffectRun
  /// Whether it works also when the effect has ended by itself.
  private var outlasts = false

  init(_ run: EffectRun) {
    self.run = run
  }

  /// Where the effect was made.
  var site: CallSite { run.node.site }

  var outlastingItsEffect: Send {
    var send = self
    send.outlasts = true
    return send
  }

  /// Sends an action, from any thread.
  public func callAsFunction(
    _ action: any Action,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    dispatch(action, from: CallSite(file: file, line: line))
  }

  func callAsFunction(_ action: any Action, from site: CallSite) {
    dispatch(action, from: site)
  }

  /// Sends an action, without saying from where.
  @_disfavoredOverload
  public func dispatch(_ action: any Action) {
    dispatch(action, from: site)
  }

  /// Sends an action from a place in the source.
  public func dispatch(_ action: any Action, from site: CallSite) {
    run.runner.send(action, of: run.node, isLate: outlasts, from: site)
  }

  /// The store's clock.
  public var clock: any Clock<Duration> { run.runner.clock }

  /// Waits by the store's clock. Throws `CancellationError` when the effect is cancelled.
  public func sleep(for duration: Duration) async throws {
    try await clock.sleep(for: duration)
  }
}

extension Effect {
  /// What a ``callback(file:line:_:)`` says that it is over by.
  public struct End: Sendable {
    private struct State {
      /// Whatever was to be started has been, so that cleaning up finds all of it.
      var isStarted = false
      var outcome: Result<Void, any Error>?
      var waiting: CheckedContinuation<Void, any Error>?
      var cleanUp: [@Sendable () -> Void] = []

      mutating func takeCleanUp() -> [@Sendable () -> Void] {
        guard isStarted else { return [] }
        defer { cleanUp = [] }
        return cleanUp
      }
    }

    private let state = Locked(State())

    /// Ends the effect. The first call counts.
    public func callAsFunction() {
      finish(.success(()))
    }

    /// Ends the effect with an error. The first call counts.
    public func callAsFunction(throwing error: any Error) {
      finish(.failure(error))
    }

    /// Has something done when the effect ends, for whichever reason; at once if it has ended.
    ///
    /// It is called once, on the thread that ends the effect, and not before the closure of the callback has
    /// returned: so it may be said before or after what it undoes is done.
    public func onEnd(_ cleanUp: @escaping @Sendable () -> Void) {
      let isOver = state.withLock { state in
        let isOver = state.outcome != nil && state.isStarted
        if !isOver { state.cleanUp.append(cleanUp) }
        return isOver
      }
      if isOver { cleanUp() }
    }

    private func finish(_ outcome: Result<Void, any Error>) {
      let (waiting, cleanUp) = state.withLock { state in
        guard state.outcome == nil else {
          return (nil as CheckedContinuation<Void, any Error>?, [@Sendable () -> Void]())
        }
        state.outcome = outcome
        return (state.waiting, state.takeCleanUp())
      }
      cleanUp.forEach { $0() }
      waiting?.resume(with: outcome)
    }

    /// Waits for the end, once everything has been started.
    func reached() async throws {
      let cleanUp = state.withLock { state in
        state.isStarted = true
        return state.outcome == nil ? [] : state.takeCleanUp()
      }
      cleanUp.forEach { $0() }
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.waiting = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    }
  }
}
