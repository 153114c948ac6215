// SPDX-License-Identifier: MIT

import Dispatch

/// What stands in Swift 6 in the place of a `var` that closures append to: a list for several threads.
final class Log<Entry: Sendable>: @unchecked Sendable {
  // `@unchecked`: `list` is only touched on `queue`.
  private let queue = DispatchQueue(label: "udf.log")
  private var list: [Entry] = []

  var entries: [Entry] { queue.sync { list } }

  func append(_ entry: Entry) {
    queue.sync { list.append(entry) }
  }
}
