// SPDX-License-Identifier: MIT

/// The running effects of one store, and the rules for their start and end.
///
/// A pure state machine without lock or thread. Each change appends `jobs`, which the runner
/// performs after unlocking. The only code of the user's that runs in here is the `==` of IDs.
///
/// Changes are processed as steps on a stack instead of by recursion, depth first: neither deep
/// nesting nor a long chain of effects that let each other begin can overflow the thread's stack.
struct EffectStateMachine {
  enum Step {
    case begin(Effect, EffectPlace)
    /// Begins an effect for which the effects in flight have been canceled.
    case beginNode(Effect, EffectPlace)
    case beginPart(EffectNode, Int)
    case wait(Duration, EffectNode)
    case advance(EffectQueue, afterBegin: Bool)
    case childEnded(EffectPlace, EffectOutcome)
  }

  private(set) var roots: [UInt64: EffectRoot] = [:]
  /// The effects that belong to an optional part of the state.
  private(set) var rootsWithLifetime: [UInt64: EffectRoot] = [:]
  /// The effects of dynamic reducers.
  private var rootsByReducer: [UInt64: [UInt64: EffectRoot]] = [:]
  var index = CancellationIndex()
  var debounced: [EffectID: EffectNode] = [:]
  var windows: [EffectID: ThrottleWindow] = [:]
  var queues: [EffectID: EffectQueue] = [:]
  /// The runner has a reference to its store.
  var isAttached = false
  /// Only effects with an owner may begin.
  private var isRetired = false
  /// The store has been deallocated.
  private var isClosed = false
  /// The number of tasks that have been requested and have not ended.
  var taskCount = 0
  private var lastNumber: UInt64 = 0
  /// Changes whenever a scope may have been canceled.
  var cancellationCount: UInt64 = 0
  /// The next step is the last element.
  var steps: [Step] = []
  // Nodes that are about to end. Empty between two calls, and kept for its memory.
  var ending: [EffectNode] = []
  private var jobs: [EffectJob] = []

  /// The number of IDs in use, and of effects with a lifetime.
  var rememberedCount: Int {
    index.count + debounced.count + windows.count + queues.count + rootsWithLifetime.count
  }

  mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  mutating func add(_ job: EffectJob) { jobs.append(job) }

  mutating func takeJobs() -> [EffectJob] {
    defer { jobs = [] }
    return jobs
  }

  // MARK: Starting and canceling

  /// Starts an effect that is part of no other.
  mutating func start(_ effect: Effect, as root: EffectRoot) {
    roots[root.number] = root
    if root.hasLifetime { rootsWithLifetime[root.number] = root }
    if root.dynamicReducer != 0 {
      rootsByReducer[root.dynamicReducer, default: [:]][root.number] = root
    }
    if isClosed || isRetired && !root.isBinding { return close(root) }
    let context = EffectContext(root: root, scope: root, transforms: nil)
    steps.append(.begin(effect, EffectPlace(parent: nil, slot: 0, context: context)))
    processSteps()
  }

  /// Cancels effects in the order in which they were started, and drops their pending actions.
  mutating func cancel(_ roots: some Collection<EffectRoot>) {
    let roots = roots.count > 1 ? roots.sorted { $0.number < $1.number } : Array(roots)
    cancellationCount += 1
    // An effect that has finished completely isn't canceled: a `SideEffect` may still dispatch.
    stop(
      roots.filter { !$0.isReleased }.compactMap { root in
        root.isCanceled = true
        return root.node
      })
    processSteps()
  }

  /// Cancels every effect with an ID, from outside of any effect.
  mutating func cancel(_ id: EffectID) {
    cancel(id, sparing: nil)
    processSteps()
  }

  /// Cancels the effects of a dynamic reducer.
  mutating func cancelEffects(ofReducer dynamicReducer: UInt64) {
    guard let roots = rootsByReducer[dynamicReducer] else { return }
    cancel(roots.values)
  }

  /// Cancels effects without an owner.
  mutating func cancelUnowned() {
    cancel(roots.values.filter { !$0.isBinding })
  }

  /// Cancels effects without an owner, and lets no further ones begin.
  mutating func retire() {
    isRetired = true
    cancelUnowned()
  }

  /// Cancels everything, and lets no further effects begin.
  mutating func close() {
    isClosed = true
    cancel(roots.values)
    for window in windows.values {
      stop(window.timer)
      add(.releaseWindow(window))
    }
    windows = [:]
    index.removeAll()
  }

  // MARK: Steps

  mutating func processSteps() {
    while let step = steps.popLast() {
      switch step {
      case .begin(let effect, let place): begin(effect, at: place)
      case .beginNode(let effect, let place): beginNode(effect, at: place)
      case .beginPart(let node, let part): begin(part, of: node)
      case .wait(let duration, let node): wait(duration, for: node)
      case .advance(let queue, let afterBegin): advance(queue, afterBegin: afterBegin)
      case .childEnded(let place, let outcome): childEnded(at: place, outcome)
      }
    }
  }

  // MARK: Pending actions

  /// Returns whether a scope or a scope around it has been canceled.
  func isDead(_ scope: CancellationScope) -> Bool {
    scope.isDead(asOf: cancellationCount)
  }

  /// Counts an action as pending, and returns `false` if the effect has been canceled.
  mutating func beginAction(of context: EffectContext) -> Bool {
    guard !isDead(context.scope) else { return false }
    var next: CancellationScope? = context.scope
    while let scope = next {
      // A `SideEffect` may dispatch when its effect is over: its scope counts for the outer one
      // again.
      next = scope.isReleased ? scope.parent : nil
      scope.pending += 1
    }
    return true
  }

  /// Counts a pending action as reduced or dropped.
  mutating func finishAction(of context: EffectContext) {
    finishOne(in: context.scope)
  }

  private mutating func finishOne(in scope: CancellationScope) {
    var next: CancellationScope? = scope
    while let scope = next {
      scope.pending -= 1
      guard scope.isReleased else { return }
      remove(scope)
      next = scope.parent
    }
  }

  /// Creates a scope for an effect with an ID.
  mutating func makeScope(_ id: EffectID, in parent: CancellationScope) -> CancellationScope {
    let scope = CancellationScope(number: nextNumber(), id: id, in: parent)
    parent.pending += 1
    index.insert(scope)
    return scope
  }

  /// Records that the effect of a scope has ended.
  ///
  /// The scope is removed after its last pending action.
  mutating func close(_ scope: CancellationScope) {
    guard !scope.hasEnded else { return }
    scope.hasEnded = true
    scope.node = nil
    if scope.pending == 0 {
      remove(scope)
      if let parent = scope.parent { finishOne(in: parent) }
    } else if !scope.isCanceled {
      index.drain(scope)
    }
  }

  private mutating func remove(_ scope: CancellationScope) {
    if scope.id != nil { return index.remove(scope) }
    guard let root = roots.removeValue(forKey: scope.number) else { return }
    rootsWithLifetime[root.number] = nil
    if root.dynamicReducer != 0 {
      rootsByReducer[root.dynamicReducer]?[root.number] = nil
      if rootsByReducer[root.dynamicReducer]?.isEmpty == true {
        rootsByReducer[root.dynamicReducer] = nil
      }
    }
    add(.finish(root, root.groups))
    root.groups = []
  }

  // MARK: Inspection

  /// Calls `body` with the leaves of all trees, in the order in which they were started.
  func forEachLeaf(_ body: (EffectNode) -> Void) {
    var pending = roots.values.sorted { $0.number > $1.number }.compactMap(\.node)
    while let node = pending.popLast() {
      if node.isLeaf { body(node) } else { node.appendChildren(to: &pending) }
    }
  }
}
