// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

/// Compares random use of a store from several threads with a sequential model.
///
/// The model applies the actions in the order in which the store has reduced them.
@Suite struct StoreModelTests {
  @Test
  func `Contract 2, 7, 11, 12, 13, 15, 20, 23: random runs agree with the model`() async {
    await expectNoFailures { await Run(seed: $0).failures() }
  }
}

private struct ModelState: Equatable, Sendable {
  var numbers = [0, 0, 0, 0]
  var text = ""
  var pair = Pair()
  var log: [Op] = []

  struct Pair: Equatable, Sendable {
    var left = 0
    var right = 0
  }

  var sum: Int { numbers.reduce(0, +) }

  mutating func apply(_ op: Op) {
    log.append(op)
    switch op.kind {
    case 0: numbers[op.value % 4] += 1
    case 1: text = String(op.value % 3)
    case 2: pair.left = op.value % 2
    case 3: pair.right += 1
    default: break
    }
  }

  /// The observed slices as text.
  static let slices: [@Sendable (ModelState) -> String] = [
    { "\($0.numbers)" }, { "\($0.text)" }, { "\($0.pair)" }, { "\($0.pair.left)" },
    { "\($0.sum)" }, { "\($0.numbers.count)" },
  ]
}

private struct Op: Action, Equatable {
  let thread: Int
  let number: Int
  let kind: Int
  let value: Int
}

/// `@unchecked`: only its subscription writes `props`.
private final class ModelService: ServiceComponent, @unchecked Sendable {
  let disposer = Disposer()
  let queue: DispatchQueue
  let observer: ModelObserver
  var props = "-" { didSet { observer.received.record(props) } }

  init(_ observer: ModelObserver, on queue: DispatchQueue) {
    self.observer = observer
    self.queue = queue
  }
}

private struct Run {
  let seed: UInt64

  func failures() async -> [String] {
    let store = Store(state: ModelState()) { state, action in
      if let op = action as? Op { state.apply(op) }
    }
    let observers = Recorder<ModelObserver>()
    let actions = store.scope(\.text).recordActions { _, action in action as? Op }
    let serial = DispatchQueue(label: "runnel.model.serial")
    let survivors = Disposer()
    let services = Recorder<ModelService>()

    await onThreads(3) { thread in
      var random = ModelRandom(seed: seed, thread: thread)
      var own: [Disposable] = []
      for number in 0..<20 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<6:
          store.dispatch(
            Op(
              thread: thread, number: number, kind: Int.random(in: 0..<5, using: &random),
              value: Int.random(in: 0..<12, using: &random)))
        case 6, 7:
          let observer = ModelObserver(
            slice: Int.random(in: 0..<ModelState.slices.count, using: &random),
            delivery: Bool.random(using: &random) ? .every : .latest,
            isAlive: Bool.random(using: &random))
          let queues: [DispatchQueue?] = [nil, serial, .global()]
          let queue = queues[Int.random(in: 0..<3, using: &random)]
          let token = observe(store, observer, on: queue)
          observers.record(observer)
          if observer.isAlive { token.dispose(on: survivors) } else { own.append(token) }
        case 8:
          if !own.isEmpty {
            own.remove(at: Int.random(in: 0..<own.count, using: &random)).dispose()
          }
        default:
          let observer = ModelObserver(
            slice: Int.random(in: 0..<ModelState.slices.count, using: &random), delivery: .every,
            isAlive: true)
          let service = ModelService(observer, on: Bool.random(using: &random) ? serial : .global())
          let slice = ModelState.slices[observer.slice]
          service.connect(to: store) { state, _ in slice(state) }
          services.record(service)
          observers.record(observer)
        }
      }
      own.forEach { $0.dispose() }
    }
    await store.settled()

    let log = store.state.log
    var model = ModelState()
    var states = [model]
    for op in log {
      model.apply(op)
      states.append(model)
    }
    var failures: [String] = []
    if store.state != model { failures.append("the state differs from that of its actions") }
    if actions.values != log { failures.append("the listener received other actions") }
    for thread in 0..<3 {
      let numbers = log.filter { $0.thread == thread }.map(\.number)
      if numbers != numbers.sorted() { failures.append("thread \(thread) is out of order") }
    }
    for observer in observers.values {
      failures += observer.failures(comparedWith: states.map(ModelState.slices[observer.slice]))
    }
    for service in services.values {
      let last = ModelState.slices[service.observer.slice](model)
      if service.props != last { failures.append("props are \(service.props) instead of \(last)") }
    }
    survivors.dispose()
    actions.dispose()
    services.values.forEach { $0.disposer.dispose() }
    // What ends while another thread reads the state is removed by the drain.
    await store.settled()
    if !store.isUnused { failures.append("connections or slices are left: \(store.connections)") }
    return failures
  }

  private func observe(
    _ store: Store<ModelState>, _ observer: ModelObserver, on queue: DispatchQueue?
  ) -> Disposable {
    func observe<Local: Sendable>(_ scope: Store<Local>) -> Disposable {
      scope.observe(on: queue, delivery: observer.delivery) { observer.received.record("\($0)") }
    }
    return switch observer.slice {
    case 0: observe(store.scope(\.numbers))
    case 1: observe(store.scope(\.text))
    case 2: observe(store.scope(\.pair))
    case 3: observe(store.scope(\.pair).scope(\.left))
    case 4: observe(store.scope(\.sum))
    default: observe(store.scope { $0.numbers.count })
    }
  }
}
