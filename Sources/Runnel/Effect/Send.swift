// SPDX-License-Identifier: MIT

/// The function with which an effect sends actions of any type.
public typealias Send = SendOf<any Action>

/// The function with which an effect sends actions, and its access to the store's clock.
///
/// ```swift
/// .run { send in
///   send(.began)
///   try await send.sleep(for: .seconds(1))
///   send(.ended)
/// }
/// ```
///
/// `send(…)` only enqueues the action, and doesn't retain the store. Actions from one task are
/// reduced in order. Those sent after the effect has ended or been canceled are dropped. If it has
/// ended by itself, a debug build reports that as a runtime warning, once for each call in the
/// source: work that outlasts the closure of `run` needs ``EffectOf/callback(file:line:_:)``.
public struct SendOf<ActionType>: Sendable {
  let runner: EffectRunner
  let node: EffectNode
  /// Whether sending also works after the effect has ended by itself.
  package var outlastsEffect = false

  /// The store's clock.
  public var clock: any Clock<Duration> { runner.clock }

  /// Waits on the store's clock, and throws `CancellationError` when the effect is canceled.
  public func sleep(for duration: Duration) async throws {
    try await clock.sleep(for: duration.clampedForWaiting)
  }
}

extension SendOf {
  /// Sends an action, from any thread.
  @inlinable
  public func callAsFunction(
    _ action: ActionType, file: StaticString = #fileID, line: UInt = #line
  ) {
    let site = CallSite(file: file, line: line)
    dispatch(EffectOf.erase(action, at: site), from: site)
  }
}

extension SendOf {
  /// Sends an action to the element with an ID, from any thread.
  ///
  /// The path begins at the state of the reducer, or of the store, that started the effect.
  public func callAsFunction<State, Elements: ElementsByID>(
    _ action: some Action, to keyPath: any WritableKeyPath<State, Elements> & Sendable,
    id: Elements.ElementID, file: StaticString = #fileID, line: UInt = #line
  ) {
    let site = CallSite(file: file, line: line)
    dispatch(TargetedAction(action, to: keyPath, id: id, at: site), from: site)
  }

  /// Sends an action to all elements, screens and instances that handle it, from any thread.
  ///
  /// See ``EffectOf/broadcast(_:file:line:)``.
  public func broadcast(_ action: some Action, file: StaticString = #fileID, line: UInt = #line) {
    dispatch(TargetedAction(toAll: action), from: CallSite(file: file, line: line))
  }
}

extension SendOf where ActionType: Action {
  /// Sends an action of another type, such as one of the app's, from any thread.
  public func callAsFunction(
    _ action: some Action, file: StaticString = #fileID, line: UInt = #line
  ) {
    dispatch(action, from: CallSite(file: file, line: line))
  }
}

extension SendOf: ActionDispatcher {
  /// Sends an action from the place where the effect was created.
  @_disfavoredOverload
  public func dispatch(_ action: any Action) {
    dispatch(action, from: node.site)
  }

  /// Sends an action from a place in the source.
  public func dispatch(_ action: any Action, from site: CallSite) {
    runner.send(action, of: node, isLate: outlastsEffect, from: site)
  }
}

/// The function that ends an effect of ``EffectOf/callback(file:line:_:)``.
public struct EffectCompletion: Sendable {
  private typealias State = (
    /// `start` has returned, so that every cleanup finds what it undoes.
    isStarted: Bool, outcome: Result<Void, any Error>?,
    waiting: CheckedContinuation<Void, any Error>?, cleanUp: [@Sendable () -> Void]
  )

  private let runner: EffectRunner
  private let node: EffectNode
  private let state = Locked((isStarted: false, outcome: nil, waiting: nil, cleanUp: []) as State)

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
