// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

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

/// Runs `body` on a thread with 512 kB of stack, as dispatch queues have on Apple systems.
package func onSmallStack(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    let thread = Thread {
      body()
      continuation.resume()
    }
    thread.stackSize = 512 << 10
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
