// SPDX-License-Identifier: MIT

import Dispatch

/// A list that closures on several threads append to.
final class Log<Entry: Sendable>: @unchecked Sendable {
  // `@unchecked`: `list` is accessed only on `queue`.
  private let queue = DispatchQueue(label: "udf.log")
  private var list: [Entry] = []

  var entries: [Entry] { queue.sync { list } }

  func append(_ entry: Entry) { queue.sync { list.append(entry) } }
}
