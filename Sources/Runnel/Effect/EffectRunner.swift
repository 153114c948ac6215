// SPDX-License-Identifier: MIT

/// What runs the effects of one store.
///
/// It does not keep the store. Tasks keep it, as long as they run.
///
/// `@unchecked`: `engine` is set once, with the ledger locked, before the first effect is started, and read
/// by effects only; loading a weak reference is safe from any thread. The rest is constant or inside
/// `Locked`.
final class EffectRunner: @unchecked Sendable {
  /// Not before there is an effect: what has been referred to weakly is slower to hold from then on.
  private(set) weak var engine: Engine?
  let clock: any Clock<Duration>
  let commands = CommandDesk()
  private let workload: (any Workload)?
  private let hooks: Hooks?
  private let ledger = Locked(EffectLedger())
  private let listeners = Locked(FailureListeners())

  private struct FailureListeners {
    var last = 0
    var byNumber: [(number: Int, call: @Sendable (EffectFailure) -> Void)] = []
  }

  init(clock: any Clock<Duration>, workload: (any Workload)?, hooks: Hooks?) {
    self.clock = clock
    self.workload = workload
    self.hooks = hooks
  }

  /// Changes the ledger, and then does what comes of it.
  private func update<Result>(_ change: (inout EffectLedger) -> Result) -> Result {
    let (result, jobs) = ledger.withLock { ledger in
      let result = change(&ledger)
      defer { ledger.jobs = [] }
      return (result, ledger.jobs)
    }
    jobs.forEach(perform)
    return result
  }

  // MARK: Starting and cancelling

  /// Starts an effect that a reducer returned.
  @discardableResult
  func start(
    _ effect: Effect,
    from action: UInt64,
    groups: [WaitGroup],
    in engine: Engine
  ) -> EffectRoot {
    for group in groups { group.enter() }
    return update { ledger in
      attach(to: engine, &ledger)
      let root = EffectRoot(
        number: ledger.nextNumber(),
        action: action,
        addition: effect.addition,
        home: effect.home,
        groups: groups
      )
      ledger.start(effect, as: root)
      return root
    }
  }

  /// Starts an effect that somebody owns.
  func start(
    _ effect: Effect,
    accepting accepted: AcceptedActions?,
    isBinding: Bool,
    of node: Node,
    in engine: Engine?,
    at site: CallSite
  ) -> Disposable {
    let root = ledger.withLock { ledger in
      attach(to: engine, &ledger)
      return EffectRoot(
        number: ledger.nextNumber(),
        home: effect.outlastsItsState ? nil : node.effectHome,
        accepted: accepted,
        isBinding: isBinding
      )
    }
    let token = Disposable(at: site) { [weak self] in self?.cancel(root) }
    root.token = token
    update { $0.start(effect, as: root) }
    engine?.house(root)
    return token
  }

  private func attach(to engine: Engine?, _ ledger: inout EffectLedger) {
    guard !ledger.isAttached, let engine else { return }
    ledger.isAttached = true
    self.engine = engine
  }

  /// Ends all effects that have an id.
  func cancel(_ id: EffectID) {
    update { $0.cancel(id) }
  }

  /// Ends an effect, and drops what it sent.
  func cancel(_ root: EffectRoot) {
    update { $0.cancel(root) }
  }

  /// Lets go of effects that belonged to parts of the state, and have ended.
  func tidy(_ homes: inout EffectHomes) {
    ledger.withLock { homes.tidy($0.settled) }
  }

  /// Ends all effects of a reducer that was added at run time.
  func cancelAll(of addition: UInt64) {
    update { $0.cancelAll { $0.addition == addition } }
  }

  /// Ends all effects but for those that somebody owns.
  func cancelUnowned() {
    update { $0.cancelAll { !$0.isBinding } }
  }

  /// Ends all effects but for those that somebody owns, and begins no others.
  func retire() {
    update { ledger in
      ledger.isRetired = true
      ledger.cancelAll { !$0.isBinding }
    }
  }

  /// Ends everything, since the store has gone.
  func close() {
    update { $0.close() }
  }

  // MARK: Actions on their way

  /// Sends an action of an effect, unless it is over.
  func send(_ action: any Action, of node: EffectNode, isLate: Bool, from site: CallSite) {
    let isAdmitted = ledger.withLock { ledger in
      (!node.hasEnded || (isLate && !node.wasStopped)) && ledger.admit(from: node.context)
    }
    if isAdmitted { post(action, node.context, from: site) }
  }

  /// Takes note of one more action of an effect that is on its way, unless it must not be.
  func takesOn(_ context: EffectContext) -> Bool {
    ledger.withLock { $0.admit(from: context) }
  }

  private func post(_ action: any Action, _ context: EffectContext, from site: CallSite) {
    let action = context.maps?.apply(action) ?? action
    if let accepted = context.root.accepted, !accepted.contains(action) {
      Misuse.foreignAction(action, accepted: accepted.types, at: site).warn()
      return dealtWith(context)
    }
    guard let engine else { return dealtWith(context) }
    engine.dispatch(action, of: context, from: site)
  }

  /// Whether an action that an effect sent may still be reduced; and who waits for what comes of it.
  func isWanted(_ context: EffectContext) -> (Bool, groups: [WaitGroup]) {
    ledger.withLock { _ in (!context.scope.isDead, context.root.groups) }
  }

  /// An action that an effect sent has been reduced and announced, or dropped.
  func dealtWith(_ context: EffectContext) {
    update { $0.dealtWith(context) }
  }

  // MARK: Doing what comes of it

  private func perform(_ job: EffectLedger.Job) {
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
      report(EffectFailure(error: error, site: site))
    case .release, .forget:
      break
    case .end(let root):
      root.token?.dispose()
      let groups = ledger.withLock { _ in
        defer { root.groups = [] }
        return root.groups
      }
      groups.forEach { $0.leave() }
    }
  }

  private func start(_ node: EffectNode) {
    if let began = hooks?.effectBegan { began(describe(node)) }
    let task = makeTask(priority(of: node)) { [self] in
      let outcome = await work(node)
      if let ended = hooks?.effectEnded { ended(describe(node)) }
      update { $0.taskEnded(node, outcome) }
    }
    let isOver = ledger.withLock { _ in
      if !node.hasEnded { node.task = task }
      return node.hasEnded
    }
    if isOver { task.cancel() }
  }

  private func priority(of node: EffectNode) -> TaskPriority? {
    if case .work(let work) = node.kind { work.priority } else { nil }
  }

  /// Does what a leaf stands for, unless it has been cancelled by now.
  private func work(_ node: EffectNode) async -> EffectLedger.Outcome {
    guard ledger.withLock({ _ in !node.hasEnded }) else { return .finished }
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
    let isNeeded = ledger.withLock { ledger in
      if timer.isOver { ledger.tasks -= 1 }
      return !timer.isOver
    }
    guard isNeeded else { return }
    let sleep = clock.sleeper(for: timer.duration)
    let task = makeTask(nil) { [self] in
      let isUp = (try? await sleep()) != nil
      update { ledger in
        ledger.tasks -= 1
        if isUp { ledger.fired(timer) }
      }
    }
    let isOver = ledger.withLock { _ in
      if !timer.isOver { timer.task = task }
      return timer.isOver
    }
    if isOver { task.cancel() }
  }

  private func makeTask(
    _ priority: TaskPriority?,
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    workload?.makeTask(priority, body) ?? Task.detached(priority: priority, operation: body)
  }

  // MARK: Errors

  /// Tells `listener` of errors as long as this is there. Returns what tells it from others.
  @discardableResult
  func onFailure(_ listener: @escaping @Sendable (EffectFailure) -> Void) -> Int {
    listeners.withLock { listeners in
      listeners.last += 1
      listeners.byNumber.append((listeners.last, listener))
      return listeners.last
    }
  }

  func onFailure(
    _ listener: @escaping @Sendable (EffectFailure) -> Void,
    at site: CallSite
  ) -> Disposable {
    let number = onFailure(listener)
    return Disposable(at: site) { [weak self] in
      // Only outside of the lock: a closure may be the last to hold an object of the user's.
      let removed = self?.listeners.withLock { listeners in
        let index = listeners.byNumber.firstIndex { $0.number == number }
        return index.map { listeners.byNumber.remove(at: $0) }
      }
      withExtendedLifetime(removed) {}
    }
  }

  private func report(_ failure: EffectFailure) {
    let listeners = listeners.withLock { $0.byNumber.map(\.call) }
    if listeners.isEmpty { return Misuse.uncaughtError(failure).warn() }
    listeners.forEach { $0(failure) }
  }

  /// Nobody is there to perform a command.
  func reportUnhandled(_ command: any Command, at site: CallSite) {
    guard let unhandled = hooks?.unhandled else {
      return Misuse.missingHandler(of: command, at: site).warn()
    }
    unhandled(command, site)
  }

  // MARK: Waiting and looking inside

  /// Lets a group wait for all effects that are under way, but for bindings.
  func join(_ group: WaitGroup) {
    ledger.withLock { ledger in
      for root in ledger.roots.values where !root.isBinding {
        group.enter()
        root.groups.append(group)
      }
    }
  }

  /// What is under way.
  var running: [RunningEffect] { running(includingBindings: true) }

  /// What is under way, with what is there for as long as its owner is or without.
  func running(includingBindings: Bool) -> [RunningEffect] {
    let found = ledger.withLock { ledger in
      var found: [RunningEffect.Findings] = []
      ledger.forEachLeaf { node in
        if includingBindings || !node.context.root.isBinding { found.append(.init(node)) }
      }
      return found
    }
    return found.map(RunningEffect.init)
  }

  private func describe(_ node: EffectNode) -> RunningEffect {
    RunningEffect(ledger.withLock { _ in RunningEffect.Findings(node) })
  }

  /// Whether an effect has not ended, or an action of one has not been dealt with.
  func isBusy(countingBindings: Bool) -> Bool {
    ledger.withLock { $0.roots.values.contains { countingBindings || !$0.isBinding } }
  }

  /// How many effects and tasks there are, and how many ids, windows and lines are remembered.
  var counts: (roots: Int, tasks: Int, remembered: Int) {
    ledger.withLock { ($0.roots.count, $0.tasks, $0.remembered) }
  }
}

/// One effect that does work, and where it is done.
struct EffectRun: Sendable {
  let runner: EffectRunner
  let node: EffectNode
}

extension Clock where Duration == Swift.Duration {
  /// What waits until a time that is `duration` from now.
  fileprivate func sleeper(for duration: Duration) -> @Sendable () async throws -> Void {
    // Clocks refuse times that they cannot count to. Nobody notices the difference.
    let deadline = now.advanced(by: min(duration, .seconds(100 * 365 * 86_400)))
    return { [self] in try await sleep(until: deadline, tolerance: nil) }
  }
}
