// SPDX-License-Identifier: MIT

import Runnel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

struct InputPortDelivery<Value: Sendable> {
  /// A value, and the observers that subscribed before it was sent.
  struct Sent {
    let value: Value
    let site: CallSite
    let observers: [InputPortObserver<Value>]
    /// The number of values that led to this one, each sent while the previous one was delivered.
    var depth = 0
  }

  /// The length at which a chain of values counts as an endless loop.
  static var chainLimit: Int { 100_000 }

  private let thread = pthread_self()
  private var pending = FIFOQueue<Sent>()
  private(set) var depth = 0

  var isOnThisThread: Bool { pthread_equal(thread, pthread_self()) != 0 }

  mutating func append(_ sent: Sent) {
    pending.append(sent)
  }

  /// Removes and returns the first value in amortized O(1), without a copy: the caller releases it
  /// outside the lock.
  mutating func takeFirst() -> Sent? {
    guard let first = pending.popFirst() else { return nil }
    depth = first.depth
    return first
  }
}
