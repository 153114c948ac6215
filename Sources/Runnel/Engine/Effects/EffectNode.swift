// SPDX-License-Identifier: MIT

/// One effect in flight: a node of the tree that an effect becomes when it starts.
///
/// An effect that waits is part of the tree only if there are cancellation IDs in it. A node ends
/// no later than its parent, and then loses its contents. An action that it has sent retains it.
///
/// A root, and a node with an ID, is a *scope*: a part that can be canceled. It counts as one until
/// it has ended and its last action has been reduced or dropped: canceling it before that still
/// drops the actions.
///
/// `@unchecked`: variables are read and written with the state machine locked, except for `parent`,
/// which only `deinit` writes, and the effect of work, which is constant while its task runs. What
/// is set before a root starts is constant from then on, and loading a weak reference is safe from
/// any thread.
package final class EffectNode: EffectTask, @unchecked Sendable {
  /// `nil` for a root, and once the effect has ended.
  package var effect: UntypedEffect?
  package let site: CallSite
  private(set) var parent: EffectNode?
  /// The position among the parent's children.
  let slot: Int
  // The nearest ones around, unless the node is one itself. `unowned`: the parents retain them, and
  // a second reference would keep `deinit` from releasing those in a loop.
  private unowned let outerRoot: EffectNode?
  private unowned let outerScope: EffectNode?
  private unowned let outerMap: EffectNode?
  /// Replaces the actions of what is inside a `map`.
  private let transform: (@Sendable (any Action) -> any Action)?
  let isWork: Bool
  /// Whether what is in here continues after its part of the state has disappeared.
  let isDetached: Bool
  /// The number of work or a scope, ascending in the order in which effects begin or are placed.
  var number: UInt64 = 0

  /// The children of a merge, or of a sequence with cancellation IDs.
  ///
  /// `nil` for a child that has ended or isn't placed. One canceled early stays until its turn.
  private var children: [EffectNode?] = []
  private var child: EffectNode?
  /// The number of effects inside that have not ended, including those that have not begun.
  var openCount: Int
  /// The effect waits for the one around it to begin it.
  var isPlaced = false
  var hasBegun = false
  /// The effect accepts no further actions, although it has not ended.
  var isClosed = false
  /// The effect was canceled, or ended along with its parent.
  var wasStopped = false

  /// Delays the child or limits its time.
  var timer: EffectTimer?
  /// The queue in which a limited effect runs or waits, until it ends.
  var queue: EffectQueue?
  /// The queue of the effects inside that are limited with the same ID.
  var innerQueue: EffectQueue?
  /// The failures of the child, for `retry`.
  package var failures = 0
  /// The time since the last attempt began, for a `retry` that is reset.
  var attemptDuration: (@Sendable () -> Duration)?

  let group: EffectGroup?
  /// A newer debounced effect with the ID cancels this one.
  let isDebounced: Bool
  /// One for the running effect, for each pending action, and for each inner scope in use.
  var users = 1
  /// The scope's group can cancel it.
  private var isMember: Bool
  var isCanceled = false
  /// The last cancellation as of which neither this scope nor one around it was canceled.
  private var aliveAsOf = UInt64.max
  // For the group: the effect that is to begin this one, if it waits, and the links of a list.
  private(set) var waiter: ObjectIdentifier?
  var older: EffectNode?
  var newer: EffectNode?

  // For a root alone: the effect that a reducer returned, or that a caller passed to the store.
  /// The number of the action whose reducer returned the effect, or zero.
  var action: UInt64 = 0
  /// Where the paths of the actions begin.
  package private(set) var pathBase: PathBase?
  /// Whom of many the actions are for, or `nil` if they are for all.
  package private(set) var address: Address?
  /// Without this value, no action is reduced: its scope dispatched the action that the effect is,
  /// or a part of the effect is detached from it.
  var identity: Slice?
  /// The effect ends when its part of the state disappears.
  var hasLifetime = false
  /// That part has disappeared: only what is detached from it continues.
  package var isOrphaned = false
  var hasDetached = false
  /// The effect is an action that was dispatched, which is never dropped.
  var isAction = false
  /// The effect belongs to the owner of a token, and `settled(includingEffects:)` ignores it.
  var isOwned = false
  /// The callers that wait for the end of the effect.
  var groups: [WaitGroup] = []
  weak var token: Disposable?

  /// Creates a node, which is a root without a parent: its effect becomes its only child.
  init(_ effect: UntypedEffect?, in parent: EffectNode?, at slot: Int, group: EffectGroup?) {
    self.effect = parent == nil ? nil : effect
    site = effect?.site ?? CallSite(file: "?", line: 0)
    self.parent = parent
    self.slot = slot
    self.group = group
    isMember = group != nil
    outerRoot = parent?.root
    outerScope = group == nil ? parent?.scope : nil
    var (isWork, isDebounced) = (false, false)
    var transform: (@Sendable (any Action) -> any Action)?
    switch self.effect?.kind {
    case .work, .perform: isWork = true
    case .debounce: isDebounced = true
    case .map(let map): transform = map
    default: break
    }
    self.isWork = isWork
    self.isDebounced = isDebounced
    self.transform = transform
    outerMap = transform == nil ? parent?.map : nil
    isDetached = parent?.isDetached == true || self.effect?.isDetached == true
    openCount = max(self.effect?.count ?? 1, 1)
    if let effect = self.effect, effect.isList, !effect.isSequence || effect.hasID {
      children = Array(repeating: nil, count: openCount)
    }
    super.init()
    guard let group else { return }
    group.scopeCount += 1
    parent?.scope.users += 1
  }

  convenience init(_ returned: ReturnedEffect, number: UInt64, group: EffectGroup? = nil) {
    self.init(returned.effect, in: nil, at: 0, group: group)
    self.number = number
    pathBase = returned.pathBase
    address = returned.address
    identity = returned.identity
    hasLifetime = returned.owner != nil
    isOrphaned = returned.isOrphaned
    hasDetached = returned.hasDetached
  }

  // In a loop: releasing the parents of a deeply nested effect recursively overflows the stack.
  deinit {
    var next = parent.take()
    while isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
  }

  package var root: EffectNode { outerRoot ?? self }

  /// The innermost part around that can be canceled, which may be this one.
  var scope: EffectNode { outerScope ?? self }

  package var workNumber: UInt64 { isWork ? number : 0 }

  /// The part of the state that the effect belongs to has disappeared.
  var hasLostPart: Bool { root.isOrphaned && !isDetached }

  /// The innermost `map` around, which may be this one.
  private var map: EffectNode? { transform == nil ? outerMap : self }

  /// Returns what the `map` modifiers around make of an action, from the inside out.
  package func transformed(_ action: any Action) -> any Action {
    if let targeted = action.targeted { return targeted.with(transformed(targeted.action)) }
    var (action, next) = (action, map)
    while let map = next {
      action = map.transform?(action) ?? action
      next = map.parent?.map
    }
    return action
  }

  // MARK: The tree

  func child(at slot: Int) -> EffectNode? { children.isEmpty ? child : children[slot] }

  func setChild(_ node: EffectNode?, at slot: Int) {
    if children.isEmpty { child = node } else { children[slot] = node }
  }

  /// Appends the children in reverse order: the last element of `nodes` is the first child.
  func appendChildren(to nodes: inout [EffectNode]) {
    if let child { nodes.append(child) }
    for case let child? in children.reversed() { nodes.append(child) }
  }

  func removeChildren() {
    child = nil
    children = []
  }

  var isRunning: Bool { !isPlaced && !hasEnded }

  var isLeaf: Bool {
    child?.isRunning != true && children.allSatisfy { $0?.isRunning != true }
  }

  /// Returns the parts with cancellation IDs from one on, with their places, the last part first.
  func partsWithIDs(from first: Int) -> [(UntypedEffect, in: EffectNode, at: Int)] {
    guard let effect, effect.hasID else { return [] }
    return (first..<effect.count).reversed().compactMap { slot in
      effect[slot].flatMap { $0.hasID ? ($0, self, slot) : nil }
    }
  }

  // MARK: A scope

  /// The IDs of this effect and of those around it, from the inside out.
  var ids: [EffectID] {
    sequence(first: scope) { $0.parent?.scope }.compactMap { $0.parent == nil ? nil : $0.group?.id }
  }

  /// Lists a scope in its group: as begun, or as waiting for the effect that is to begin it.
  func list(waitingFor node: EffectNode? = nil) {
    if waiter != nil { group?.remove(self) }
    waiter = node.map(ObjectIdentifier.init)
    group?.append(self)
  }

  /// Ends the membership of a scope out of use, which later cancellations leave alone, and returns
  /// whether it was a member.
  func leaveGroup() -> Bool {
    guard isMember, let group else { return false }
    isCanceled = isCanceled || group.hasCanceled(self)
    isMember = false
    group.scopeCount -= 1
    return true
  }

  /// Returns whether this effect or one around it has been canceled.
  ///
  /// Scopes remember that they are alive as of the last cancellation: otherwise, each action of a
  /// deeply nested effect would visit all of them.
  func isDead(asOf cancellation: UInt64) -> Bool {
    var next: EffectNode? = scope
    while let scope = next, scope.aliveAsOf != cancellation {
      if scope.isCanceled || scope.isMember && scope.group?.hasCanceled(scope) == true {
        return true
      }
      next = scope.parent?.scope
    }
    next = scope
    while let scope = next, scope.aliveAsOf != cancellation {
      scope.aliveAsOf = cancellation
      next = scope.parent?.scope
    }
    return false
  }
}

/// The base class of effects and timers, which run in tasks.
///
/// `@unchecked`: variables are read and written with the state machine locked.
package class EffectTask: @unchecked Sendable {
  final var task: Task<Void, Never>?
  package final var hasEnded = false
}

/// A time that an effect or a throttle window waits for.
///
/// Its task retains it to the end, so that dropping another reference releases no user object.
///
/// `@unchecked`: as `EffectTask` states. The rest is constant.
package final class EffectTimer: EffectTask, @unchecked Sendable {
  /// The effect whose child is delayed or limited in time, or that opened the throttle window.
  let node: EffectNode
  package let duration: Duration

  init(_ node: EffectNode, _ duration: Duration) {
    self.node = node
    self.duration = duration
  }
}

extension [EffectNode] {
  /// The effects in the order in which they began or were placed.
  var inOrder: [EffectNode] { count < 2 ? self : sorted { $0.number < $1.number } }
}
