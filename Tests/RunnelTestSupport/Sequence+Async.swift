// SPDX-License-Identifier: MIT

extension Sequence where Element: Sendable {
  /// The elements as an asynchronous sequence that finishes.
  package var async: AsyncStream<Element> {
    AsyncStream { continuation in
      forEach { continuation.yield($0) }
      continuation.finish()
    }
  }
}
