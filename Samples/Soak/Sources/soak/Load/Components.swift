// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

final class SoakView: ViewComponent {
  let disposer = Disposer()
  let probe: Probe
  let delivery: Delivery
  var props = Reading() { didSet { probe.receive(props) } }

  init(_ probe: Probe, _ delivery: Delivery) {
    self.probe = probe
    self.delivery = delivery
  }
}

/// Invariant for `@unchecked`: only the connection accesses `props`, one delivery at a time.
final class SoakService: ServiceComponent, @unchecked Sendable {
  let disposer = Disposer()
  let probe: Probe
  let queue: DispatchQueue
  let delivery: Delivery
  var props = Reading() { didSet { probe.receive(props) } }

  init(_ probe: Probe, _ queue: DispatchQueue, _ delivery: Delivery) {
    self.probe = probe
    self.queue = queue
    self.delivery = delivery
  }
}

/// A listener to every action, whose numbers increase by one.
final class SoakListener: ServiceActionListener, Sendable {
  let disposer = Disposer()
  let probe: Probe
  let queue: DispatchQueue

  init(_ probe: Probe, _ queue: DispatchQueue) {
    self.probe = probe
    self.queue = queue
  }

  func update(props: Reading) {
    probe.receive(props)
  }
}

/// The queues that all members share.
struct Queues: Sendable {
  let store = DispatchQueue(label: "soak.store")
  let serial = (0..<4).map { DispatchQueue(label: "soak.serial.\($0)") }
  let concurrent = DispatchQueue(label: "soak.concurrent", attributes: .concurrent)

  /// Returns when all work that is now pending in the queues has been done.
  func flush() async {
    for queue in serial + [store, concurrent, .main] {
      await withCheckedContinuation { done in
        queue.async(flags: .barrier) { done.resume() }
      }
    }
  }
}
