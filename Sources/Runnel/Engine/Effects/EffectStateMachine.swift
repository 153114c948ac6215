// SPDX-License-Identifier: MIT

/// The running effects of one store, and the rules for their start and end.
///
/// A pure state machine without lock or thread. Each change leads to jobs, which the runner
/// performs after unlocking. The only code of the user's that runs in here is the `==` of IDs.
///
/// Changes are processed as steps on a stack instead of by recursion, depth first: neither deep
/// nesting nor a long chain of effects that let each other begin can overflow the thread's stack.
struct EffectStateMachine {
  enum Step {
    case begin(UntypedEffect, EffectNode.Place)
    /// Begins an effect for which the effects in flight have been canceled.
    case beginNode(UntypedEffect, EffectNode.Place)
    case beginPart(EffectNode, Int)
    case advance(EffectGroup)
    case childEnded(EffectNode.Place, EffectFailure?)
  }

  /// Something that a change leads to, and that the runner performs with nothing locked.
  enum Job {
    case send(any Action, EffectContext, CallSite)
    case start(EffectNode)
    case wait(EffectTimer)
    case cancel(Task<Void, Never>)
    case recover(EffectNode, @Sendable (any Error) -> UntypedEffect, any Error)
    case retry(EffectNode, Backoff)
    /// Reads the clock before an attempt of a `retry` begins.
    case beginAttempt(EffectNode)
    /// Compares the time since then with a duration, after the attempt has failed.
    case measureAttempt(EffectNode, EffectFailure, Duration)
    /// Reports an error, and then closes the effect that it has ended, if there is one: who waits
    /// for the effect waits for the report.
    case report(EffectFailure, EffectRoot?)
    /// The effect as a whole is over, including its pending actions.
    case finish(EffectRoot, [WaitGroup])
    /// Releases an effect's node and contents.
    ///
    /// Contents can be objects of user code, whose `deinit` can call the store.
    case release(EffectNode, UntypedEffect.Kind?)
  }

  /// The ID of the effects of a dynamic reducer.
  private struct ReducerID: Hashable {
    let number: UInt64
  }

  private(set) var roots: [UInt64: EffectRoot] = [:]
  /// The effects that belong to an optional part of the state.
  private(set) var rootsWithLifetime: [UInt64: EffectRoot] = [:]
  private var groups: [EffectID: EffectGroup] = [:]
  /// Only effects with an owner may begin.
  private var isRetired = false
  /// The store has been deallocated.
  private var isClosed = false
  /// The number of tasks that have been requested and have not ended.
  var taskCount = 0
  private var lastNumber: UInt64 = 0
  /// The number of the last change that may have canceled a scope.
  private var lastCancellation: UInt64 = 0
  /// The number of scopes that cancellations have visited, for tests of their complexity.
  private(set) var cancellationVisits = 0
  /// The next step is the last element.
  var steps: [Step] = []
  // Nodes that are about to end. Empty between two calls, and kept for its memory.
  var ending: [EffectNode] = []
  private var jobs: [Job] = []

  /// The number of IDs in use, and of effects with a lifetime.
  var rememberedCount: Int { groups.count + rootsWithLifetime.count }

  mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  mutating func add(_ job: Job) { jobs.append(job) }

  /// Returns the jobs that the last change leads to.
  mutating func takeJobs() -> [Job] {
    while let step = steps.popLast() {
      switch step {
      case .begin(let effect, let place): begin(effect, at: place)
      case .beginNode(let effect, let place): beginNode(effect, at: place)
      case .beginPart(let node, let part): begin(part, of: node)
      case .advance(let group): advance(group)
      case .childEnded(let place, let failure): childEnded(at: place, failure)
      }
    }
    defer { jobs = [] }
    return jobs
  }

  // MARK: Starting and canceling

  /// Starts an effect that is part of no other.
  mutating func start(_ effect: UntypedEffect, as root: EffectRoot) {
    roots[root.number] = root
    if root.hasLifetime { rootsWithLifetime[root.number] = root }
    root.group?.append(root)
    let isCanceled = !root.isAction && root.groups.contains(where: \.isCanceled)
    if isCanceled || isClosed || isRetired && !root.isOwned { return close(root) }
    let context = EffectContext(root: root, scope: root, transforms: nil)
    steps.append(.begin(effect, EffectNode.Place(parent: nil, slot: 0, context: context)))
  }

  /// Cancels effects in the order in which they were started, and drops their pending actions.
  mutating func cancel(_ roots: some Collection<EffectRoot>) {
    lastCancellation = nextNumber()
    // An effect that has finished completely isn't canceled: its `Send` may outlast it.
    let roots = roots.filter { $0.users > 0 }.sorted { $0.number < $1.number }
    for root in roots { root.isCanceled = true }
    stop(roots.compactMap(\.node))
  }

  /// Cancels all effects with an ID, except those around `spared`.
  mutating func cancel(_ id: EffectID, sparing spared: CancellationScope? = nil) {
    guard let group = groups[id] else { return }
    lastCancellation = nextNumber()
    stop(group.cancel(lastCancellation, sparing: spared, counting: &cancellationVisits))
  }

  /// Cancels the effects that a caller waits for, and lets none of its further effects begin.
  ///
  /// O(number of effects).
  mutating func cancelEffects(of group: WaitGroup) {
    group.cancel()
    cancel(roots.values.filter { !$0.isAction && $0.groups.contains { $0 === group } })
  }

  mutating func cancelEffects(ofReducer number: UInt64) {
    cancel(EffectID(ReducerID(number: number)))
  }

  /// Cancels effects without an owner, and, if they are the last, lets no further ones begin.
  mutating func cancelUnowned(areLast: Bool = false) {
    isRetired = isRetired || areLast
    cancel(roots.values.filter { !$0.isOwned })
  }

  /// Cancels everything, and lets no further effects begin.
  mutating func close() {
    isClosed = true
    cancel(roots.values)
    for group in groups.values {
      if let window = group.window.take() { stop(window) }
      forgetIfUnused(group)
    }
  }

  // MARK: Groups and scopes

  /// Creates the root of an effect that a dynamic reducer returned, or none if the number is zero.
  mutating func makeRoot(ofReducer number: UInt64 = 0) -> EffectRoot {
    let group = number == 0 ? nil : group(of: EffectID(ReducerID(number: number)))
    return EffectRoot(number: nextNumber(), in: group)
  }

  private mutating func group(of id: EffectID) -> EffectGroup {
    if let group = groups[id] { return group }
    let group = EffectGroup(id: id)
    groups[id] = group
    return group
  }

  mutating func forgetIfUnused(_ group: EffectGroup) {
    if group.isUnused { groups[group.id] = nil }
  }

  /// Creates a scope for an effect with an ID.
  mutating func makeScope(_ id: EffectID, in parent: CancellationScope) -> CancellationScope {
    let group = group(of: id)
    let scope = CancellationScope(number: nextNumber(), in: group, inside: parent)
    parent.users += 1
    group.append(scope)
    return scope
  }

  /// Records that the effect of a scope has ended.
  mutating func close(_ scope: CancellationScope) {
    scope.node = nil
    scope.group?.remove(scope)
    release(scope)
  }

  /// Returns whether a scope or a scope around it has been canceled.
  func isDead(_ scope: CancellationScope) -> Bool {
    scope.isDead(asOf: lastCancellation)
  }

  /// Counts an action as pending, and returns `false` if the effect has been canceled.
  mutating func beginAction(of context: EffectContext) -> Bool {
    guard !isDead(context.scope) else { return false }
    var next: CancellationScope? = context.scope
    while let scope = next {
      // A `Send` may outlast its effect: its scope counts for the outer one again.
      next = scope.users == 0 ? scope.parent : nil
      scope.users += 1
    }
    return true
  }

  /// Counts a pending action as reduced or dropped.
  mutating func finishAction(of context: EffectContext) {
    release(context.scope)
  }

  private mutating func release(_ scope: CancellationScope) {
    var next: CancellationScope? = scope
    while let scope = next {
      scope.users -= 1
      guard scope.users == 0 else { return }
      next = scope.parent
      if scope.leaveGroup(), let group = scope.group { forgetIfUnused(group) }
      guard next == nil, let root = roots.removeValue(forKey: scope.number) else { continue }
      rootsWithLifetime[root.number] = nil
      add(.finish(root, root.groups))
      root.groups = []
    }
  }

  // MARK: Inspection

  /// The leaves of all trees, in the order in which they were started.
  var leaves: [EffectNode] {
    var leaves: [EffectNode] = []
    var pending = roots.values.sorted { $0.number > $1.number }.compactMap(\.node)
    while let node = pending.popLast() {
      if node.isLeaf { leaves.append(node) } else { node.appendChildren(to: &pending) }
    }
    return leaves
  }
}
