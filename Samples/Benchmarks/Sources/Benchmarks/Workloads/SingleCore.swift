// SPDX-License-Identifier: MIT

import Harness

/// W12: W1, W2 and W3 on one core, where the dispatching thread and the store take turns.
///
/// Each turn is a separate process, because a restriction to a core applies to all its threads.
enum SingleCore {
  static func workload(_ scale: Scale) -> Workload {
    let workloads = [Increments.one(scale), Increments.four(scale), Latency.onQueue(scale)]
    let apart = "40 µs apart"
    return Workload(
      name: "W12",
      title: "W1, W2 and W3 on one core",
      entrants: workloads.flatMap { workload in
        workload.entrants.filter { ["", apart].contains($0.id.setting) }.map {
          entrant($0, of: workload.name, scale)
        }
      },
      budgets: [("W1", 0.55), ("W2", 0.75), ("W3", 1.7)].map { name, limit in
        Budget(.init("Runnel", name), against: .init("block", name), atMost: limit)
      },
      warmsUp: false
    )
  }

  private static func entrant(
    _ entrant: Entrant,
    of workload: String,
    _ scale: Scale
  ) -> Entrant {
    let id = entrant.id
    if let reason = OneCore.obstacle ?? entrant.obstacle {
      return Entrant(id.contender, workload, size: 1, unableBecause: reason)
    }
    let flags = ["--one-core", "--warm"] + (scale == .quick ? ["--quick"] : [])
    return Entrant(id.contender, workload, size: 1) {
      try Turn.inSeparateProcess([workload, id.contender, id.setting] + flags)
    }
  }
}
