// SPDX-License-Identifier: MIT

@testable import InboxServer

/// A clock that shows given times, one after the other.
final class Times: Sendable {
  private let times: Mutex<[Int64]>

  init(_ times: [Int64]) {
    self.times = Mutex(times)
  }

  func next() -> Int64 {
    times.withLock { $0.isEmpty ? 0 : $0.removeFirst() }
  }
}
