// SPDX-License-Identifier: MIT

/// Runs the effects of one store.
///
/// Each change of the state machine is followed by the jobs that result from it, with nothing
/// locked. The runner doesn't retain the store. Tasks retain the runner while they run.
///
/// `@unchecked`: `engine` is set once, with the state machine locked, before the first effect
/// starts, and only effects read it; loading a weak reference is safe from any thread. The rest is
/// constant or `Locked`.
final class EffectRunner: @unchecked Sendable {
  /// Set with the first effect: retaining an object is slower once a weak reference to it exists.
  private(set) weak var engine: Engine?
  let clock: any Clock<Duration>
  let commands = CommandRegistry()
  let failures = FailureListeners()
  private let scheduler: (any EffectScheduler)?
  private let hooks: Hooks?
  private let machine = Locked(EffectStateMachine())

  init(clock: any Clock<Duration>, scheduler: (any EffectScheduler)?, hooks: Hooks?) {
    self.clock = clock
    self.scheduler = scheduler
    self.hooks = hooks
  }

  /// Changes the state machine, and then performs the resulting jobs.
  private func update<Result>(_ change: (inout EffectStateMachine) -> Result) -> Result {
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
    _ effect: Effect,
    from action: UInt64,
    groups: [WaitGroup],
    in engine: Engine
  ) -> EffectRoot {
    for group in groups { group.enter() }
    return update { machine in
      attach(to: engine, &machine)
      let root = EffectRoot(
        number: machine.nextNumber(),
        action: action,
        dynamicReducer: effect.dynamicReducer,
        hasLifetime: effect.owner != nil,
        groups: groups
      )
      machine.start(effect, as: root)
      return root
    }
  }

  /// Starts an effect that has an owner.
  func start(
    _ effect: Effect,
    accepting accepted: AcceptedActions?,
    isBinding: Bool,
    of slice: Slice,
    in engine: Engine?,
    at site: CallSite
  ) -> Disposable {
    let root = machine.withLock { machine in
      attach(to: engine, &machine)
      return EffectRoot(
        number: machine.nextNumber(),
        hasLifetime: !effect.outlastsItsState && slice.partialAncestor != nil,
        accepted: accepted,
        isBinding: isBinding
      )
    }
    let token = Disposable(at: site) { [weak self] in self?.cancel(root) }
    root.token = token
    update { $0.start(effect, as: root) }
    if root.hasLifetime { engine?.bind(root, toScopeOf: slice) }
    return token
  }

  private func attach(to engine: Engine?, _ machine: inout EffectStateMachine) {
    guard !machine.isAttached, let engine else { return }
    machine.isAttached = true
    self.engine = engine
  }

  // MARK: Canceling

  /// Cancels every effect with an ID.
  func cancel(_ id: EffectID) {
    update { $0.cancel(id) }
  }

  /// Cancels an effect and drops its pending actions.
  func cancel(_ root: EffectRoot) {
    update { $0.cancel(CollectionOfOne(root)) }
  }

  /// Cancels the effects of a dynamic reducer.
  func cancelAll(of dynamicReducer: UInt64) {
    update { $0.cancelEffects(ofReducer: dynamicReducer) }
  }

  /// Cancels effects without an owner.
  func cancelUnowned() {
    update { $0.cancelUnowned() }
  }

  /// Cancels effects without an owner, and lets no further ones begin.
  func retire() {
    update { $0.retire() }
  }

  /// Cancels everything, because the store has been deallocated.
  func close() {
    update { $0.close() }
  }

  // MARK: Pending actions

  /// Sends an action of an effect, unless the effect has ended.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - node: The effect.
  ///   - isLate: The action may also be sent if the effect has finished by itself.
  ///   - site: The place of the call.
  func send(_ action: any Action, of node: EffectNode, isLate: Bool, from site: CallSite) {
    let isAdmitted = machine.withLock { machine in
      (!node.hasEnded && !node.isClosed || isLate && !node.wasStopped)
        && machine.beginAction(of: node.context)
    }
    if isAdmitted { post(action, node.context, from: site) }
  }

  /// Drops every further action of an effect that is about to end.
  func closeToActions(_ node: EffectNode) {
    machine.withLock { _ in node.isClosed = true }
  }

  /// Counts one more pending action of an effect.
  ///
  /// - Returns: `false` if the effect has been canceled.
  ///
  /// Call `finishAction(of:)` for each action that was counted.
  func beginAction(of context: EffectContext) -> Bool {
    machine.withLock { $0.beginAction(of: context) }
  }

  /// Returns whether a pending action can be reduced, and the groups that wait for it.
  ///
  /// The groups wait for the consequences of the action too.
  func mayReduceAction(of context: EffectContext) -> (Bool, groups: [WaitGroup]) {
    machine.withLock { (!$0.isDead(context.scope), context.root.groups) }
  }

  /// Counts a pending action as delivered or dropped.
  func finishAction(of context: EffectContext) {
    update { $0.finishAction(of: context) }
  }

  private func post(_ action: any Action, _ context: EffectContext, from site: CallSite) {
    let action = context.transforms?.apply(to: action) ?? action
    if let accepted = context.root.accepted, !accepted.contains(action) {
      Misuse.foreignAction(action, accepted: accepted.types, at: site).warn()
      return finishAction(of: context)
    }
    guard let engine else { return finishAction(of: context) }
    engine.dispatch(action, of: context, from: site)
  }

  // MARK: Jobs

  private func perform(_ job: EffectJob) {
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
      update { $0.recovered(node, with: effect) }
    case .retry(let node, let backoff):
      let pause = backoff.duration(afterFailures: node.failures)
      update { $0.retry(node, after: pause) }
    case .report(let error, let site):
      failures.report(EffectFailure(error: error, site: site))
    case .finish(let root, let groups):
      root.token?.dispose()
      groups.forEach { $0.leave() }
    case .release, .releaseWindow:
      break
    }
  }

  private func start(_ node: EffectNode) {
    if let began = hooks?.effectBegan { began(describe(node)) }
    let priority: TaskPriority? = if case .work(let work) = node.kind { work.priority } else { nil }
    let task = makeTask(priority) { [self] in
      let outcome = await work(node)
      if let ended = hooks?.effectEnded { ended(describe(node)) }
      update { $0.taskEnded(node, outcome) }
    }
    let hasEnded = machine.withLock { _ in
      if !node.hasEnded { node.task = task }
      return node.hasEnded
    }
    if hasEnded { task.cancel() }
  }

  /// Does the work of a leaf, unless the effect has been canceled.
  private func work(_ node: EffectNode) async -> EffectOutcome {
    guard machine.withLock({ _ in !node.hasEnded }) else { return .finished }
    let send = Send(EffectRun(runner: self, node: node))
    do {
      switch node.kind {
      case .work(let work): try await work.body(send)
      case .perform(let command): try await commands.perform(command, send)
      default: break
      }
      return .finished
    } catch {
      return .failed(error, node.site)
    }
  }

  private func start(_ timer: EffectTimer) {
    let isNeeded = machine.withLock { machine in
      if timer.isOver { machine.taskCount -= 1 }
      return !timer.isOver
    }
    guard isNeeded else { return }
    let sleep = clock.sleeper(for: timer.duration)
    let task = makeTask(nil) { [self] in
      do {
        try await sleep()
        update { $0.fired(timer, nil) }
      } catch {
        update { $0.fired(timer, error) }
      }
    }
    let isOver = machine.withLock { _ in
      if !timer.isOver { timer.task = task }
      return timer.isOver
    }
    if isOver { task.cancel() }
  }

  private func makeTask(
    _ priority: TaskPriority?,
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    scheduler?.makeTask(priority, body) ?? Task.detached(priority: priority, operation: body)
  }

  /// Reports a command that has no handler.
  func reportUnhandled(_ command: any Command, at site: CallSite) {
    guard let unhandled = hooks?.unhandled else {
      return Misuse.missingHandler(of: command, at: site).warn()
    }
    unhandled(command, site)
  }

  // MARK: Inspection

  /// Calls `body` with the state machine locked, without performing jobs.
  func inspect<Result>(_ body: (inout EffectStateMachine) -> Result) -> Result {
    machine.withLock(body)
  }

  private func describe(_ node: EffectNode) -> RunningEffect {
    RunningEffect(inspect { _ in RunningEffect.Findings(node) })
  }
}

extension Clock where Duration == Swift.Duration {
  /// Returns a function that sleeps until `duration` from now.
  fileprivate func sleeper(for duration: Duration) -> @Sendable () async throws -> Void {
    let deadline = now.advanced(by: duration.clampedForWaiting)
    return { [self] in try await sleep(until: deadline, tolerance: nil) }
  }
}
