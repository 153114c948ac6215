// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Runnel

/// A serial queue with a stack for values that are nested thousands of levels deep: Foundation's
/// encoder needs some 2 kB for each level, and a thread of a dispatch queue has 512 kB on Apple's
/// systems.
final class DeepQueue: Sendable {
  private struct Content {
    var waiting: [@Sendable () -> Void] = []
    var later: (@Sendable () -> Void)?
    var hasThread = false
  }

  /// Of which the system provides what is used.
  private static let stackSize = 512 << 20
  /// The time without work after which the thread ends.
  private static let patience = DispatchTimeInterval.seconds(1)
  private static let pause = DispatchTimeInterval.milliseconds(1)

  private let content = Locked(Content())
  private let wakeUp = DispatchSemaphore(value: 0)

  func async(_ body: @escaping @Sendable () -> Void) {
    let (isFirst, needsThread) = content.withLock { content in
      content.waiting.append(body)
      defer { content.hasThread = true }
      return (content.waiting.count == 1, !content.hasThread)
    }
    if isFirst { wakeUp.signal() }
    if needsThread { startThread() }
  }

  /// Calls the last passed `body` after a millisecond, or behind other work that comes earlier.
  func afterPause(_ body: @escaping @Sendable () -> Void) {
    content.withLock { $0.later = body }
  }

  private func startThread() {
    let thread = Thread { [self] in while run() {} }
    thread.name = "Runnel.Recording"
    thread.stackSize = Self.stackSize
    thread.start()
  }

  /// Waits for work and does it, or returns `false` if none came in time.
  private func run() -> Bool {
    let pauses = content.withLock { $0.later != nil }
    let limit = DispatchTime.now() + (pauses ? Self.pause : Self.patience)
    let isLate = wakeUp.wait(timeout: limit) == .timedOut
    let (bodies, isOver) = content.withLock { content in
      let bodies = content.waiting + (content.later.map { [$0] } ?? [])
      content.waiting = []
      content.later = nil
      content.hasThread = !isLate || !bodies.isEmpty
      return (bodies, !content.hasThread)
    }
    for body in bodies { DeepQueue.perform(body) }
    return !isOver
  }

  private static func perform(_ body: () -> Void) {
    #if canImport(ObjectiveC)
      // A thread drains its pool only when it ends.
      autoreleasepool(invoking: body)
    #else
      body()
    #endif
  }
}
