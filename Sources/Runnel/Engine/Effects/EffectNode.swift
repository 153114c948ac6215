// SPDX-License-Identifier: MIT

/// One running effect: a node of the tree that an effect becomes when it starts.
///
/// A node ends no later than its parent.
///
/// `@unchecked`: mutable properties are read and written with the state machine locked, except for
/// the kind of a leaf, which is constant while the leaf's task runs.
final class EffectNode: EffectTask, @unchecked Sendable {
  /// The position of an effect in its tree, and the context in which the effect runs there.
  struct Place {
    /// `nil` for the top of a tree.
    let parent: EffectNode?
    /// The position among the parent's children.
    let slot: Int
    var context: EffectContext

    /// The effect around this place has ended, so no effect may begin here.
    var hasEnded: Bool { parent?.hasEnded ?? false }
  }

  /// `nil` once the effect has ended.
  ///
  /// A `send` that outlives its effect doesn't retain the contents of the effect.
  var kind: UntypedEffect.Kind?
  /// The place where the effect was made.
  let site: CallSite
  let context: EffectContext
  /// `nil` for the top of a tree, and after the end.
  var parent: EffectNode?
  private let slot: Int
  /// The children of a merge; `nil` for each child that has ended or has not begun.
  private var children: [EffectNode?] = []
  /// The only child of any other node.
  private var child: EffectNode?
  /// The number of children of a list that have not ended, including those that have not begun.
  var openCount = 0
  /// The timer that delays the child or limits its time.
  var timer: EffectTimer?
  /// The child has begun.
  var hasBegun = false
  /// The number of times that the child failed, for `retry`.
  var failures = 0
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
    if !list.isSequence { children = Array(repeating: nil, count: openCount) }
  }

  var modifier: EffectModifier? {
    if case .modified(let modified) = kind { modified.modifier } else { nil }
  }

  /// The position of the node, for an effect that takes its place.
  var place: Place { Place(parent: parent, slot: slot, context: context) }

  func setChild(_ node: EffectNode?, at slot: Int) {
    if children.isEmpty { child = node } else { children[slot] = node }
  }

  var isLeaf: Bool { child == nil && children.allSatisfy { $0 == nil } }

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
