// SPDX-License-Identifier: MIT

/// The running effects of one store, and the rules for their start and end.
///
/// A pure state machine without lock or thread: each change leads to jobs, which the runner
/// performs after unlocking. The only user code in here is the `==` of IDs.
///
/// Changes are steps on a stack, depth first, instead of recursion: neither deep nesting nor a long
/// chain of effects that let each other begin can overflow the thread's stack.
package struct EffectStateMachine {
  enum Step {
    case begin(UntypedEffect?, in: EffectNode, at: Int)
    /// Continues with an effect for which the effects in flight have been canceled.
    case resume(EffectNode)
    case beginPart(EffectNode, Int)
    case advance(EffectQueue)
    case childEnded(EffectNode, at: Int, EffectFailure?)
  }

  package enum Job {
    case send(any Action, EffectNode, CallSite)
    case start(EffectNode)
    case wait(EffectTimer)
    case cancel(Task<Void, Never>)
    case recover(EffectNode, @Sendable (any Error) -> UntypedEffect?, any Error)
    case retry(EffectNode, Backoff)
    /// Reads the clock before an attempt of a `retry` begins.
    case beginAttempt(EffectNode)
    /// Compares the time since then with a duration, after the attempt has failed.
    case measureAttempt(EffectNode, EffectFailure, Duration)
    /// Reports an error before it closes the effect that this ended, if any, for waiting callers.
    case report(EffectFailure, EffectNode?)
    /// The effect as a whole is over, including its pending actions.
    case finish(EffectNode, [WaitGroup])
    /// Releases a node and its contents, which can be user objects whose `deinit` calls the store.
    case release(EffectNode, UntypedEffect?)
  }

  package private(set) var roots = [UInt64: EffectNode]()
  /// The number of effects that belong to a part of the state that can disappear.
  private(set) var boundCount = 0
  private(set) var groups = [EffectID: EffectGroup]()
  private var addressGroupCount = 0
  /// Only effects with an owner may begin.
  private var isRetired = false
  private var isClosed = false
  /// The number of tasks that have been requested and have not ended.
  var taskCount = 0
  private var lastNumber: UInt64 = 0
  /// The number of the last change that may have canceled a scope.
  private var lastCancellation: UInt64 = 0
  /// The number of effects that cancellations have visited, for tests of their complexity.
  private(set) var cancellationVisits = 0
  /// The next step is the last element.
  var steps: [Step] = []
  // Nodes that are about to end. Empty between two calls, and kept for its memory.
  var ending: [EffectNode] = []
  private var jobs: [Job] = []
  #if DEBUG
    /// The calls of `send` that have been reported, because their effects had finished.
    private var lateCalls: Set<CallSite> = []
  #endif

  package init() {}

  /// The number of IDs in use, and of effects with a lifetime.
  var rememberedCount: Int { groups.count + boundCount }

  mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  mutating func add(_ job: Job) { jobs.append(job) }

  package mutating func takeJobs() -> [Job] {
    while let step = steps.popLast() {
      switch step {
      case .begin(let effect, let parent, let slot): begin(effect, in: parent, at: slot)
      case .resume(let node): resume(node)
      case .beginPart(let node, let part): begin(part, of: node)
      case .advance(let queue): advance(queue)
      case .childEnded(let parent, let slot, let failure): childEnded(parent, at: slot, failure)
      }
    }
    defer { jobs = [] }
    return jobs
  }

  // MARK: Starting

  /// Creates the root of an effect, which `start` must start.
  package mutating func makeRoot(of returned: ReturnedEffect) -> EffectNode {
    let reducer = returned.dynamicReducer
    return EffectNode(
      returned, number: nextNumber(), group: reducer == 0 ? nil : group(of: id(of: reducer)))
  }

  /// The ID of the effects of a dynamic reducer, which no ID of a user equals.
  private func id(of reducer: UInt64) -> EffectID { EffectID(Identity(id: reducer)) }

  package mutating func start(_ effect: UntypedEffect?, as root: EffectNode) {
    roots[root.number] = root
    if root.hasLifetime { boundCount += 1 }
    root.list()
    let isCanceled = !root.isAction && root.groups.contains(where: \.isCanceled)
    if isCanceled || isClosed || isRetired && !root.isOwned { return close(root) }
    steps.append(.begin(effect, in: root, at: 0))
  }

  // MARK: Canceling

  /// Cancels effects in the order in which they were started, and drops their pending actions.
  mutating func cancel(_ roots: [EffectNode]) {
    lastCancellation = nextNumber()
    // An effect that has finished completely isn't canceled: its `Send` may outlast it.
    let roots = roots.inOrder.filter { $0.users > 0 }
    for root in roots { root.isCanceled = true }
    stop(roots)
  }

  /// Cancels all effects with an ID, including those of instances inside the one that uses it.
  ///
  /// O(1) if none of many uses an ID, and else O(number of IDs in use).
  mutating func cancel(_ id: EffectID) {
    guard addressGroupCount > 0 else { return cancel(groups[id]) }
    lastCancellation = nextNumber()
    var canceled: [EffectNode] = []
    for group in groups.values where id.contains(group.id) {
      canceled += nodes(of: group, sparing: nil, from: nil)
    }
    stop(canceled.inOrder)
  }

  /// Cancels the effects of a group, except those around `spared` or waiting for `canceler`.
  mutating func cancel(
    _ group: EffectGroup?, onlyDebounced: Bool = false, sparing spared: EffectNode? = nil,
    from canceler: EffectNode? = nil
  ) {
    // Mostly there is only the effect that begins and cancels.
    guard let group, group.scopeCount > 1 || spared?.group !== group else { return }
    lastCancellation = nextNumber()
    stop(nodes(of: group, onlyDebounced: onlyDebounced, sparing: spared, from: canceler).inOrder)
  }

  private mutating func nodes(
    of group: EffectGroup, onlyDebounced: Bool = false, sparing spared: EffectNode?,
    from canceler: EffectNode?
  ) -> [EffectNode] {
    group.cancel(
      lastCancellation, onlyDebounced: onlyDebounced, sparing: spared, from: canceler,
      counting: &cancellationVisits)
  }

  /// Cancels an effect whose part of the state has disappeared, except what is detached from it.
  package mutating func cancelOrphan(_ root: EffectNode) {
    guard root.hasDetached else { return cancel([root]) }
    if root.users == 0 { return }
    root.isOrphaned = true
    endLifetime(of: root)
    // The effects around them continue, and come to what is detached.
    stop(leaves(of: [root]).filter { !$0.isDetached && $0.effect?.hasDetached != true })
  }

  private mutating func endLifetime(of root: EffectNode) {
    if root.hasLifetime { boundCount -= 1 }
    root.hasLifetime = false
  }

  /// Cancels the effects that a caller waits for, also those to come, in O(number of effects).
  mutating func cancelEffects(of group: WaitGroup) {
    group.cancel()
    cancel(roots.values.filter { !$0.isAction && $0.groups.contains { $0 === group } })
  }

  mutating func cancelEffects(ofReducer number: UInt64) {
    cancel(groups[id(of: number)])
  }

  /// Cancels effects without an owner, and, if they are the last, lets no further ones begin.
  mutating func cancelUnowned(areLast: Bool = false) {
    isRetired = isRetired || areLast
    cancel(roots.values.filter { !$0.isOwned })
  }

  /// Cancels everything, and lets no further effects begin.
  package mutating func close() {
    isClosed = true
    cancel(Array(roots.values))
    for group in groups.values {
      if let window = group.window.take() { stop(window) }
      forgetIfUnused(group)
    }
  }

  // MARK: Groups and scopes

  mutating func group(of id: EffectID) -> EffectGroup {
    if let group = groups[id] { return group }
    let group = EffectGroup(id: id)
    groups[id] = group
    if id.address != nil { addressGroupCount += 1 }
    return group
  }

  mutating func forgetIfUnused(_ group: EffectGroup) {
    guard group.isUnused, groups.removeValue(forKey: group.id) != nil else { return }
    if group.id.address != nil { addressGroupCount -= 1 }
  }

  package mutating func close(_ scope: EffectNode) {
    scope.hasEnded = true
    scope.group?.remove(scope)
    release(scope)
  }

  package func isDead(_ node: EffectNode) -> Bool {
    node.hasLostPart || node.isDead(asOf: lastCancellation)
  }

  /// Counts an action of an effect as pending, and returns `false` if that has been canceled.
  package mutating func beginAction(of node: EffectNode) -> Bool {
    guard !isDead(node) else { return false }
    var next: EffectNode? = node.scope
    while let scope = next {
      // A `Send` may outlast its effect: its scope counts for the outer one again.
      next = scope.users == 0 ? scope.parent?.scope : nil
      scope.users += 1
    }
    return true
  }

  /// Returns whether to report a late call of `send`: once, in a debug build.
  mutating func reportsLate(_ call: CallSite) -> Bool {
    #if DEBUG
      lateCalls.insert(call).inserted
    #else
      false
    #endif
  }

  package mutating func finishAction(of node: EffectNode) {
    release(node.scope)
  }

  private mutating func release(_ scope: EffectNode) {
    var next: EffectNode? = scope
    while let scope = next {
      scope.users -= 1
      guard scope.users == 0 else { return }
      next = scope.parent?.scope
      if scope.leaveGroup(), let group = scope.group { forgetIfUnused(group) }
      guard next == nil, let root = roots.removeValue(forKey: scope.number) else { continue }
      endLifetime(of: root)
      add(.finish(root, root.groups))
      root.groups = []
    }
  }

  // MARK: Inspection

  /// The leaves of all trees, in the order in which they were started.
  var leaves: [EffectNode] { leaves(of: Array(roots.values)) }

  private func leaves(of roots: [EffectNode]) -> [EffectNode] {
    var leaves: [EffectNode] = []
    var pending = roots.inOrder.reversed().compactMap { $0.child(at: 0) }
    while let node = pending.popLast() {
      guard node.isRunning else { continue }
      if node.isLeaf { leaves.append(node) } else { node.appendChildren(to: &pending) }
    }
    return leaves
  }
}
