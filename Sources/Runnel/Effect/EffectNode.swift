// SPDX-License-Identifier: MIT

/// One effect that is under way: a node of the tree that an effect becomes when it is started.
///
/// Lives from its start to its end. The tree is the structure of the work: what is under a node has one
/// owner, ends with it, and is ended by it.
///
/// `@unchecked`: what is not constant is read and written with the ledger locked.
final class EffectNode: @unchecked Sendable {
  /// Not that of a task that has ended: whoever keeps its `send` does not keep what it held.
  var kind: Effect.Kind
  /// Where the effect was made.
  let site: CallSite
  /// What counts for it and what is under it.
  let context: EffectContext
  /// `nil` at the top, and once this has ended.
  var parent: EffectNode?
  /// Its place among the parent's children.
  let slot: Int
  /// In order; `nil` where one has ended or has not begun.
  var children: [EffectNode?] = []
  /// How many children have not ended yet, counting those that have not begun.
  var open = 0
  /// The task of a leaf.
  var task: Task<Void, Never>?
  /// What is being waited for before the child begins, or has to end.
  var timer: EffectTimer?
  /// The child has begun, or is not to begin any more.
  var hasBegun = false
  /// How often the child has failed; for those that do something about it.
  var failures = 0
  /// Counts among those that run under a limit.
  var isInLine = false
  /// Somebody else has ended it.
  var wasStopped = false
  var hasEnded = false

  init(
    _ kind: Effect.Kind,
    at site: CallSite,
    under parent: EffectNode?,
    slot: Int,
    _ context: EffectContext
  ) {
    self.kind = kind
    self.site = site
    self.parent = parent
    self.slot = slot
    self.context = context
  }
}
