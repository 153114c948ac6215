// SPDX-License-Identifier: MIT

import Harness

/// Findings that somebody could have made up: a library, a floor, and one that cannot.
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
        Budget(library, .told, atMost: 300),
      ]
    ),
    readings: [
      library: [Reading([.time: 1_000, .told: 7]), Reading([.time: 3_000, .told: 9])],
      floor: [Reading([.time: 500]), Reading([.time: 1_000])],
    ],
    absences: [.init("block", "10 observers"): "has no \"observers\""]
  )
}
