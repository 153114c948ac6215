// SPDX-License-Identifier: MIT

import Runnel

extension TestRun {
  /// Counts all actions as asserted.
  func skipAll() {
    let hasSkipped = log.takeAll() > 0
    if hasSkipped, case .expected = base { base.forget() }
  }

  /// Waits until no effect is running, or until waiting is pointless.
  nonisolated(nonsending)
    func effectsEnded(_ timeLimit: TimeLimit, at location: TestLocation) async
  {
    while await settle(at: location) {
      let idlePeriod = jobs.idlePeriod
      let isAsleep = clock?.areAllAsleep == true
      guard store.hasEffects(countingOwned: false) else { return }
      guard let idlePeriod else { continue }
      if isAsleep { return }
      let isBusyAgain = await timeLimit.wait { [jobs] in await jobs.ended(idlePeriod: idlePeriod) }
      guard isBusyAgain else { return }
    }
  }
}
