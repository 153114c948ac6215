// SPDX-License-Identifier: MIT

import Dispatch

/// Something that one thread waits at until another opens it. Once open it stays open.
///
/// Blocks the thread, so that it can stand in a reducer.
package final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  /// Lets everybody through who waits or will.
  package func open() {
    semaphore.signal()
  }

  /// Waits until the gate is open.
  package func pass() {
    semaphore.wait()
    semaphore.signal()
  }

  /// Waits until the gate is open without blocking a thread of Swift's own.
  package func opened() async {
    await onThread { self.pass() }
  }
}

/// Runs `body` on a thread outside of Swift's own pool, where it may block, and waits for it.
package func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "runnel.tests.thread").async {
      continuation.resume(returning: body())
    }
  }
}

/// Runs `body` on several threads at once, each with its number, and waits for all of them.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    for index in 0..<count {
      group.addTask { await onThread { body(index) } }
    }
  }
}
