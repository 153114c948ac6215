// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// The machinery behind a store and all its scopes: it owns the parts, and has no logic of its own.
///
/// An action goes from the mailbox through the middleware to the reducer table. The change detector
/// finds the slices that have changed, their subscribers are notified, and then effects start: see
/// `Engine+Drain.swift`. Only the slices depend on the type of the state.
///
/// `@unchecked`: each variable states which code can access it. *With the state locked* means
/// between `acquire` and `release` of `stateLock`. *The drain* is the thread that runs `drain()`,
/// or has claimed its place: one at a time, since the mailbox admits no second one.
/// `@exclusivity(unchecked)`: the rules above exclude overlapping accesses. The figure beside each
/// of these attributes, here and in other files, is the number of instructions that the dynamic
/// checks add to an action with one observer, which takes 1,600 in this module.
final class Engine: @unchecked Sendable {
  /// The largest number of actions in one turn on the queue: other work then gets its turn.
  static let turnLength = 1024
  /// The number of actions that a synchronous dispatch reduces after its own, if they are pending.
  static let sendAllowance = 64
  /// The length of a chain of actions, each dispatched while the one before was processed, that is
  /// reported as an infinite loop.
  static let chainLimit: UInt32 = 100_000

  // The order of the properties matters: dispatching threads read the first three. If these shared
  // a cache line with what the drain writes for each action, a burst took a quarter longer.
  let mailbox = Mailbox()
  let mainInbox = MainInbox()
  /// The number of observers, middleware and probes: all user code on the store's queue that isn't
  /// a pure function.
  let userCode = Atomic(0)
  /// Whether one of the first probes needs each enqueued action.
  let reportsEnqueued: Bool
  /// The store's own serial queue.
  let queue: DispatchQueue
  /// The queue that was passed to the store, unless it is a global one: the target of its own.
  let targetQueue: DispatchQueue?
  /// Whether other work can run on the queue that the store's targets.
  let sharesQueue: Bool
  /// Tests shorten them before they send.
  var waitLimits = WaitLimits()
  /// Set before the store has a user.
  var timing = SubscriptionTiming.immediate
  /// Whether the last wait for the queue that was passed was in vain.
  let wasBlocked = Atomic(false)
  private let queueKey = DispatchSpecificKey<Bool>()
  /// The mark of the target queue, unless that is the main queue.
  let passedQueue: PassedQueue?
  /// Whether the main queue is the store's target, or a target of that.
  let targetsMain = Atomic(false)
  /// Whether `targetsMain` is known.
  private let knowsTargets = Atomic(false)
  let site: CallSite
  /// One of the first probes takes care of actions without reducers and commands without handlers.
  let expectsUnhandled: Bool
  /// The receiver of runtime warnings in the task that created the store.
  let warningHandler = Misuse.handler

  let stateLock = FairStateLock()
  let middleware: [MiddlewareStage]
  let table: ReducerTable
  /// The reducers that the store was created with.
  let composed: [CompiledReducer]
  let dynamicReducers = DynamicReducers()
  let slices = SliceCache()
  let changes = ChangeDetector()
  let effects: EffectRunner
  /// The monitors of the state, which are told that the store has been released.
  let monitors = Locked(SubscriberList())

  /// The state, which the drain writes with the state locked and reads at any time, and others read
  /// with the state locked or pinned.
  let root: UnsafeMutableRawPointer
  let rootSlice: Slice

  // MARK: With the state locked

  @exclusivity(unchecked)  // 66, with the next one
  var listeners = SubscriberList()
  var lastSubscription: UInt64 = 0
  /// The number of reduced actions, which identifies a state.
  ///
  /// Only the drain writes it, and may read it at any time.
  @exclusivity(unchecked)
  var version: UInt64 = 0

  // MARK: For the drain

  @exclusivity(unchecked)  // 495
  var turn:
    (
      /// The number of the effect that sent the action that is being processed, or zero.
      currentEffect: UInt64,
      /// The number of the last action that was enqueued when the drain took its last share.
      lastEnqueued: UInt64,
      batch: MessageBatch,
      /// The number of the last processed action.
      processed: UInt64,
      /// An action that passed the middleware is being reduced or observed.
      isProcessing: Bool,
      /// Effects that reducers return are dropped, since the store has been deallocated.
      isRetired: Bool,
      /// Subscriptions that are no longer notified, and end when they have delivered.
      ending: [Subscription],
      /// The callers that wait for the effects of the action that is being processed.
      waitGroups: [WaitGroup],
      effectOwners: EffectOwners,
      /// The drain's own list of the probes, for which it needs no lock.
      probes: [Probe],
      /// The end of the last action, or zero if it isn't measured or the state was unlocked since:
      /// the next action begins then, since a clock reading takes as long as a short reducer.
      time: UInt64
    ) = (
      currentEffect: 0, lastEnqueued: 0, batch: MessageBatch(), processed: 0, isProcessing: false,
      isRetired: false, ending: [], waitGroups: [], effectOwners: EffectOwners(), probes: [],
      time: 0
    )
  let output: ReducerOutput.Pointer
  let context: UnsafeMutablePointer<CallContext>
  let scheduler: (any EffectScheduler)?
  let loopReported = Atomic(false)
  private let destroyState: (UnsafeMutableRawPointer) -> Void

  init<State>(
    state: State, type: State.Type = State.self, targetQueue: DispatchQueue?, label: String,
    probes: [Probe], site: CallSite, reducers: [CompiledReducer],
    middleware: [MiddlewareStage] = [],
    clock: any Clock<Duration> = ContinuousClock(), scheduler: (any EffectScheduler)? = nil
  ) {
    self.site = site
    // A global queue is only a priority. As a target, it would have no thread left for the store
    // while its own blocks wait for the store.
    let isGlobal = targetQueue?.label.hasPrefix("com.apple.root.") == true
    self.targetQueue = isGlobal ? nil : targetQueue
    queue = DispatchQueue(
      label: label, qos: isGlobal ? targetQueue?.qos ?? .unspecified : .unspecified,
      target: self.targetQueue ?? scheduler?.queue)
    queue.setSpecific(key: queueKey, value: true)
    sharesQueue = self.targetQueue != nil || scheduler != nil
    passedQueue = self.targetQueue.flatMap(PassedQueue.add)
    reportsEnqueued = probes.contains { $0.interests.contains(.enqueued) }
    expectsUnhandled = probes.contains { $0.interests.contains(.unhandled) }
    composed = reducers
    table = ReducerTable(reducers)
    self.middleware = middleware
    self.scheduler = scheduler
    effects = EffectRunner(clock: clock, scheduler: scheduler)
    let pointer = UnsafeMutablePointer<State>.allocate(capacity: 1)
    pointer.initialize(to: state)
    root = UnsafeMutableRawPointer(pointer)
    destroyState = { root in
      let pointer = root.assumingMemoryBound(to: State.self)
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
    rootSlice = slices.root(of: State.self)
    output = .allocate(capacity: 1)
    output.initialize(to: ReducerOutput())
    context = .allocate(capacity: 1)
    context.initialize(to: CallContext(in: self, isDrain: true, site: site))
    userCode.add(middleware.count + probes.count)
    for probe in probes { effects.probes.add(probe, as: 0) }
    turn.probes = probes
    if let queue = self.targetQueue { findMain(below: queue) }
  }

  deinit {
    effects.update { $0.close() }
    queue.setSpecific(key: queueKey, value: nil)
    passedQueue?.removeStore()
    // The only subscribers left are those that don't retain the store.
    for subscriber in collectSubscribers() {
      subscriber.finish(root: root, version: version)
    }
    rootSlice.clear()
    turn.batch.close()
    mailbox.close()
    output.deinitialize(count: 1)
    output.deallocate()
    context.deinitialize(count: 1)
    context.deallocate()
    destroyState(root)
  }

  /// Whether the caller runs on the store's own queue, or on its target.
  var isOnQueue: Bool {
    DispatchQueue.getSpecific(key: queueKey) != nil || passedQueue?.isBelowCaller ?? false
      || (scheduler?.isOnQueue ?? false)
      || (targetsMain.load(ordering: .relaxed) && MainQueue.isCurrent)
  }

  /// Finds out whether the main queue is a target of a queue, which only a block there can tell.
  private func findMain(below queue: DispatchQueue) {
    if MainQueue.isMain(queue) { return recordTarget(isMain: true) }
    queue.async { [weak self] in self?.recordTarget(isMain: MainQueue.isAtWork) }
  }

  private func recordTarget(isMain: Bool) {
    targetsMain.store(isMain, ordering: .relaxed)
    knowsTargets.store(true, ordering: .releasing)
  }

  /// Returns whether a caller off the store's queue may still keep that from running: the main
  /// thread keeps only the main queue, and no other thread does.
  func mayBeBlocked(byMain isOnMain: Bool) -> Bool {
    guard targetQueue != nil else { return false }
    guard knowsTargets.load(ordering: .acquiring) else { return true }
    return !isOnMain && !targetsMain.load(ordering: .relaxed)
  }

  /// Adds a probe for each action that is dispatched from now on, and returns its number.
  ///
  /// `added` is called on the drain, right before the first event.
  func add(_ probe: Probe, whenAdded added: @escaping @Sendable () -> Void) -> UInt64 {
    let number = effects.probes.nextNumber()
    userCode.add(1)
    post(
      .run { [self] in
        // Before other threads report anything: a recording begins with its header.
        added()
        effects.probes.add(probe, as: number)
        turn.probes = effects.probes.all
      })
    return number
  }

  /// Removes a probe, which still receives each action that has been dispatched, and then calls
  /// `removed` on the drain.
  func removeProbe(_ number: UInt64, whenRemoved removed: @escaping @Sendable () -> Void) {
    post(
      .run { [self] in
        userCode.add(-1)
        effects.probes.remove(number)
        turn.probes = effects.probes.all
        removed()
      })
  }
}

extension Misuse {
  /// Reports a runtime warning to the handler of the store that is at work, or of the task.
  package func warn() {
    warn(in: nil)
  }

  func warn(in engine: Engine?) {
    let engine = engine ?? CallContext.current?.pointee.engine.takeUnretainedValue()
    warn(to: engine?.warningHandler ?? Misuse.handler)
  }
}
