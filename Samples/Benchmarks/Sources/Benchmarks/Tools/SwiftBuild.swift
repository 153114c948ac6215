// SPDX-License-Identifier: MIT

import Foundation
import Harness

/// Release builds of the targets of a package, outside the package's folder.
struct SwiftBuild {
  /// The root of the repository, relative to this file.
  static var repository: URL {
    (0..<6).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
  }

  /// What a build costs.
  struct Cost {
    /// The nanoseconds until the build ends.
    var time: Double
    /// The nanoseconds of processor time of all its processes.
    var processorTime: Double
  }

  let package: URL
  let products: URL

  /// Builds a target.
  func callAsFunction(_ target: String) throws -> Cost {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "build", "-c", "release", "--target", target, "--package-path", package.path,
      "--scratch-path", products.path,
    ]
    process.standardOutput = FileHandle.nullDevice
    let before = Usage.ofChildren
    let time = try ContinuousClock().measure {
      try process.run()
      process.waitUntilExit()
    }
    try expect("exit of the build of \(target)", process.terminationStatus, is: 0)
    let usage = Usage.ofChildren - before
    return Cost(time: time.nanoseconds, processorTime: Double(usage.processorTime))
  }

  /// Calls `body` with the path of a folder that exists as long.
  static func inTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("runnel-build-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}
