// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

final class SoakView: ViewComponent {
  let disposer = Disposer()
  let probe: Probe
  let delivery: Delivery
  var props = Reading() { didSet { probe.tell(props) } }

  init(_ probe: Probe, _ delivery: Delivery) {
    self.probe = probe
    self.delivery = delivery
  }
}

/// `@unchecked`: `props` belongs to its lane.
final class SoakService: ServiceComponent, @unchecked Sendable {
  let disposer = Disposer()
  let probe: Probe
  let queue: DispatchQueue
  let delivery: Delivery
  var props = Reading() { didSet { probe.tell(props) } }

  init(_ probe: Probe, _ queue: DispatchQueue, _ delivery: Delivery) {
    self.probe = probe
    self.queue = queue
    self.delivery = delivery
  }
}

/// Told of every action: the numbers that it is told grow by one.
final class SoakListener: ServiceActionListener, Sendable {
  let disposer = Disposer()
  let probe: Probe
  let queue: DispatchQueue

  init(_ probe: Probe, _ queue: DispatchQueue) {
    self.probe = probe
    self.queue = queue
  }

  func update(props: Reading) {
    probe.tell(props)
  }
}

/// The queues that everybody shares.
struct Queues: Sendable {
  let store = DispatchQueue(label: "soak.store")
  let serial = (0..<4).map { DispatchQueue(label: "soak.serial.\($0)") }
  let concurrent = DispatchQueue(label: "soak.concurrent", attributes: .concurrent)

  /// Returns when all that waits in them by now has been done.
  func flush() async {
    for queue in serial + [store, concurrent, .main] {
      await withCheckedContinuation { done in
        queue.async(flags: .barrier) { done.resume() }
      }
    }
  }
}
