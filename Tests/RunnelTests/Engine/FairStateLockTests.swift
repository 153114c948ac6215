// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// A fair lock, and a log that only the thread that holds the lock accesses.
private final class FairLog: @unchecked Sendable {
  let lock = FairStateLock()
  var entries: [String] = []
  var isDone = false
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

  /// Acquires and releases the lock again and again.
  func read(as name: String) {
    var isDone = false
    while !isDone {
      lock.acquire()
      entries.append(name)
      isDone = self.isDone
      lock.release()
    }
  }

  /// Holds the lock for one action after the other.
  func drain(as name: String) {
    lock.acquireForDrain()
    while !isDone {
      entries.append(name)
      lock.yieldFromDrain()
    }
    lock.release()
  }
}

@Suite struct FairStateLockTests {
  @Test(arguments: [false, true])
  func `Contract 5: a thread waits for one turn of each thread before it`(
    isDrain: Bool
  ) async {
    for _ in 0..<50 {
      let log = FairLog()
      let turns = await onThread {
        log.lock.acquire()
        log.untilWaiting(4) {
          for name in ["a", "b", "c"] { log.start { log.read(as: name) } }
          log.start { if isDrain { log.read(as: "d") } else { log.drain(as: "d") } }
        }
        let turns = Recorder<String>()
        log.untilWaiting(5) {
          log.start {
            if isDrain { log.lock.acquireForDrain() } else { log.lock.acquire() }
            log.entries.forEach(turns.record)
            log.isDone = true
            log.lock.release()
          }
        }
        // All four compete for the lock from here on, and begin again after each turn.
        log.lock.release()
        log.join()
        return turns.values
      }
      #expect(turns.sorted() == ["a", "b", "c", "d"])
    }
  }

  @Test func `Contract 5: while the drain waits for a pin, readers pass and new pins wait`() async {
    let log = FairLog()
    await onThread {
      let lock = log.lock
      lock.acquireToPin(isPinning: false)
      lock.addPin()
      log.untilWaiting(1) {
        log.start {
          lock.acquireForDrain()
          log.entries.append("drain")
          lock.release()
        }
      }
      log.reader("reader", behind: 1)
      // The reader has had its turn, so the drain has had one before, and waits for the pin.
      lock.acquire(isPinning: true)
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
      lock.acquire(isPinning: true)
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
      ])
  }

  @Test func `Contract 5: threads that read, pin and drain exclude each other`() async {
    let log = FairLog()
    // `nonisolated(unsafe)`: the drain writes it with the lock, others read it with lock or pin.
    nonisolated(unsafe) var state = (left: 0, right: 0)
    let torn = Counter()
    await onThreads(5) { thread in
      for _ in 0..<2_000 {
        switch thread {
        case 0:
          log.lock.acquireForDrain()
          state.left += 1
          state.right += 1
          log.lock.release()
        case 1, 2:
          log.lock.acquire()
          if state.left != state.right { torn.increment() }
          log.lock.release()
        default:
          log.lock.acquireToPin(isPinning: false)
          log.lock.addPin()
          log.lock.release()
          let left = state.left
          log.lock.acquire(isPinning: true)
          if state.right != left { torn.increment() }
          log.lock.release()
          log.lock.removePin()
        }
      }
    }
    #expect(state.left == 2_000)
    #expect(torn.value == 0)
  }
}

extension FairLog {
  /// Releases the lock, and returns when a reader behind `count` waiting threads has had its turn.
  fileprivate func reader(_ name: String, behind count: Int) {
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
