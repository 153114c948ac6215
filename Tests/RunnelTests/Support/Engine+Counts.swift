// SPDX-License-Identifier: MIT

@testable import Runnel

extension Engine {
  /// The slices of the root state that an action may have to compare.
  var attachedSlices: SliceIndex { rootSlice.index ?? SliceIndex(size: 0) }
}

extension Store {
  /// The table of the collection that contains this element.
  var elementTable: (any ElementTable)? {
    if case .elements(let table) = slice.parent?.source { table } else { nil }
  }
}

extension EffectRunner {
  /// The numbers of effects, of tasks, and of IDs in use.
  var counts: (roots: Int, tasks: Int, remembered: Int) {
    machine.withLock { ($0.roots.count, $0.taskCount, $0.rememberedCount) }
  }

  /// The number of scopes that cancellations have visited.
  var cancellationVisits: Int { machine.withLock { $0.cancellationVisits } }
}
