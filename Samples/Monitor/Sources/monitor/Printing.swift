// SPDX-License-Identifier: MIT

import Foundation
import TerminalUI

extension Monitor {
  /// Prints frames as plain text, one for each sample, with a blank line between two.
  ///
  /// Each process has a row. Sampling starts with this call.
  func printFrames(
    _ count: Int, columns: Int, to output: (String) throws -> Void
  ) async throws {
    dashboard.resize(columns: columns, rows: nil)
    var printed = 0
    // The iterator subscribes when it is created, before the first sample.
    var attempts = store.scope(\.attempts).values(delivery: .every).makeAsyncIterator()
    start()
    while let attempt = await attempts.next() {
      if attempt == 0 { continue }
      await store.settled()  // The panes have received the sample, too.
      if let reason = store.state.problem { throw SamplingFailed(reason: reason) }
      let rows = dashboard.lines(rows: nil).map { Row($0, columns: columns).text + "\n" }
      try output((printed == 0 ? "" : "\n") + rows.joined())
      printed += 1
      if printed == count { return }
    }
  }
}
