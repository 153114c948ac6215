// SPDX-License-Identifier: MIT

import Runnel

/// Saves a slice of a store, which isn't retained, when it has changed.
///
/// The store's queue reads the state, a task waits, and the storage's queue encodes and writes.
final class Saver: Sendable {
  private enum Handover { case none, open, done }

  private struct State {
    var schedule = SaveSchedule()
    var timer: Disposable?
    /// The slice can have changed since it was read.
    var isDirty = true
    /// A read waits for the write that is under way.
    var isReadQueued = false
    var hasEnded = false
    var handover = Handover.none
    var retry: Disposable?
    var failureCount = 0
    var isDiscarded = false
    /// The store has been deallocated, and its last state was captured.
    var storeHasEnded = false
    var waiting: [@Sendable () -> Void] = []
    /// The errors that were reported since the last successful save.
    var reported: Set<PersistenceError> = []
    var monitor: ChangeMonitor?

    /// Returns the timers, to be released with nothing locked: canceling calls the clock.
    mutating func takeTimers() -> [Disposable?] { [timer.take(), retry.take()] }
  }

  private let target: any SaveTarget
  /// Returns the save of a state by its address, or without one the repetition of a failed save.
  private let capture: @Sendable (UnsafeRawPointer?) -> @Sendable (_ isLate: Bool) -> SaveResult
  private let delay: Duration
  private let site: CallSite
  private let effects: EffectRunner
  private let warningHandler: (@Sendable (Misuse) -> Void)?
  private let state = Locked(State())

  /// Connects to a store, and saves its state later if it isn't what is stored.
  init<Target: SaveTarget, ActionType>(
    _ target: Target, of store: StoreOf<Target.Value, ActionType>, delay: Duration,
    at site: CallSite
  ) {
    self.target = target
    capture = { state in
      let state = state?.assumingMemoryBound(to: Target.Value.self).pointee
      let snapshot = state.map(target.capture)
      return { isLate in target.save(snapshot, isLate: isLate) }
    }
    self.delay = delay
    self.site = site
    effects = store.effects
    warningHandler = store.warningHandler
    let monitor = store.monitor(amending: target.amendment, at: site) { event in
      switch event {
      case .changed: self.change()
      case .released: self.release()
      case .ended(let value): self.finish(with: value)
      }
    }
    state.withLock { $0.monitor = monitor }
    // An app that doesn't load is told so at once, and not after the first change.
    run { [weak self] in
      if let refusal = target.refusal() { self?.report(SaveResult(failure: refusal)) }
    }
    change()
  }

  private var monitor: ChangeMonitor? { state.withLock { $0.monitor } }

  /// Runs work on the queue of the storage, which a test's clock waits for.
  private func run(_ work: @escaping @Sendable () -> Void) {
    effects.scheduler?.begin()
    target.access.run(for: ObjectIdentifier(self)) { [effects] in
      work()
      effects.scheduler?.end()
    }
  }

  // MARK: Waiting

  private func change() {
    let isFirst = state.withLock { state in
      state.isDirty = true
      return state.monitor != nil && !state.hasEnded && state.schedule.change()
    }
    if isFirst { startWindow() }
  }

  private func startWindow() {
    monitor?.rearm()
    start(\.timer, after: delay) { $0.endWindow() }
  }

  private func endWindow() {
    switch state.withLock({ $0.hasEnded ? nil : $0.schedule.endWindow() }) {
    // Behind a write that is under way, so that the changes during the write are one save.
    case true?: readLater()
    case false?: startWindow()
    case nil: break
    }
  }

  /// Starts a timer on the store's clock, in the place of an earlier one.
  private func start(
    _ timer: WritableKeyPath<State, Disposable?>, after duration: Duration,
    _ body: @escaping @Sendable (Saver) -> Void
  ) {
    let sleep = effects.clock.sleeper(for: duration)
    let task = effects.makeTask(nil) { [weak self] in
      // A clock that fails doesn't end the saving: the work is done at once.
      do { try await sleep() } catch { if Task.isCancelled { return } }
      if let self { body(self) }
    }
    let new = Disposable(at: site) { task.cancel() }
    let obsolete = state.withLock { state in
      var other: Disposable? = new
      if !state.hasEnded { swap(&other, &state[keyPath: timer]) }
      return other
    }
    // Canceling calls the clock, with nothing locked.
    obsolete?.dispose()
  }

  private func readLater() {
    let isFirst = state.withLock { state in
      defer { state.isReadQueued = true }
      return !state.isReadQueued
    }
    guard isFirst else { return }
    run { [self] in
      state.withLock { $0.isReadQueued = false }
      read { _ in }
    }
  }

  // MARK: Saving

  /// Saves the state after all actions so far, if needed, and then calls `completion`, or returns
  /// `false` if the store has been deallocated.
  ///
  /// The last one is always needed: pending actions haven't marked their changes.
  @discardableResult
  private func read(
    isLast: Bool = false, turns: Int = 0,
    _ completion: @escaping @Sendable (PersistenceError?) -> Void
  ) -> Bool {
    guard let monitor else { return false }
    return monitor.read(
      turns: turns,
      ifNeeded: { [self] in
        let (isNeeded, timer) = state.withLock { state in
          defer { state.isDirty = false }
          state.schedule = SaveSchedule()
          let isNeeded =
            !state.isDiscarded && (state.isDirty || isLast || target.needsSnapshot)
          return (isNeeded, state.timer.take())
        }
        timer?.dispose()
        return isNeeded
      },
      { self.save($0, completion) })
  }

  private func save(
    _ value: UnsafeRawPointer?, _ completion: @escaping @Sendable (PersistenceError?) -> Void
  ) {
    let save = capture(value)
    run { [self] in
      let (isDiscarded, isLate) = state.withLock { ($0.isDiscarded, $0.handover == .done) }
      if isDiscarded { return completion(nil) }
      let result = save(isLate)
      report(result)
      retry(after: result)
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
      effects.report(
        EffectFailure(error: error, site: site, isOfConnection: true),
        unhandled: .unhandled(error, isNotice: isNotice, at: site)
      ) { $0.warn(to: warningHandler) }
    }
  }

  /// Repeats a save that failed after one second, then after two, up to once a minute.
  private func retry(after result: SaveResult) {
    guard result.failure?.isTransient == true else {
      let obsolete = state.withLock { state in
        state.failureCount = 0
        return state.retry.take()
      }
      obsolete?.dispose()
      return
    }
    let delay = state.withLock { state -> Duration? in
      if state.hasEnded || state.retry != nil { return nil }
      state.failureCount += 1
      return .seconds(min(60, 1 << min(state.failureCount - 1, 6)))
    }
    guard let delay else { return }
    start(\.retry, after: delay) { saver in
      saver.state.withLock { $0.retry = nil }
      saver.readLater()
    }
  }

  // MARK: Ending

  /// Announces the last save, before which nobody else reads or writes what is stored.
  private func beginHandover() {
    state.withLock { state in
      guard state.handover == .none else { return }
      state.handover = .open
      target.access.beginHandover(of: ObjectIdentifier(self)) { [weak self] in
        self?.monitor?.drainBeforeWaiting() ?? true
      }
    }
  }

  private func endHandover() {
    state.withLock { $0.handover = .done }
    target.access.endHandover(of: ObjectIdentifier(self))
  }

  private func release() {
    beginHandover()
    // Actions that pending ones dispatch come first: nobody else can.
    if !read(isLast: true, turns: 100, { _ in self.endHandover() }) { endHandover() }
  }

  private func finish(with value: UnsafeRawPointer) {
    let isSaving = state.withLock { state in
      state.hasEnded = true
      return state.isDirty || target.needsSnapshot
    }
    // What failed at the end of the store isn't tried again: somebody can have loaded since.
    if isSaving { save(value) { _ in self.endHandover() } }
    endOfStore()
  }

  private func endOfStore() {
    let (waiting, timers) = state.withLock { state in
      state.storeHasEnded = true
      defer { state.waiting = [] }
      return (state.waiting, state.takeTimers())
    }
    timers.forEach { $0?.dispose() }
    waiting.forEach { $0() }
  }

  // MARK: The token

  /// Lets stores go on whose queues the caller is about to block, or returns `false` if a save
  /// waits for the caller to return.
  func prepareToWait() -> Bool {
    if target.access.isOnQueue || monitor?.isOnStoreQueue == true { return false }
    return target.access.drainBeforeWaiting()
  }

  /// Saves the state after all actions so far, and passes the error that prevented it.
  func flush(_ completion: @escaping @Sendable (PersistenceError?) -> Void) {
    if state.withLock({ $0.isDiscarded }) { return completion(nil) }
    if read(completion) { return }
    // The store has been deallocated. Its last state comes first.
    let isOver = state.withLock { state in
      if !state.storeHasEnded { state.waiting.append { self.save(nil, completion) } }
      return state.storeHasEnded
    }
    if isOver { save(nil, completion) }
  }

  func dispose() {
    let (isOver, timers) = state.withLock { state in
      defer { state.hasEnded = true }
      return (state.hasEnded || state.handover != .none, state.takeTimers())
    }
    timers.forEach { $0?.dispose() }
    // The end of the store saves its last state. Another save would come too late.
    if isOver { return }
    beginHandover()
    guard read(isLast: true, { _ in self.endHandover() }) else { return }
    monitor?.dispose()
    // The read above captures the last state, even if the store ends meanwhile.
    endOfStore()
  }

  /// Ends without saving, and calls `completion` when no write is under way anymore.
  func discard(_ completion: @escaping @Sendable () -> Void) {
    let timers = state.withLock { state in
      state.hasEnded = true
      state.isDiscarded = true
      return state.takeTimers()
    }
    timers.forEach { $0?.dispose() }
    monitor?.dispose()
    run { [self] in
      endHandover()
      completion()
    }
  }
}

/// The times at which changes are saved: after a pause, or during an endless stream of changes.
///
/// Time passes in windows, each as long as the delay. One without a further change ends with a
/// save, and so does the last of a series.
private struct SaveSchedule {
  /// The number of windows after which changes are saved even if they never pause.
  private static let windowLimit = 10

  /// The number of windows since the first unsaved change, or zero if nothing is scheduled.
  private var window = 0
  private var hasFurtherChanges = false

  mutating func change() -> Bool {
    hasFurtherChanges = window > 0
    window = max(window, 1)
    return !hasFurtherChanges
  }

  /// Ends a window, and returns whether changes are saved now: otherwise, another window begins.
  mutating func endWindow() -> Bool {
    if hasFurtherChanges, window < SaveSchedule.windowLimit {
      window += 1
      hasFurtherChanges = false
      return false
    }
    self = SaveSchedule()
    return true
  }
}
