// SPDX-License-Identifier: MIT

import Dispatch

/// The current turn of the main actor: the code that runs until the main queue starts its next job.
@MainActor
enum MainTurn {
  private static var waiting: [@MainActor () -> Void] = []

  static var isAwaited: Bool { !waiting.isEmpty }

  /// Calls `work` when the turn has ended; all work of a turn shares one hop.
  static func atEnd(_ work: @escaping @MainActor () -> Void) {
    if waiting.isEmpty {
      DispatchQueue.main.async {
        MainActor.assumeIsolated { end() }
      }
    }
    waiting.append(work)
  }

  private static func end() {
    let ended = waiting
    waiting = []
    ended.forEach { $0() }
  }
}
