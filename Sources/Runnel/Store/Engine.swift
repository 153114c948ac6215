// SPDX-License-Identifier: MIT

import Dispatch

/// What stands behind a store and all its scopes: one state, one mailbox, one serial queue, and a list
/// of the slices that somebody watches.
///
/// The engine does not know the type of the state. Nodes do, and reach it through `root`.
///
/// `@unchecked`: what is not constant is marked with who may touch it. *With the state locked* means
/// between `lock` and `unlock` of `access`; *the drain* is whoever runs `drain()`, of which there is
/// one at a time, because the mailbox schedules no second one.
final class Engine: @unchecked Sendable {
  /// How many actions one turn on the queue takes at most, so that others get their turns.
  static let turnLength = 1024
  /// How long a chain of actions may be, each dispatched while the one before was handled.
  static let chainLimit: UInt32 = 100_000

  let queue: DispatchQueue
  /// Marks `queue`, so that code that runs on it can be told.
  private let mark = DispatchSpecificKey<Bool>()
  /// Where the store was made.
  let site: CallSite
  let access = StateAccess()
  let registry = NodeRegistry()
  let mailbox = Mailbox()
  let hooks: Hooks?
  /// Whether there are any. To look into them costs as much as to copy them all.
  let isHooked: Bool
  let additions = Additions()
  /// The reducers. For the drain.
  let table: ReducerTable
  let middleware: [any MiddlewareStage]
  let effects: EffectRunner
  private let workload: (any Workload)?
  /// The effects that reducers have returned and that have not been started. For the drain.
  let returned: ReducerEntry.Effects
  private let destroy: (UnsafeMutableRawPointer) -> Void
  private let loopReported = Locked(false)

  /// The state. Written by the drain with the state locked; read by others with the state locked or
  /// pinned, and by the drain at any time.
  let root: UnsafeMutableRawPointer

  /// Read and written with the state locked only.
  ///
  /// Like `drainOnly` it lies behind a pointer of the engine's own, because the checks for exclusive access
  /// that guard the properties of a class would cost more than reducing an action does. Who may touch
  /// it is decided by the lock.
  let guarded: UnsafeMutablePointer<Guarded>

  /// Read and written by the drain only.
  let drainOnly: UnsafeMutablePointer<DrainOnly>

  /// What the drain is doing. For the drain only.
  let activity: UnsafeMutablePointer<Activity>

  struct Guarded {
    var watches: Watches
    var listeners = LaneList()
    var lastLane: UInt64 = 0
    /// How often an action has been reduced: tells one state from another. The drain, which alone writes
    /// it, may read it at any time.
    var version: UInt64 = 0
    /// How often a slice was read, computed or compared to find out whether it has changed.
    var evaluations = 0
  }

  struct DrainOnly {
    var batch = Mailbox.Batch()
    /// Who has to be told of the action that has just been reduced.
    var told = ContiguousArray<LaneList>()
    var leftovers = ContiguousArray<Node>()
    /// Derived slices that one of their inputs calls for, to be looked at when all inputs have been.
    var deferred = ContiguousArray<Node>()
    /// Those of them that are being looked at.
    var due = ContiguousArray<Node>()
    /// The number of the last action that has been dealt with.
    var handled: UInt64 = 0
    /// The drain itself has dispatched something since it looked into the mailbox.
    var hasDispatched = false
    /// How far the pauses had come when the last turn ended in the middle of a burst.
    var pace = Pace()
    /// An action is being reduced or announced.
    var isBusy = false
    /// What reducers return is not started any more.
    var isRetired = false
    /// Who waits for the effects of the actions that are being handled.
    var groups: [WaitGroup] = []
    var homes = EffectHomes()
    /// How often parts of the state have been looked for.
    var sweeps: UInt64 = 0
    /// The effects whose part of the state has gone, and that have not been cancelled yet.
    var homeless: [EffectRoot] = []
  }

  init<State>(
    state: State,
    queue: DispatchQueue,
    hooks: Hooks?,
    site: CallSite,
    table: ReducerTable,
    middleware: [any MiddlewareStage] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    workload: (any Workload)? = nil
  ) {
    self.queue = queue
    queue.setSpecific(key: mark, value: true)
    self.site = site
    self.hooks = hooks
    isHooked = hooks != nil
    self.table = table
    self.middleware = middleware
    self.workload = workload
    effects = EffectRunner(clock: clock, workload: workload, hooks: hooks)
    returned = .allocate(capacity: 1)
    returned.initialize(to: [])
    let pointer = UnsafeMutablePointer<State>.allocate(capacity: 1)
    pointer.initialize(to: state)
    root = UnsafeMutableRawPointer(pointer)
    destroy = { root in
      let pointer = root.assumingMemoryBound(to: State.self)
      pointer.deinitialize(count: 1)
      pointer.deallocate()
    }
    guarded = .allocate(capacity: 1)
    guarded.initialize(to: Guarded(watches: Watches(size: MemoryLayout<State>.size)))
    drainOnly = .allocate(capacity: 1)
    drainOnly.initialize(to: DrainOnly())
    activity = .allocate(capacity: 1)
    activity.initialize(to: Activity(in: self, holdsState: false, site: site))
  }

  /// Whether the calling code runs on the store's own queue, or on one that leads to it.
  var isOnQueue: Bool {
    DispatchQueue.getSpecific(key: mark) != nil || (workload?.isOnQueue ?? false)
  }

  deinit {
    effects.close()
    queue.setSpecific(key: mark, value: nil)
    // Nobody is left but readers of `values`, which do not keep the store, and keep their nodes.
    for lane in collectLanes() { lane.end(root: root, version: guarded.pointee.version) }
    for watch in guarded.pointee.watches.all { watch.node.clear() }
    guarded.deinitialize(count: 1)
    guarded.deallocate()
    batch.close()
    mailbox.close()
    drainOnly.deinitialize(count: 1)
    drainOnly.deallocate()
    activity.deinitialize(count: 1)
    activity.deallocate()
    returned.deinitialize(count: 1)
    returned.deallocate()
    destroy(root)
  }

  // MARK: What lies behind the pointers

  var watches: Watches {
    _read { yield guarded.pointee.watches }
    _modify { yield &guarded.pointee.watches }
  }
  var listeners: LaneList {
    _read { yield guarded.pointee.listeners }
    _modify { yield &guarded.pointee.listeners }
  }
  var lastLane: UInt64 {
    get { guarded.pointee.lastLane }
    set { guarded.pointee.lastLane = newValue }
  }
  var version: UInt64 {
    get { guarded.pointee.version }
    set { guarded.pointee.version = newValue }
  }
  var evaluations: Int {
    get { guarded.pointee.evaluations }
    set { guarded.pointee.evaluations = newValue }
  }
  var batch: Mailbox.Batch {
    _read { yield drainOnly.pointee.batch }
    _modify { yield &drainOnly.pointee.batch }
  }
  var position: Int {
    get { drainOnly.pointee.batch.position }
    set { drainOnly.pointee.batch.position = newValue }
  }
  var told: ContiguousArray<LaneList> {
    _read { yield drainOnly.pointee.told }
    _modify { yield &drainOnly.pointee.told }
  }
  var leftovers: ContiguousArray<Node> {
    _read { yield drainOnly.pointee.leftovers }
    _modify { yield &drainOnly.pointee.leftovers }
  }

  var deferred: ContiguousArray<Node> {
    _read { yield drainOnly.pointee.deferred }
    _modify { yield &drainOnly.pointee.deferred }
  }
  var due: ContiguousArray<Node> {
    _read { yield drainOnly.pointee.due }
    _modify { yield &drainOnly.pointee.due }
  }
  var handled: UInt64 {
    get { drainOnly.pointee.handled }
    set { drainOnly.pointee.handled = newValue }
  }
  var isBusy: Bool {
    get { drainOnly.pointee.isBusy }
    set { drainOnly.pointee.isBusy = newValue }
  }

  // MARK: Dispatching

  func dispatch(_ action: any Action, from site: CallSite) {
    dispatch(action, as: action, isNew: true, from: site)
  }

  /// Dispatches an action in the form in which the drain is to find it.
  ///
  /// - Parameter isNew: Whether it has not been on its way before.
  @inline(__always)
  func dispatch(
    _ action: any Action,
    as entry: any Action,
    isNew: Bool = false,
    from site: CallSite
  ) {
    var parent: UInt64 = 0
    var depth: UInt32 = 0
    if let activity = Activity.current {
      depth = min(activity.pointee.depth, Engine.chainLimit) + 1
      if depth == Engine.chainLimit { reportLoop(action, site) }
      if activity.pointee.engine.toOpaque() == Unmanaged.passUnretained(self).toOpaque() {
        parent = activity.pointee.action
        if activity == self.activity { drainOnly.pointee.hasDispatched = true }
        // By the drain itself, for whom somebody waits: what comes of it is waited for, too.
        if isNew, activity == self.activity, !drainOnly.pointee.groups.isEmpty {
          effects.start(
            Effect(.send(action), at: site), from: parent, groups: drainOnly.pointee.groups,
            in: self)
          return
        }
      }
    }
    post(entry, site, depth: depth, parent: parent, of: action)
  }

  /// Dispatches an action that an effect sent.
  func dispatch(_ action: any Action, of context: EffectContext, from site: CallSite) {
    // Sent while the action is announced that the effect is from, it belongs to the same chain.
    let activity = Activity.current(in: self)
    let depth = activity.map { min($0.pointee.depth, Engine.chainLimit) + 1 } ?? 0
    if depth == Engine.chainLimit { reportLoop(action, site) }
    let entry = SentAction(action: action, context: context)
    let parent = context.root.action
    post(entry, site, depth: depth, parent: parent, isSent: true, of: action)
  }

  @inline(__always)
  private func post(
    _ entry: any Action,
    _ site: CallSite,
    depth: UInt32,
    parent: UInt64,
    isSent: Bool = false,
    of action: any Action
  ) {
    let posted = mailbox.post(entry, site, depth: depth, parent: parent, isSent: isSent)
    if posted.needsDrain { scheduleDrain() }
    if isHooked, let enqueued = hooks?.enqueued {
      enqueued(.init(sequence: posted.sequence, parent: parent, site: site, action: action))
    }
  }

  private func reportLoop(_ action: any Action, _ site: CallSite) {
    let isFirst = loopReported.withLock { isReported in
      defer { isReported = true }
      return !isReported
    }
    if isFirst { Misuse.endlessLoop(action, length: Engine.chainLimit, at: site).warn() }
  }

  /// Ends all effects but for those that somebody owns, and starts no others.
  func retireEffects() {
    effects.retire()
    post(.visit { [self] in drainOnly.pointee.isRetired = true })
  }

  /// Schedules the first drain after a time without one.
  func scheduleDrain() {
    workload?.begin()
    scheduleNextDrain()
  }

  func scheduleNextDrain() {
    queue.async { [self] in drain() }
  }

  /// Nothing is left to do until something is posted.
  func drainEnded() {
    workload?.end()
  }
}
