// SPDX-License-Identifier: MIT

import Harness

/// A clean build of the library.
enum CleanBuild {
  private static func build() throws -> Reading {
    let cost = try SwiftBuild.inTemporaryFolder { folder in
      try SwiftBuild(package: SwiftBuild.repository, products: folder)("Runnel")
    }
    return Reading([.seconds: cost.time / 1e9, .processorSeconds: cost.processorTime / 1e9])
  }

  static let workload = Workload(
    name: "build",
    title: "a clean release build of the library",
    operation: "build",
    entrants: [Entrant("Runnel", size: 1, round: build)],
    budgets: [Budget(.init("Runnel"), .processorSeconds, atMost: 25)],
    mostRounds: 1,
    warmsUp: false
  )
}
