// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Returns when every action dispatched before the call has been reduced and delivered.
  ///
  /// Every observer has been notified then, on other queues too: components have the resulting
  /// props. Later actions don't count, so this returns even during an endless stream of actions. It
  /// waits as long as an observer's queue is blocked.
  ///
  /// With `includingEffects`, it also waits for the effects of those actions, for the actions that
  /// these effects dispatch, for their effects, and so on, but not for the effects of
  /// ``run(_:file:line:)`` and the other `run` functions, which no action started. An effect that
  /// never ends, or a clock that is never advanced, keeps it waiting forever.
  public func settled(includingEffects: Bool = false) async {
    await returned { engine.whenSettled(includingEffects, $0) }
  }

  /// Dispatches an action, and returns when it and everything that it started have ended.
  ///
  /// ```swift
  /// await feed.dispatchAndWait(.refreshed)
  /// print(feed.state.items)
  /// ```
  ///
  /// It waits for the effects of the action, for the actions that these effects and the observers
  /// on the store's own queue dispatch, for their effects, and so on, and until all of this is
  /// delivered to every observer. Other actions and effects don't count, such as those of an
  /// observer on another queue. An effect that never ends keeps it waiting.
  ///
  /// Canceling the waiting task cancels these effects, and lets no further ones start. The action
  /// itself is always reduced. Use it for `refreshable`, scripts, servers and tests; for a button,
  /// use `dispatch`.
  public func dispatchAndWait(
    _ action: ActionType, file: StaticString = #fileID, line: UInt = #line
  ) async {
    let site = CallSite(file: file, line: line)
    let action = EffectOf.erase(action)
    let waiting = Locked<WaitGroup?>(nil)
    let isCanceled = Locked(false)
    await withTaskCancellationHandler {
      await returned { ended in
        let group = engine.dispatch(
          action, to: address, of: slice.identity, from: site, whenEnded: ended)
        waiting.withLock { $0 = group }
        if isCanceled.withLock({ $0 }) { engine.effects.update { $0.cancelEffects(of: group) } }
      }
    } onCancel: { [effects = engine.effects] in
      isCanceled.withLock { $0 = true }
      guard let group = waiting.withLock({ $0 }) else { return }
      effects.update { $0.cancelEffects(of: group) }
    }
  }

  /// Returns when a condition on the state is true.
  ///
  /// ```swift
  /// await store.wait(until: \.isOnline)
  /// await store.wait(until: { $0.items.isEmpty })
  /// ```
  ///
  /// It returns at once if the condition is true. A state that meets it for one action only counts,
  /// too. `condition` is called for each action that may have changed the state, with the state
  /// locked: it must be a fast, pure function. For work that must run while the condition is true,
  /// use ``run(while:file:line:_:)-((State)->Bool,_,_,_)``.
  ///
  /// - Returns: `false` if the waiting task was canceled first.
  @discardableResult
  public func wait(
    until condition: @escaping @Sendable (State) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) async -> Bool {
    await scope(condition, file: file, line: line).isReached(file, line)
  }

  /// Returns when the function that `start` receives has been called.
  ///
  /// ThreadSanitizer sees no synchronization if a continuation is resumed before it is awaited. A
  /// lock of the store provides it, without an allocation.
  func returned(_ start: (@escaping @Sendable () -> Void) -> Void) async {
    let effects = engine.effects
    await withCheckedContinuation { continuation in
      start {
        effects.machine.withLock { _ in }
        continuation.resume()
      }
    }
    effects.machine.withLock { _ in }
  }
}

extension StoreOf where State == Bool {
  fileprivate func isReached(_ file: StaticString, _ line: UInt) async -> Bool {
    // Each value: with `.latest`, a value that is true for a moment could be skipped.
    for await isTrue in values(delivery: .every, file: file, line: line) where isTrue {
      return true
    }
    return false
  }
}
