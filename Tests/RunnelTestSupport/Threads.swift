// SPDX-License-Identifier: MIT

package import Dispatch
import Foundation
package import Runnel

/// Blocks threads, such as that of a reducer, until another thread opens it.
///
/// An open gate stays open.
package final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func open() {
    semaphore.signal()
  }

  /// Blocks until the gate is open.
  package func pass() {
    semaphore.wait()
    semaphore.signal()
  }

  /// Waits until the gate is open, without blocking a thread of Swift's pool.
  package func opened() async {
    await onThread { self.pass() }
  }
}

/// Runs `body` on a thread outside of Swift's pool, where it can block, and waits for it.
package func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "runnel.tests.thread").async {
      continuation.resume(returning: body())
    }
  }
}

/// Runs `body` on a queue `count` times, and waits for all of them.
package func run(
  _ count: Int = 1, on queue: DispatchQueue, flags: DispatchWorkItemFlags = [],
  _ body: @escaping @Sendable () -> Void
) async {
  await withCheckedContinuation { continuation in
    let group = DispatchGroup()
    for _ in 0..<count { queue.async(group: group, flags: flags, execute: body) }
    group.notify(queue: DispatchQueue(label: "runnel.tests.end")) { continuation.resume() }
  }
}

/// Runs `body` on a thread with a stack of 512 kB, as dispatch queues have on Apple systems, or of
/// another number of bytes.
package func onSmallStack<Result: Sendable>(
  _ stackSize: Int = 512 << 10, _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.stackSize = stackSize
    thread.start()
  }
}

/// Runs `body` on `count` threads at once, each with its index, and waits for all of them.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    for index in 0..<count {
      group.addTask { await onThread { body(index) } }
    }
  }
}

/// Counts how often a piece of code is entered while it is already running.
package final class OverlapDetector: Sendable {
  private let state = Locked((depth: 0, overlaps: 0))

  package init() {}

  package var overlaps: Int { state.withLock { $0.overlaps } }

  package func run<Result>(_ body: () -> Result) -> Result {
    state.withLock { state in
      if state.depth > 0 { state.overlaps += 1 }
      state.depth += 1
    }
    defer { state.withLock { $0.depth -= 1 } }
    return body()
  }
}

private struct LastAction: Action {}

extension StoreOf where ActionType == any Action {
  /// Blocks until the actions dispatched so far are reduced and delivered on the store's queue.
  ///
  /// Does not wait for observers on other queues.
  package func waitUntilReduced() {
    let isReduced = Gate()
    let token = onAction { _, action in if action is LastAction { isReduced.open() } }
    dispatch(LastAction())
    isReduced.pass()
    token.dispose()
  }

  /// Dispatches actions, and returns when all that is pending is reduced and delivered.
  package func settle(
    after actions: any Action..., isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    for action in actions { dispatch(action, file: file, line: line) }
    await settled()
  }

  /// Waits as `waitUntilReduced()` does, without blocking a thread of Swift's pool.
  package func reduced() async {
    await onThread { self.waitUntilReduced() }
  }
}

/// Creates a serial queue whose work waits until `gate` is open.
package func makeQueue(blockedBy gate: Gate) -> DispatchQueue {
  let queue = DispatchQueue(label: "runnel.tests.blocked")
  queue.async { gate.pass() }
  return queue
}

/// Gives a reducer access to its own store.
package final class StoreBox<State: Sendable>: @unchecked Sendable {
  // `@unchecked`: set before the first action and after the last one.
  package var store: Store<State>?

  package init() {}
}
