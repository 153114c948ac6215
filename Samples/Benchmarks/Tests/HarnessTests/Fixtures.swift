// SPDX-License-Identifier: MIT

import Harness

/// Invented findings of a library, a floor, and a contender that cannot run the workload.
func findings(limit: Double = 3) -> Findings {
  let library = Entrant.ID("Runnel", "10 observers")
  let floor = Entrant.ID("floor", "10 observers")
  return Findings(
    workload: Workload(
      name: "W4",
      title: "a slice changes",
      entrants: [
        Entrant("Runnel", "10 observers", size: 10) { Reading([:]) },
        Entrant("floor", "10 observers", size: 10) { Reading([:]) },
        Entrant("block", "10 observers", size: 10, unableBecause: "has no \"observers\""),
      ],
      budgets: [
        Budget(library, against: floor, atMost: limit),
        Budget(library, .deliveries, atMost: 300),
      ]
    ),
    readings: [
      library: [
        Reading([.time: 1_000, .deliveries: 7]), Reading([.time: 3_000, .deliveries: 9]),
      ],
      floor: [Reading([.time: 500]), Reading([.time: 1_000])],
    ],
    absences: [.init("block", "10 observers"): "has no \"observers\""]
  )
}
