// SPDX-License-Identifier: MIT

import Foundation
import Harness

/// The time of a clean build of the library.
enum CleanBuild {
  /// The root of the repository, relative to this file.
  private static var root: URL {
    (0..<6).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
  }

  private static func build() throws -> Reading {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("runnel-clean-build-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "build", "-c", "release", "--target", "Runnel", "--package-path", root.path,
      "--scratch-path", folder.path,
    ]
    process.standardOutput = FileHandle.nullDevice
    let time = try ContinuousClock().measure {
      try process.run()
      process.waitUntilExit()
    }
    try expect("exit of the build", process.terminationStatus, is: 0)
    return Reading([.seconds: time.nanoseconds / 1e9])
  }

  static let workload = Workload(
    name: "build",
    title: "a clean release build of the library",
    operation: "build",
    entrants: [Entrant("Runnel", size: 1, round: build)],
    budgets: [Budget(.init("Runnel"), .seconds, atMost: 15)],
    mostRounds: 1,
    warmsUp: false
  )
}
