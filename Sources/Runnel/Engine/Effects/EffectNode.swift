// SPDX-License-Identifier: MIT

/// One effect in flight: a node of the tree that an effect becomes when it starts.
///
/// An effect that waits becomes a part of the tree only if there are cancellation IDs in it.
///
/// A node ends no later than its parent.
///
/// `@unchecked`: mutable properties are read and written with the state machine locked, except for
/// the kind of a leaf, which is constant while the leaf's task runs.
package final class EffectNode: EffectTask, @unchecked Sendable {
  /// The position of an effect in its tree, and the context in which the effect runs there.
  struct Place {
    /// `nil` for the top of a tree.
    let parent: EffectNode?
    /// The position among the parent's children.
    let slot: Int
    package var context: EffectContext

    /// The effect around this place has ended, so no effect may begin here.
    package var hasEnded: Bool { parent?.hasEnded ?? false }

    /// The effect that has been placed here before its turn.
    var placed: EffectNode? { parent?.child(at: slot) }

    /// Adds to the context what an effect here means for what is inside it.
    mutating func enter(_ effect: UntypedEffect) {
      if case .modified(let modified) = effect.kind, case .map(let transform) = modified.modifier {
        context.transforms = ActionTransforms(transform, then: context.transforms)
      }
      guard effect.contents.contains(.detached) else { return }
      context.root.hasDetached = true
      if effect.contents.contains(.onlyDetached) { context.isDetached = true }
    }
  }

  /// `nil` once the effect has ended.
  ///
  /// A `send` that outlives its effect doesn't retain the contents of the effect.
  package var kind: UntypedEffect.Kind?
  /// The place where the effect was made.
  package let site: CallSite
  package let context: EffectContext
  /// `nil` for the top of a tree, and after the end.
  var parent: EffectNode?
  private let slot: Int
  /// The children of a merge, or of a sequence with cancellation IDs.
  ///
  /// `nil` for each child that has ended or isn't placed yet. One that has been canceled before its
  /// turn stays until then.
  private var children: [EffectNode?] = []
  /// The only child of any other node.
  private var child: EffectNode?
  /// The effect waits for the one around it to begin it.
  var isPlaced = false
  /// The number of children of a list that have not ended, including those that have not begun.
  var openCount = 0
  /// The timer that delays the child or limits its time.
  var timer: EffectTimer?
  /// The queue in which a limited effect runs or waits, until it ends.
  var queue: EffectQueue?
  /// The queue of the effects inside that are limited with the same ID.
  var innerQueue: EffectQueue?
  /// The child has begun.
  var hasBegun = false
  /// The number of times that the child failed, for `retry`.
  package var failures = 0
  /// Returns the time since the last attempt began, for a `retry` that is reset.
  var attemptDuration: (@Sendable () -> Duration)?
  /// The effect accepts no further actions, although it has not ended yet.
  var isClosed = false
  /// The effect was stopped from outside: canceled, or ended along with its parent.
  var wasStopped = false

  init(_ kind: UntypedEffect.Kind, at site: CallSite, in place: Place) {
    self.kind = kind
    self.site = site
    parent = place.parent
    slot = place.slot
    context = place.context
    super.init()
    guard case .list(let list) = kind else { return }
    openCount = list.effects.count
    if !list.isSequence || list.contents.contains(.id) {
      children = Array(repeating: nil, count: openCount)
    }
  }

  var modifier: EffectModifier? {
    if case .modified(let modified) = kind { modified.modifier } else { nil }
  }

  /// The position of the node, for an effect that takes its place.
  var place: Place { Place(parent: parent, slot: slot, context: context) }

  func setChild(_ node: EffectNode?, at slot: Int) {
    if children.isEmpty { child = node } else { children[slot] = node }
  }

  func child(at slot: Int) -> EffectNode? { children.isEmpty ? child : children[slot] }

  /// Nothing inside has begun and not ended.
  var isLeaf: Bool {
    child?.isRunning != true && children.allSatisfy { $0?.isRunning != true }
  }

  var isRunning: Bool { !isPlaced && !hasEnded }

  /// The effect inside hasn't begun, and not all of it ends with its part of the state.
  var waitsForDetached: Bool {
    if case .modified(let modified) = kind { modified.contents.contains(.detached) } else { false }
  }

  /// Appends the parts with cancellation IDs from one on, the last part first.
  func appendParts(
    from first: Int = 0, to parts: inout [(UntypedEffect, Place)]
  ) {
    func append(_ effect: UntypedEffect, _ slot: Int) {
      guard effect.contents.contains(.id) else { return }
      parts.append((effect, Place(parent: self, slot: slot, context: context)))
    }
    switch kind {
    case .modified(let modified): append(modified.effect, 0)
    case .list(let list):
      guard list.contents.contains(.id) else { return }
      for slot in (first..<list.effects.count).reversed() { append(list.effects[slot], slot) }
    case .send, .work, .perform, .cancel, nil: break
    }
  }

  /// Appends the children in reverse order, so that the last element of `nodes` is the first child.
  func appendChildren(to nodes: inout [EffectNode]) {
    if let child { nodes.append(child) }
    for case let child? in children.reversed() { nodes.append(child) }
  }

  func removeChildren() {
    child = nil
    children = []
  }
}

/// The base class of leaves and timers, which run in tasks.
///
/// `@unchecked`: properties are read and written with the state machine locked.
package class EffectTask: @unchecked Sendable {
  var task: Task<Void, Never>?
  package var hasEnded = false
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

/// The surroundings of an effect that apply to everything inside it.
package struct EffectContext {
  package let root: EffectRoot
  /// The innermost scope around the effect that can be canceled.
  var scope: CancellationScope
  /// The transforms of the effect's actions, innermost first.
  package var transforms: ActionTransforms?
  /// The number of the work inside the effect, or zero outside of work.
  var number: UInt64 = 0
  /// What is in here continues after its part of the state has disappeared.
  var isDetached = false

  /// The part of the state has disappeared, and what is in here belongs to it.
  package var isOrphaned: Bool { root.isOrphaned && !isDetached }
}

/// A chain of `map` modifiers around an effect, innermost first.
///
/// The compiler releases the chain of a final class in a loop.
package final class ActionTransforms: Sendable {
  private let transform: @Sendable (any Action) -> any Action
  private let next: ActionTransforms?

  init(_ transform: @escaping @Sendable (any Action) -> any Action, then next: ActionTransforms?) {
    self.transform = transform
    self.next = next
  }

  package func apply(to action: any Action) -> any Action {
    if let targeted = action.targeted { return targeted.with(apply(to: targeted.action)) }
    var action = action
    var transforms: ActionTransforms? = self
    while let step = transforms {
      action = step.transform(action)
      transforms = step.next
    }
    return action
  }
}

/// An effect as a whole: a reducer returned it, or a caller passed it to the store.
///
/// `@unchecked`: `groups`, `isOrphaned` and `hasDetached` are read and written with the state
/// machine locked. The rest is set before the effect starts, and loading a weak reference is safe
/// from any thread.
package final class EffectRoot: CancellationScope, @unchecked Sendable {
  /// The number of the action whose reducer returned the effect, or zero.
  var action: UInt64 = 0
  /// A Boolean value indicating whether the effect ends when its part of the state disappears.
  var hasLifetime = false
  /// That part has disappeared: only what is detached from it continues.
  package var isOrphaned = false
  /// Something in the effect is detached from the state, or was.
  var hasDetached = false
  /// Where the paths of the actions begin.
  package var pathBase: PathBase?
  /// Whom of many the actions are for, or `nil` if they are for all.
  package var address: Address?
  /// The value with an identity without which no action is reduced: its scope dispatched the one
  /// that the effect is, or the effect has a part that is detached from it.
  var identity: Slice?
  /// The effect is an action that was dispatched, which is never dropped.
  var isAction = false
  /// The effect belongs to the owner of a token, and `settled(includingEffects:)` ignores it.
  var isOwned = false
  /// The groups that wait for the end of the effect.
  var groups: [WaitGroup] = []
  /// The owner's handle, which cancels the effect.
  weak var token: Disposable?
}
