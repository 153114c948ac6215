// SPDX-License-Identifier: MIT

import Foundation
import InboxTesting
import Runnel

@testable import InboxApp

/// What an app has open at a moment, without what differs between two accounts.
struct Resources: Equatable, CustomStringConvertible {
  let effects: [String]
  let subscriptions: [String]
  let files: Int

  init(of run: AppRun) async throws {
    await run.store.settled()
    effects = run.store.runningEffects.map { "\($0.file):\($0.line)" }.sorted()
    subscriptions = run.store.connections.map { "\($0.kind) \($0.slice)" }.sorted()
    let folder = run.folder.url.lastPathComponent
    files = try Self.openFiles.count { $0.contains(folder) }
  }

  var description: String {
    "effects: \(effects)\nsubscriptions: \(subscriptions)\nfiles: \(files)"
  }

  /// The targets of the file descriptors of this process, or nothing where they can't be listed.
  static var openFiles: [String] {
    get throws {
      let folder = "/proc/self/fd"
      guard FileManager.default.fileExists(atPath: folder) else { return [] }
      return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
      }
    }
  }
}
