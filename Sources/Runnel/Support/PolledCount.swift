// SPDX-License-Identifier: MIT

import Synchronization

/// A count that many threads change and that one thread polls at the cost of a load.
///
/// The drain polls one for each action. A lock in its place would be the second one that an action
/// takes. Systems older than `Synchronization` use a lock.
///
/// `@unchecked`: the memory holds an atomic or, on older systems, a lock, for as long as the count
/// exists. Both can be used from any thread.
final class PolledCount: @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer

  init() {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      let atomic = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
      atomic.initialize(to: Atomic(0))
      memory = UnsafeMutableRawPointer(atomic)
    } else {
      let locked = UnsafeMutablePointer<Locked<Int>>.allocate(capacity: 1)
      locked.initialize(to: Locked(0))
      memory = UnsafeMutableRawPointer(locked)
    }
  }

  deinit {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      memory.assumingMemoryBound(to: Atomic<Int>.self).deinitialize(count: 1)
    } else {
      memory.assumingMemoryBound(to: Locked<Int>.self).deinitialize(count: 1)
    }
    memory.deallocate()
  }

  /// A Boolean value indicating whether the count was zero recently.
  ///
  /// Reading it orders no other access.
  @inline(__always)
  var isZero: Bool {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      memory.assumingMemoryBound(to: Atomic<Int>.self).pointee.load(ordering: .relaxed) == 0
    } else {
      memory.assumingMemoryBound(to: Locked<Int>.self).pointee.withLock { $0 == 0 }
    }
  }

  func add(_ difference: Int) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      memory.assumingMemoryBound(to: Atomic<Int>.self).pointee
        .add(difference, ordering: .relaxed)
    } else {
      memory.assumingMemoryBound(to: Locked<Int>.self).pointee.withLock { $0 += difference }
    }
  }
}
