// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelInsight

extension Store<AppState> {
  /// Records this store with the options of the command line.
  ///
  /// Returns the recordings, each of which ends when it is released.
  func record(_ options: Options) throws -> [Recording] {
    var recordings: [Recording] = []
    if let file = options.record {
      recordings.append(
        try record(to: URL(fileURLWithPath: file), states: .everyAction, deliveries: true))
    }
    if let inspector = options.inspector { recordings.append(try inspect(at: inspector)) }
    return recordings
  }
}
