// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Returns when every action dispatched before the call has been reduced and delivered.
  ///
  /// Every observer has been notified then, on other queues too: components have their props. Later
  /// actions don't count: an endless stream doesn't keep this waiting. A blocked queue does.
  ///
  /// With `includingEffects`, it also waits for the effects of those actions, for the actions that
  /// these dispatch, for their effects, and so on, but not for effects of ``run(_:file:line:)`` and
  /// other `run` functions. An endless effect, or a clock that nobody advances, keeps it waiting.
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
  /// Canceling the waiting task cancels these effects and lets no further ones start; the action is
  /// always reduced. For `refreshable`, scripts, servers and tests. For a button, use `dispatch`.
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
  /// It returns at once if the condition is true; a state that meets it for one action counts.
  /// `condition` must be fast and pure: it runs, with the state locked, whenever that may have
  /// changed. To work while it is true: ``run(while:file:line:_:)-((State)->Bool,_,_,_)``.
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
