// SPDX-License-Identifier: MIT

/// The steps of one run.
enum ExplorationPlan {
  /// A number of random steps.
  case random(seed: UInt64, length: Int)
  /// The steps of an earlier run, or a part of them.
  ///
  /// A step whose effect isn't pending is skipped.
  case steps([ExplorationStep])
}
