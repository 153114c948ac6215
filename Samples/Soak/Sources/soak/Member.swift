// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

/// An observer, a component, or an effect that the state requests, which also ends when released.
struct Member: Sendable {
  /// Whether it dispatches actions, so that it must end before the store can settle.
  var isSource = false
  /// Ends it, on its own queue.
  let end: @Sendable () -> Void
  /// Returns its fault after settling, if any.
  var fault: @Sendable () -> String? = { nil }
  /// Returns when it has ended by itself, which it does after the last value.
  var finish: (@Sendable () async -> Void)?
}

/// A receiver of the values of one observer on any thread, which reports faults.
final class Probe: Sendable {
  /// A source that dispatches when a value arrives, if any: the first property, so that it is
  /// closed before the life ends.
  let echo: Producer?
  private let name: String
  private let faults: Faults
  /// The check, and the reading after which no other one is needed.
  private let state: Locked<(check: ReadingCheck, goal: Reading?)>
  private let life: Life

  init(_ name: String, isEvery: Bool, echoes: Bool, _ books: Books) {
    self.name = name
    faults = books.faults
    life = books.lives.begin()
    echo = echoes ? Producer(books.ledger) : nil
    state = Locked((ReadingCheck(isEvery: isEvery), nil))
  }

  func receive(_ reading: Reading) {
    faults.report(state.withLock { $0.check.take(reading) }.map { "\(name) \($0)" })
  }

  /// Declares that no value can arrive from now on.
  func end() { state.withLock { $0.check.end() } }

  func fault(_ current: Reading) -> String? {
    state.withLock { $0.check.missing(of: current) }.map { "\(name) \($0)" }
  }

  /// Sets the last reading that a reader waits for.
  func setGoal(_ goal: Reading) { state.withLock { $0.goal = goal } }

  var hasReachedGoal: Bool { state.withLock { $0.goal != nil && $0.check.last == $0.goal } }
}

final class SoakView: ViewComponent {
  let disposer = Disposer()
  let delivery: Delivery
  var props = Reading() { didSet { probe.receive(props) } }
  private let probe: Probe

  init(_ probe: Probe, _ delivery: Delivery) { (self.probe, self.delivery) = (probe, delivery) }
}

/// Invariant for `@unchecked`: only the connection accesses `props`, one delivery at a time.
final class SoakService: ServiceComponent, @unchecked Sendable {
  let disposer = Disposer()
  let delivery: Delivery
  let queue: DispatchQueue
  var props = Reading() { didSet { probe.receive(props) } }
  private let probe: Probe

  init(_ probe: Probe, _ delivery: Delivery, _ queue: DispatchQueue) {
    (self.probe, self.delivery, self.queue) = (probe, delivery, queue)
  }
}

struct Queues: Sendable {
  let store = DispatchQueue(label: "soak.store")
  let serial = (0..<4).map { DispatchQueue(label: "soak.serial.\($0)") }
  let concurrent = DispatchQueue(label: "soak.concurrent", attributes: .concurrent)

  /// Returns when all work that is now pending in the queues has been done.
  func flush() async {
    for queue in serial + [store, concurrent, .main] {
      await withCheckedContinuation { done in queue.async(flags: .barrier) { done.resume() } }
    }
  }
}
