// SPDX-License-Identifier: MIT

import Runnel

/// A connection to a store that reads its state only when its owner needs the state.
///
/// `RunnelPersistence` is built on it. It doesn't retain the store. It also has what saving needs
/// of a store: the clock, the receivers of errors, and work that a test's clock waits for.
final class StateMonitor<State: Sendable>: Sendable {
  private let monitor: ChangeMonitor
  private let effects: EffectRunner
  private let site: CallSite
  private let warningHandler: (@Sendable (Misuse) -> Void)?

  /// Subscribes to the state of a store.
  ///
  /// - Parameters:
  ///   - store: The store, which is not retained.
  ///   - site: The place that connects, for errors and the list of connections.
  ///   - amend: A change that is made to the state before each read, on the store's queue. No
  ///     observer is notified: it must not change anything that a comparison can see. A state that
  ///     can't be written isn't changed.
  ///   - changed: Called on the store's queue for the first change after each read. It must not
  ///     call user code.
  ///   - released: Called when the last reference to the store has been released. Pending actions
  ///     come before the last state. It must not call user code.
  ///   - ended: Called with the last state when the store is deallocated.
  init<ActionType>(
    _ store: StoreOf<State, ActionType>, at site: CallSite,
    amending amend: (@Sendable (inout State) -> Void)? = nil,
    changed: @escaping @Sendable () -> Void, released: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable (State) -> Void
  ) {
    effects = store.effects
    self.site = site
    warningHandler = store.warningHandler
    monitor = store.monitor(
      amending: amend, at: site,
      ChangeMonitor.Handlers(changed: changed, released: released) {
        ended($0.assumingMemoryBound(to: State.self).pointee)
      })
  }

  /// Requests a call of `changed` for the next change, even if the state hasn't been read.
  func rearm() {
    monitor.rearm()
  }

  /// Calls `body` on the store's queue with the state after all actions dispatched so far.
  ///
  /// - Parameters:
  ///   - isLast: Whether actions come first that the pending ones dispatch.
  ///   - isNeeded: Decides, on the store's queue, whether the state is read.
  ///   - body: A closure without user code. It receives `nil` if the state has never existed, or
  ///     isn't needed.
  /// - Returns: `false`, without calling either, if the store has been deallocated.
  func read(
    isLast: Bool, ifNeeded isNeeded: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (State?) -> Void
  ) -> Bool {
    monitor.read(turns: isLast ? 100 : 0, ifNeeded: isNeeded) {
      body($0?.assumingMemoryBound(to: State.self).pointee)
    }
  }

  /// Calls `body` after a duration of the store's clock, unless the returned token ends before.
  func after(_ duration: Duration, _ body: @escaping @Sendable () -> Void) -> Disposable {
    let sleep = effects.clock.sleeper(for: duration)
    let task = effects.makeTask(nil) {
      // A clock that fails doesn't end the saving: the work is done at once.
      do { try await sleep() } catch { if Task.isCancelled { return } }
      body()
    }
    return Disposable(at: site) { task.cancel() }
  }

  /// A Boolean value indicating whether the caller runs on the store's queue, or is called there.
  var isOnStoreQueue: Bool { monitor.isOnStoreQueue }

  /// Processes the store's pending actions here, if the store needs this thread for it.
  ///
  /// - Returns: `false` if the store can't process them while this thread waits.
  func drainBeforeWaiting() -> Bool {
    monitor.drainBeforeWaiting()
  }

  /// Returns work that a test's clock waits for from now on.
  func counted(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let scheduler = effects.scheduler else { return work }
    scheduler.begin()
    return {
      work()
      scheduler.end()
    }
  }

  /// Reports an error to the listeners of the store's `onError`, or as a runtime warning.
  func report(_ error: any Error, unhandled: @autoclosure () -> Misuse) {
    let failure = EffectFailure(error: error, site: site, origin: .connection)
    effects.report(failure, unhandled: unhandled()) { $0.warn(to: warningHandler) }
  }

  /// Ends the notifications, and releases the closures.
  func dispose() {
    monitor.dispose()
  }
}
