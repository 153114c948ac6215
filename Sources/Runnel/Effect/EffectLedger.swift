// SPDX-License-Identifier: MIT

/// The effects of one store that are under way, and the rules by which they begin and end.
///
/// A state machine without threads: each change says by `jobs` what is to be done, which is done after the
/// lock that guards it has been given up. No code of the user's runs in here but the `==` and `hash(into:)`
/// of ids.
struct EffectLedger {
  /// Something to be done with nothing locked.
  enum Job {
    case send(any Action, EffectContext, CallSite)
    case start(EffectNode)
    case wait(EffectTimer)
    case cancel(Task<Void, Never>)
    case recover(EffectNode, @Sendable (any Error) -> Effect, any Error)
    case retry(EffectNode, Backoff)
    case report(any Error, CallSite)
    case end(EffectRoot)
    /// Let go of what an effect was made of, which may hold objects of the user's: with nothing locked, since
    /// their `deinit`s may come back.
    case release(Effect.Kind)
    /// Let go of an effect and what it was in.
    case forget(EffectNode)
  }

  /// The window of a throttle.
  struct Window {
    let timer: EffectTimer
    /// What begins when it closes.
    var held: EffectNode?
  }

  var roots: [UInt64: EffectRoot] = [:]
  /// Those of them that belong to a part of the state.
  var settled: [UInt64: EffectRoot] = [:]
  var scopes: [EffectID: [UInt64: EffectScope]] = [:]
  var debounced: [EffectID: EffectNode] = [:]
  var windows: [EffectID: Window] = [:]
  var lines: [EffectID: Line] = [:]
  var last: UInt64 = 0
  /// The runner knows its store.
  var isAttached = false
  /// Nothing begins any more but what somebody owns.
  var isRetired = false
  /// How many tasks have been asked for and have not ended.
  var tasks = 0
  var jobs: [Job] = []

  /// How many ids, windows and lines are remembered, and effects that belong to parts of the state.
  var remembered: Int {
    scopes.count + debounced.count + windows.count + lines.count + settled.count
  }

  // MARK: The whole

  mutating func nextNumber() -> UInt64 {
    last += 1
    return last
  }

  /// Starts an effect that is part of no other.
  mutating func start(_ effect: Effect, as root: EffectRoot) {
    roots[root.number] = root
    if root.home != nil { settled[root.number] = root }
    let context = EffectContext(root: root, scope: root.scope, maps: nil)
    if isRetired, !root.isBinding { return close(root.scope, of: root) }
    if begin(effect, under: nil, slot: 0, context) { close(root.scope, of: root) }
  }

  /// Ends an effect, and drops what it sent.
  mutating func cancel(_ root: EffectRoot) {
    // What has come to its end by itself is not cancelled: some of it may send later.
    if root.scope.hasEnded, root.scope.pending == 0 { return }
    cancel(root.scope, of: root)
  }

  /// Ends all that has an id, but for what `spared` is part of.
  ///
  /// Its actions that have not been reduced yet are dropped, unless it is part of the same effect: what that
  /// has sent before it ended a part of itself has been sent.
  mutating func cancel(_ id: EffectID, sparing spared: EffectScope? = nil) {
    guard let found = scopes[id]?.values else { return }
    let scopes = found.filter { scope in !(spared.map(scope.contains) ?? false) }
      .sorted { $0.number < $1.number }
    // All of them first: ending one may let another begin.
    for scope in scopes where spared.map({ $0.root !== scope.root }) ?? true {
      scope.isCancelled = true
    }
    for scope in scopes {
      if let node = scope.node { end(node, by: nil) }
    }
  }

  /// Ends all effects that are meant, in the order in which they were started.
  mutating func cancelAll(where isMeant: (EffectRoot) -> Bool) {
    let found = roots.values.filter(isMeant)
    for root in found.sorted(by: { $0.number < $1.number }) { cancel(root) }
  }

  /// Ends everything.
  mutating func close() {
    cancelAll { _ in true }
    for window in windows.values { stop(window.timer) }
    windows = [:]
  }

  mutating func cancel(_ scope: EffectScope, of root: EffectRoot) {
    scope.isCancelled = true
    if let node = scope.node { end(node, by: nil) }
  }

  // MARK: Actions on their way

  /// Takes note of an action that is about to be sent, unless it must not be.
  mutating func admit(from context: EffectContext) -> Bool {
    guard !context.scope.isDead else { return false }
    count(1, in: context)
    return true
  }

  /// Takes note that an action has been dealt with.
  mutating func dealtWith(_ context: EffectContext) {
    count(-1, in: context)
  }

  mutating func count(_ difference: Int, in context: EffectContext) {
    var next: EffectScope? = context.scope
    while let scope = next {
      scope.pending += difference
      next = scope.parent
      if scope.hasEnded, scope.pending == 0 { forget(scope, context.root) }
    }
  }

  /// Says that the effect of a scope has ended. It is forgotten once its actions have been dealt with.
  mutating func close(_ scope: EffectScope, of root: EffectRoot) {
    guard !scope.hasEnded else { return }
    scope.hasEnded = true
    scope.node = nil
    if scope.pending == 0 { forget(scope, root) }
  }

  mutating func forget(_ scope: EffectScope, _ root: EffectRoot) {
    if let id = scope.id {
      scopes[id]?[scope.number] = nil
      if scopes[id]?.isEmpty == true { scopes[id] = nil }
    } else if roots.removeValue(forKey: root.number) != nil {
      settled[root.number] = nil
      jobs.append(.end(root))
    }
  }

  // MARK: Looking inside

  /// The leaves of all trees, in the order in which they were started.
  func forEachLeaf(_ body: (EffectNode) -> Void) {
    func visit(_ node: EffectNode) {
      if node.children.allSatisfy({ $0 == nil }) { return body(node) }
      for case let child? in node.children { visit(child) }
    }
    for root in roots.values.sorted(by: { $0.number < $1.number }) {
      if let node = root.scope.node { visit(node) }
    }
  }
}
