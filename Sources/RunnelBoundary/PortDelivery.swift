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

/// Somebody who observes a port.
final class PortObserver<Value: Sendable>: Sendable {
  typealias Observe = @Sendable (_ value: Value, _ site: CallSite) -> Void

  /// A closure that lies in a generic type by itself is wrapped anew by each access.
  private struct Target {
    let observe: Observe
    let onEnd: @Sendable () -> Void
  }

  private let target: Locked<Target?>

  init(_ observe: @escaping Observe, onEnd: @escaping @Sendable () -> Void = {}) {
    target = Locked(Target(observe: observe, onEnd: onEnd))
  }

  func tell(_ value: Value, _ site: CallSite) {
    target.withLock { $0 }?.observe(value, site)
  }

  /// Tells it nothing any more.
  func end() {
    let last = target.withLock { target in
      defer { target = nil }
      return target
    }
    // Here, with nothing locked: it may be the last to hold an object of the user's.
    last?.onEnd()
  }
}

/// What one thread is sending to a port.
struct PortDelivery<Value: Sendable> {
  /// A value on its way to those who observed when it was sent.
  struct Sent {
    let value: Value
    let site: CallSite
    let observers: [PortObserver<Value>]
    /// How many values, each sent while the one before was told, led to this one.
    var depth = 0
  }

  /// As many values, each sent because of the one before, are an endless loop.
  static var chainLimit: Int { 100_000 }

  private let thread = pthread_self()
  /// What has been taken out is `nil`.
  private var waiting: [Sent?] = []
  private var head = 0
  /// How deep the value is that is being told.
  private(set) var depth = 0

  var isOnThisThread: Bool { pthread_equal(thread, pthread_self()) != 0 }

  mutating func append(_ sent: Sent) {
    waiting.append(sent)
  }

  /// Nothing of it stays behind here: values are let go of with nothing locked. O(1) amortised.
  mutating func takeFirst() -> Sent? {
    guard head < waiting.count else { return nil }
    let first = waiting[head].take()
    head += 1
    if head == waiting.count || head > 32 && 2 * head > waiting.count {
      waiting.removeFirst(head)
      head = 0
    }
    depth = first?.depth ?? 0
    return first
  }
}
