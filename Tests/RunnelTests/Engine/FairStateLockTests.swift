// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// A fair lock, and a log that only the thread that holds the lock accesses.
private final class FairLog: @unchecked Sendable {
  let lock = FairStateLock()
  var entries: [String] = []
  private let threads = DispatchGroup()

  /// Runs `body` on a thread of its own.
  func start(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "runnel.tests.fair").async(group: threads, execute: body)
  }

  /// Runs `body`, and returns when `count` threads wait for the lock.
  func untilWaiting(_ count: Int, _ body: () -> Void) {
    let areWaiting = Gate()
    lock.whenWaiting(count) { areWaiting.open() }
    body()
    areWaiting.pass()
  }

  func join() { threads.wait() }

  /// Releases the lock, and returns when a reader behind `count` waiting threads has had its turn.
  func reader(_ name: String, behind count: Int) {
    let hasRead = Gate()
    untilWaiting(count + 1) {
      start { [self] in
        lock.acquire()
        entries.append(name)
        lock.release()
        hasRead.open()
      }
    }
    lock.release()
    hasRead.pass()
  }
}

@Suite struct FairStateLockTests {
  @Test func `Contract 5: while the drain waits for a pin, readers pass, and new pins wait once`()
    async
  {
    let log = FairLog()
    await onThread {
      let lock = log.lock
      lock.acquireToPin(isPinning: false)
      lock.addPin()
      log.untilWaiting(1) {
        log.start {
          lock.acquireForDrain()
          log.entries.append("drain")
          _ = lock.yieldFromDrain()
          log.entries.append("drain again")
          lock.release()
        }
      }
      log.reader("reader", behind: 1)
      // The reader has had its turn, so the drain has had one before, and waits for the pin.
      lock.acquire()
      log.untilWaiting(1) {
        log.start {
          lock.acquireToPin(isPinning: false)
          lock.addPin()
          log.entries.append("new pin")
          lock.release()
          lock.removePin()
        }
      }
      log.reader("second reader", behind: 1)
      // The new pin waits for the drain. This thread has a pin, and doesn't.
      lock.acquire()
      log.entries.append("pinning reader")
      lock.release()
      lock.acquireToPin(isPinning: true)
      lock.addPin()
      log.entries.append("second pin")
      lock.release()
      lock.removePin()
      lock.removePin()
      log.join()
    }
    #expect(
      log.entries == [
        "reader", "second reader", "pinning reader", "second pin", "drain", "new pin",
        "drain again",
      ])
  }
}
