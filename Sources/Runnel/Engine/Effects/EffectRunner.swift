// SPDX-License-Identifier: MIT

package import Dispatch

/// Runs the effects of one store, which it doesn't retain, in tasks that retain it.
///
/// `@unchecked`: `engine` and `isAttached` are set once, with the state machine locked, before the
/// first effect starts, and only effects read `engine`; loading a weak reference is safe from any
/// thread. The rest is constant or `Locked`.
package final class EffectRunner: @unchecked Sendable {
  /// Set with the first effect: retaining an object is slower once a weak reference to it exists.
  private(set) weak var engine: Engine?
  private var isAttached = false
  package let clock: any Clock<Duration>
  let commands = CommandRegistry()
  /// For errors that leave the effects, in the order in which they were added.
  let failureListeners = Locked(FailureListeners())
  let machine = Locked(EffectStateMachine())
  package let scheduler: (any EffectScheduler)?
  let probes = SharedProbes()

  init(clock: any Clock<Duration>, scheduler: (any EffectScheduler)?) {
    self.clock = clock
    self.scheduler = scheduler
  }

  /// Changes the state machine, and then performs the resulting jobs with nothing locked.
  func update<Result>(_ change: (inout EffectStateMachine) -> Result) -> Result {
    let (result, jobs) = machine.withLock { machine in
      let result = change(&machine)
      return (result, machine.takeJobs())
    }
    jobs.forEach(perform)
    return result
  }

  // MARK: Starting

  /// Starts an effect that a reducer returned, or an action that a caller waits for.
  @discardableResult
  func start(
    _ effect: ReturnedEffect, from action: UInt64, groups: [WaitGroup], isAction: Bool = false,
    of identity: Slice? = nil, in engine: Engine
  ) -> EffectNode {
    for group in groups { group.enter() }
    return update { machine in
      attach(to: engine)
      let root = machine.makeRoot(of: effect)
      root.action = action
      root.identity = identity ?? root.identity
      root.groups = groups
      root.isAction = isAction
      machine.start(effect.effect, as: root)
      return root
    }
  }

  /// Starts an effect that belongs to the owner of the returned token.
  func start(
    _ effect: UntypedEffect?, to address: Address?, of slice: Slice, from base: PathBase?,
    in engine: Engine?, at site: CallSite
  ) -> Disposable {
    var returned = ReturnedEffect(effect)
    (returned.address, returned.pathBase) = (address, base)
    let hasLifetime = effect?.isDetached != true && slice.partialAncestor != nil
    let (root, token) = update { machine in
      attach(to: engine)
      let root = machine.makeRoot(of: returned)
      let token = Disposable(at: site) { [weak self] in self?.update { $0.cancel([root]) } }
      root.hasLifetime = hasLifetime
      root.isOwned = true
      root.token = token
      machine.start(effect, as: root)
      return (root, token)
    }
    if hasLifetime { engine?.bind(root, toScopeOf: slice) }
    return token
  }

  private func attach(to engine: Engine?) {
    guard !isAttached, let engine else { return }
    isAttached = true
    self.engine = engine
  }

  // MARK: Pending actions

  /// Sends an action of an effect, unless the effect has ended.
  ///
  /// With `isLate`, also after it has finished by itself, which a debug build otherwise reports.
  /// What a canceled effect sends is normal.
  func send(_ action: any Action, of node: EffectNode, isLate: Bool, from site: CallSite) {
    let (isAdmitted, isReported) = machine.withLock { machine in
      let isOpen = !node.hasEnded && !node.isClosed
      let hasFinished = !isOpen && !node.wasStopped
      let isAdmitted = (isOpen || isLate && hasFinished) && machine.beginAction(of: node)
      let isReported = hasFinished && !isLate && !machine.isDead(node) && machine.reportsLate(site)
      return (isAdmitted, isReported)
    }
    if isAdmitted { return post(action, node, from: site) }
    if isReported, let engine {
      Misuse.lateAction(action, of: node.site, at: site).warn(in: engine)
    }
  }

  /// Counts an action as pending, until `finishAction(of:)`, unless the effect has been canceled.
  func beginAction(of node: EffectNode) -> Bool {
    machine.withLock { $0.beginAction(of: node) }
  }

  /// Returns whether a pending action can be reduced, and the groups that wait for its results.
  func mayReduceAction(of node: EffectNode) -> (Bool, groups: [WaitGroup]) {
    machine.withLock { (!$0.isDead(node), node.root.groups) }
  }

  func finishAction(of node: EffectNode) {
    update { $0.finishAction(of: node) }
  }

  private func post(_ action: any Action, _ node: EffectNode, from site: CallSite) {
    let action = node.transformed(action)
    guard let engine else { return finishAction(of: node) }
    engine.dispatch(action, of: node, from: site)
  }

  // MARK: Jobs

  private func perform(_ job: EffectStateMachine.Job) {
    switch job {
    case .send(let action, let node, let site):
      post(action, node, from: site)
    case .start(let node):
      start(node)
    case .wait(let timer):
      start(timer)
    case .cancel(let task):
      task.cancel()
    case .recover(let node, let handler, let error):
      let effect = handler(error)
      update { $0.replace(node, with: effect) }
    case .retry(let node, let backoff):
      let pause = backoff.duration(afterFailures: node.failures)
      update { $0.retry(node, after: pause) }
    case .beginAttempt(let node):
      let duration = clock.stopwatch()
      machine.withLock { _ in node.attemptDuration = duration }
    case .measureAttempt(let node, let failure, let limit):
      let duration = machine.withLock { _ in node.attemptDuration }
      let isReset = duration.map { $0() >= limit } ?? false
      update { $0.attemptFailed(node, failure, isReset: isReset) }
    case .report(let failure, let root):
      report(failure, unhandled: .unhandledError(failure)) { $0.warn(in: engine) }
      if let root { update { $0.close(root) } }
    case .finish(let root, let groups):
      root.token?.dispose()
      groups.forEach { $0.leave() }
    case .release:
      break
    }
  }

  private func start(_ node: EffectNode) {
    let isReported = probes.need(.effects)
    let record = isReported ? machine.withLock { _ in EffectRecord(node) } : nil
    if let record { probes.tell(.effects, .effectBegan(record)) }
    var priority: TaskPriority?
    var subscribed: EffectWork?
    if let work = node.effect?.work {
      priority = work.priority
      subscribed = work.subscribed()
    }
    run(node, priority) { [self, subscribed] in
      var next: UntypedEffect?
      var error: (any Error)?
      do { next = try await work(node, subscribed) } catch let failure { error = failure }
      if let record { report(error, of: record, node) }
      update { [next, error] machine in
        let failure = error.map { EffectFailure(error: $0, site: node.site) }
        machine.taskEnded(node, failure, continuingWith: next)
      }
    }
  }

  private func report(_ error: (any Error)?, of record: EffectRecord, _ node: EffectNode) {
    let isCanceled = machine.withLock { _ in node.hasEnded }
    let outcome = error.map { EffectRecord.Outcome.failed($0) } ?? .finished
    probes.tell(.effects, .effectEnded(record, isCanceled ? .canceled : outcome))
  }

  /// Does the work of a live leaf, or returns the effect of its command's handler to continue with.
  private func work(_ node: EffectNode, _ subscribed: EffectWork?) async throws -> UntypedEffect? {
    guard machine.withLock({ _ in !node.hasEnded }) else { return nil }
    var effect = subscribed ?? node.effect
    if case .perform(let command) = effect?.kind {
      effect = self.effect(of: command, at: node.site)
      // Work runs in this task: most handlers return nothing else.
      if effect?.work == nil { return effect }
    }
    try await effect?.work?.run(Send(runner: self, node: node))
    return nil
  }

  /// Returns the effect of the command's handler, or reports that there is none.
  private func effect(of command: any Command, at site: CallSite) -> UntypedEffect? {
    if let handler = commands.handler(of: command) { return handler(command) }
    if probes.need(.unhandled) {
      probes.tell(.unhandled, .unhandled(command, site))
    } else {
      Misuse.missingHandler(of: command, at: site).warn(in: engine)
    }
    return nil
  }

  private func start(_ timer: EffectTimer) {
    let isNeeded = machine.withLock { machine in
      if timer.hasEnded { machine.taskCount -= 1 }
      return !timer.hasEnded
    }
    guard isNeeded else { return }
    let sleep = clock.sleeper(for: timer.duration)
    run(timer, nil) { [self] in
      var failure: (any Error)?
      do { try await sleep() } catch { failure = error }
      update { [failure] in $0.fired(timer, failure) }
    }
  }

  private func run(
    _ item: EffectTask, _ priority: TaskPriority?, _ body: @escaping @Sendable () async -> Void
  ) {
    let task = makeTask(priority, body)
    let hasEnded = machine.withLock { _ in
      if !item.hasEnded { item.task = task }
      return item.hasEnded
    }
    if hasEnded { task.cancel() }
  }

  package func makeTask(
    _ priority: TaskPriority?, _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    scheduler?.makeTask(priority, body) ?? Task.detached(priority: priority, operation: body)
  }

  /// Reports an error to the listeners, or as a runtime warning if there are none.
  package func report(
    _ failure: EffectFailure, unhandled: @autoclosure () -> Misuse, warn: (Misuse) -> Void
  ) {
    let listeners = failureListeners.withLock { $0.all }
    if listeners.isEmpty { warn(unhandled()) }
    listeners.forEach { $0.call(failure) }
  }

  // MARK: Inspection

  func running(includingOwned: Bool = true) -> [RunningEffect] {
    // Described with nothing locked: that is user code.
    let records = machine.withLock { machine in
      machine.leaves.filter { includingOwned || !$0.root.isOwned }.map(EffectRecord.init)
    }
    return records.map { $0.describe() }
  }

  /// Returns whether an effect has not ended, or an action of an effect is pending.
  func isBusy(countingOwned: Bool) -> Bool {
    machine.withLock { $0.roots.values.contains { countingOwned || !$0.isOwned } }
  }

  var boundCount: Int { machine.withLock { $0.boundCount } }

  func join(_ group: WaitGroup) {
    machine.withLock { machine in
      for root in machine.roots.values where !root.isOwned {
        group.enter()
        root.groups.append(group)
      }
    }
  }
}

struct FailureListeners {
  /// In the order of their numbers, which ascend.
  private(set) var all: [FailureListener] = []
  private var last = 0

  mutating func add(_ call: @escaping @Sendable (EffectFailure) -> Void) -> FailureListener {
    last += 1
    let listener = FailureListener(number: last, call)
    all.append(listener)
    return listener
  }

  /// Removes a listener, which the caller retains, after a search in O(log n).
  mutating func remove(_ listener: FailureListener) {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].number < listener.number { low = middle + 1 } else { high = middle }
    }
    if low < all.count, all[low] === listener { all.remove(at: low) }
  }
}

final class FailureListener: Sendable {
  fileprivate let number: Int
  let call: @Sendable (EffectFailure) -> Void

  fileprivate init(number: Int, _ call: @escaping @Sendable (EffectFailure) -> Void) {
    self.number = number
    self.call = call
  }
}

/// Creates the tasks of effects and counts unfinished work: a test can detect that a store is idle.
package protocol EffectScheduler: Sendable {
  /// The target of the queues of stores, on which tasks run, too, in the order of enqueuing.
  var queue: DispatchQueue { get }
  var isOnQueue: Bool { get }
  func begin()
  func end()
  /// Creates a task and counts each of its steps.
  func makeTask(
    _ priority: TaskPriority?, _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never>
}

/// A clock that a test moves, and that waits for the stores that use it.
package protocol VirtualClock: Clock<Duration> {
  var scheduler: any EffectScheduler { get }
}
