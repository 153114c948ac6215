// SPDX-License-Identifier: MIT

import Runnel

/// Saves a slice of a store when it has changed.
///
/// Three places work together: the store's queue reads the state, a task waits, and a queue of its
/// own encodes and writes. The store isn't retained.
final class Saver<Target: SaveTarget>: AnySaver {
  private struct State {
    var schedule = SaveSchedule()
    var timer: Disposable?
    /// The slice can have changed since it was read.
    var isDirty = true
    /// A read waits for the write that is under way.
    var isReadQueued = false
    var hasEnded = false
    var isDiscarded = false
    /// The store has been deallocated, and its last state was captured.
    var storeHasEnded = false
    /// Calls that wait for the end of the store.
    var waiting: [@Sendable () -> Void] = []
    /// The errors that were reported since the last successful save.
    var reported: Set<PersistenceError> = []
    var monitor: StateMonitor<Target.Value>?
  }

  private let target: Target
  private let delay: Duration
  private let site: CallSite
  private let state = Locked(State())

  /// Connects to a store, and saves its state later if it isn't what is stored.
  init<ActionType>(
    _ target: Target, of store: StoreOf<Target.Value, ActionType>, delay: Duration,
    at site: CallSite
  ) {
    self.target = target
    self.delay = delay
    self.site = site
    let monitor = StateMonitor(
      store, at: site, amending: target.amendment, workingOn: target.queue,
      changed: { self.change() },
      ended: { self.finish(with: $0) })
    state.withLock { $0.monitor = monitor }
    change()
  }

  private var monitor: StateMonitor<Target.Value>? { state.withLock { $0.monitor } }

  // MARK: Waiting

  private func change() {
    let isFirst = state.withLock { state in
      state.isDirty = true
      return state.monitor != nil && !state.hasEnded && state.schedule.change()
    }
    if isFirst { startWindow() }
  }

  private func startWindow() {
    guard let monitor else { return }
    monitor.rearm()
    let timer = monitor.after(delay) { [weak self] in self?.endWindow() }
    let (isObsolete, previous) = state.withLock { state in
      let previous = state.timer
      state.timer = state.hasEnded ? nil : timer
      return (state.hasEnded, previous)
    }
    // Canceling calls the clock, with nothing locked.
    previous?.dispose()
    if isObsolete { timer.dispose() }
  }

  private func endWindow() {
    let step = state.withLock { $0.hasEnded ? nil : $0.schedule.endWindow() }
    switch step {
    case .wait: startWindow()
    // Behind a write that is under way, so that the changes during the write are one save.
    case .save: readLater()
    case nil: break
    }
  }

  private func readLater() {
    let isFirst = state.withLock { state in
      defer { state.isReadQueued = true }
      return !state.isReadQueued
    }
    guard isFirst else { return }
    monitor?.run { [self] in
      state.withLock { $0.isReadQueued = false }
      read { _ in }
    }
  }

  // MARK: Saving

  /// Saves the state after all actions so far, if needed, and then calls `completion`.
  ///
  /// The last read of a connection is always needed: nothing marks the changes of pending actions.
  ///
  /// - Returns: `false`, without doing so, if the store has been deallocated.
  @discardableResult
  private func read(
    isLast: Bool = false, _ completion: @escaping @Sendable (PersistenceError?) -> Void
  ) -> Bool {
    guard let monitor else { return false }
    return monitor.read(
      ifNeeded: { [self] in
        let (isNeeded, timer) = state.withLock { state in
          defer { state.isDirty = false }
          state.schedule.reset()
          let isNeeded = !state.isDiscarded && (state.isDirty || isLast || target.needsSnapshot)
          return (isNeeded, state.timer.take())
        }
        timer?.dispose()
        return isNeeded
      },
      { value in self.save(value.map(self.target.capture), completion) })
  }

  private func save(
    _ snapshot: Target.Snapshot?, _ completion: @escaping @Sendable (PersistenceError?) -> Void
  ) {
    monitor?.run { [self] in
      if state.withLock({ $0.isDiscarded }) { return completion(nil) }
      let result = target.save(snapshot)
      report(result)
      // The changes that were captured don't continue what is stored: save the whole state.
      if result.isIncomplete, read(completion) { return }
      completion(result.failure)
    }
  }

  private func report(_ result: SaveResult) {
    let errors = result.notices + (result.failure.map { [$0] } ?? [])
    let new = state.withLock { state in
      if result.failure == nil { state.reported.formIntersection(errors) }
      return errors.filter { state.reported.insert($0).inserted }
    }
    for error in new {
      let isNotice = result.failure != error
      monitor?.report(error, unhandled: .unhandled(error, isNotice: isNotice, at: site))
    }
  }

  // MARK: Ending

  /// Saves the last state of a store that is deallocated.
  private func finish(with value: Target.Value) {
    let isSaving = state.withLock { state in
      state.hasEnded = true
      return state.isDirty || target.needsSnapshot
    }
    save(isSaving ? target.capture(value) : nil) { _ in }
    endOfStore()
  }

  /// Continues the calls that wait for the capture of the last state.
  private func endOfStore() {
    let (waiting, timer) = state.withLock { state in
      state.storeHasEnded = true
      defer { state.waiting = [] }
      return (state.waiting, state.timer.take())
    }
    timer?.dispose()
    waiting.forEach { $0() }
  }

  /// Calls `body` when the last state of a deallocated store has been captured.
  private func whenStoreHasEnded(_ body: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.storeHasEnded { state.waiting.append(body) }
      return state.storeHasEnded
    }
    if isOver { body() }
  }

  // MARK: AnySaver

  var isOnStoreQueue: Bool { monitor?.isOnStoreQueue ?? false }

  func flush(_ completion: @escaping @Sendable (PersistenceError?) -> Void) {
    if state.withLock({ $0.isDiscarded }) { return completion(nil) }
    if read(completion) { return }
    whenStoreHasEnded { self.save(nil, completion) }
  }

  func dispose() {
    let (isFirst, timer) = state.withLock { state in
      defer { state.hasEnded = true }
      return (!state.hasEnded, state.timer.take())
    }
    timer?.dispose()
    // Without a store, its end saves the last state.
    guard isFirst, read(isLast: true, { _ in }) else { return }
    monitor?.dispose()
    // The read above captures the last state, even if the store ends meanwhile.
    endOfStore()
  }

  func discard(_ completion: @escaping @Sendable () -> Void) {
    let timer = state.withLock { state in
      state.hasEnded = true
      state.isDiscarded = true
      return state.timer.take()
    }
    timer?.dispose()
    monitor?.dispose()
    monitor?.run { [target] in
      target.discard()
      completion()
    }
  }
}
