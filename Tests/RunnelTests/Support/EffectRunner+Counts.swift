// SPDX-License-Identifier: MIT

@testable import Runnel

extension EffectRunner {
  /// The numbers of effects, of tasks, and of IDs in use.
  var counts: (roots: Int, tasks: Int, remembered: Int) {
    machine.withLock { ($0.roots.count, $0.taskCount, $0.rememberedCount) }
  }

  /// The number of scopes that cancellations have visited.
  var cancellationVisits: Int { machine.withLock { $0.cancellationVisits } }
}
