// SPDX-License-Identifier: MIT

/// The surroundings of an effect that apply to everything inside it.
struct EffectContext {
  let root: EffectRoot
  /// The innermost scope around the effect that can be canceled.
  var scope: CancellationScope
  /// The transforms of the effect's actions, innermost first.
  var transforms: ActionTransforms?
  /// The number of the work inside the effect, or zero outside of work.
  var number: UInt64 = 0
  /// What is in here continues after its part of the state has disappeared.
  var isDetached = false

  /// The part of the state has disappeared, and what is in here belongs to it.
  var isOrphaned: Bool { root.isOrphaned && !isDetached }
}
