// SPDX-License-Identifier: MIT

/// Runs the effects of one store.
///
/// Each change of the state machine is followed by the jobs that result from it, with nothing
/// locked. The runner doesn't retain the store. Tasks retain the runner while they run.
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
  /// The listeners for errors that leave the effects, in the order in which they were added.
  let failureListeners = Locked<[FailureListener]>([])
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

  /// Starts an effect that a reducer returned.
  @discardableResult
  func start(
    _ effect: UntypedEffect, from action: UInt64, groups: [WaitGroup], isAction: Bool = false,
    of identity: Slice? = nil, in engine: Engine
  ) -> EffectRoot {
    for group in groups { group.enter() }
    return update { machine in
      attach(to: engine)
      let root = machine.makeRoot(ofReducer: effect.dynamicReducer)
      root.action = action
      root.hasLifetime = effect.owner != nil
      root.address = effect.address
      root.pathBase = effect.pathBase
      root.identity = identity ?? effect.identity
      root.isOrphaned = effect.isOrphaned
      root.groups = groups
      root.isAction = isAction
      machine.start(effect, as: root)
      return root
    }
  }

  /// Starts an effect that belongs to the owner of the returned token.
  func start(
    _ effect: UntypedEffect, to address: Address?, of slice: Slice, from base: PathBase?,
    in engine: Engine?, at site: CallSite
  ) -> Disposable {
    let root = machine.withLock { machine in
      attach(to: engine)
      return machine.makeRoot()
    }
    root.hasLifetime =
      !effect.contents.contains(.onlyDetached) && slice.partialAncestor != nil
    root.address = address
    root.pathBase = base
    root.isOwned = true
    let token = Disposable(at: site) { [weak self] in
      self?.update { $0.cancel(CollectionOfOne(root)) }
    }
    root.token = token
    update { $0.start(effect, as: root) }
    if root.hasLifetime { engine?.bind(root, toScopeOf: slice) }
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
  /// With `isLate`, the action may also be sent if the effect has finished by itself. Otherwise, a
  /// debug build reports that, but not what a canceled effect sends, which is normal.
  func send(_ action: any Action, of node: EffectNode, isLate: Bool, from site: CallSite) {
    var isReported = false
    let isAdmitted = machine.withLock { machine in
      let hasFinished = (node.hasEnded || node.isClosed) && !node.wasStopped
      isReported =
        hasFinished && !isLate && !machine.isDead(node.context) && machine.reportsLate(site)
      return (!node.hasEnded && !node.isClosed || isLate && hasFinished)
        && machine.beginAction(of: node.context)
    }
    if isAdmitted { return post(action, node.context, from: site) }
    if isReported, let engine {
      Misuse.lateAction(action, of: node.site, at: site).warn(in: engine)
    }
  }

  /// Counts an action as pending, until `finishAction(of:)`, unless the effect has been canceled.
  func beginAction(of context: EffectContext) -> Bool {
    machine.withLock { $0.beginAction(of: context) }
  }

  /// Returns whether a pending action can be reduced, and the groups that wait for its results.
  func mayReduceAction(of context: EffectContext) -> (Bool, groups: [WaitGroup]) {
    machine.withLock { (!$0.isDead(context), context.root.groups) }
  }

  /// Counts a pending action as reduced or dropped.
  func finishAction(of context: EffectContext) {
    update { $0.finishAction(of: context) }
  }

  private func post(_ action: any Action, _ context: EffectContext, from site: CallSite) {
    let action = context.transforms?.apply(to: action) ?? action
    guard let engine else { return finishAction(of: context) }
    engine.dispatch(action, of: context, from: site)
  }

  // MARK: Jobs

  private func perform(_ job: EffectStateMachine.Job) {
    switch job {
    case .send(let action, let context, let site):
      post(action, context, from: site)
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
    let record = isReported ? machine.withLock { _ in EffectRecord(node, node.kind) } : nil
    if let record { probes.tell(.effects, .effectBegan(record)) }
    var priority: TaskPriority?
    var subscribed: EffectWork?
    if case .work(let work) = node.kind {
      priority = work.priority
      subscribed = work.subscribed()
    }
    run(node, priority) { [self, subscribed] in
      let outcome = await work(node, subscribed)
      if let record { report(outcome, of: record, node) }
      update { machine in
        switch outcome {
        case .ended: machine.taskEnded(node, nil, continuingWith: nil)
        case .failed(let failure): machine.taskEnded(node, failure, continuingWith: nil)
        case .continues(let effect): machine.taskEnded(node, nil, continuingWith: effect)
        }
      }
    }
  }

  private func report(_ outcome: Outcome, of record: EffectRecord, _ node: EffectNode) {
    let isCanceled = machine.withLock { _ in node.hasEnded }
    let result: EffectRecord.Outcome =
      if isCanceled {
        .canceled
      } else if case .failed(let failure) = outcome {
        .failed(failure.error)
      } else {
        .finished
      }
    probes.tell(.effects, .effectEnded(record, result))
  }

  /// The result of the work of a leaf.
  ///
  /// Indirect, because a large result costs each task another allocation for its stack.
  private enum Outcome {
    case ended
    indirect case failed(EffectFailure)
    /// A command continues with the effect of its handler.
    indirect case continues(UntypedEffect)
  }

  /// Does the work of a leaf, unless the effect has been canceled.
  private func work(_ node: EffectNode, _ subscribed: EffectWork?) async -> Outcome {
    guard machine.withLock({ _ in !node.hasEnded }) else { return .ended }
    do {
      switch node.kind {
      case .work(let work):
        try await (subscribed ?? work).run(ActionSender(runner: self, node: node))
      case .perform(let command):
        let effect = effect(of: command, at: node.site)
        // Work runs in this task: most handlers return nothing else.
        guard case .work(let work) = effect.kind else { return .continues(effect) }
        try await work.run(ActionSender(runner: self, node: node))
      default:
        break
      }
      return .ended
    } catch {
      return .failed(EffectFailure(error: error, site: node.site))
    }
  }

  /// Returns the effect of the command's handler, or reports that there is none.
  private func effect(of command: any Command, at site: CallSite) -> UntypedEffect {
    if let effect = commands.effect(of: command) { return effect }
    if probes.need(.unhandled) {
      probes.tell(.unhandled, .unhandled(command, site))
    } else {
      Misuse.missingHandler(of: command, at: site).warn(in: engine)
    }
    return .none
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

  /// Creates a task, whose steps a virtual clock counts.
  package func makeTask(
    _ priority: TaskPriority?, _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    scheduler?.makeTask(priority, body) ?? Task.detached(priority: priority, operation: body)
  }

  /// Reports an error to the listeners, or as a runtime warning if there are none.
  package func report(
    _ failure: EffectFailure, unhandled: @autoclosure () -> Misuse, warn: (Misuse) -> Void
  ) {
    let listeners = failureListeners.withLock { $0 }
    if listeners.isEmpty { warn(unhandled()) }
    listeners.forEach { $0.call(failure) }
  }

  // MARK: Inspection

  func running(includingOwned: Bool = true) -> [RunningEffect] {
    let found = machine.withLock { machine in
      machine.leaves.filter { includingOwned || !$0.context.root.isOwned }
        .map(RunningEffect.Findings.init)
    }
    return found.map(RunningEffect.init)
  }

  /// Returns whether an effect has not ended, or an action of an effect is pending.
  func isBusy(countingOwned: Bool) -> Bool {
    machine.withLock { $0.roots.values.contains { countingOwned || !$0.isOwned } }
  }

  /// The number of effects that end with a part of the state.
  var boundCount: Int { machine.withLock { $0.rootsWithLifetime.count } }

  /// Makes a group wait for all running effects of reducers.
  func join(_ group: WaitGroup) {
    machine.withLock { machine in
      for root in machine.roots.values where !root.isOwned {
        group.enter()
        root.groups.append(group)
      }
    }
  }
}

/// A listener for errors that leave effects.
final class FailureListener: Sendable {
  let call: @Sendable (EffectFailure) -> Void

  init(_ call: @escaping @Sendable (EffectFailure) -> Void) {
    self.call = call
  }
}
