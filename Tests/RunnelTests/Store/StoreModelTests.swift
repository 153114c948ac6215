// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// Drives a store from several threads at random, and compares all that anybody was told with a plain
/// sequential model: the list of actions in the order in which the store says that it reduced them.
@Suite struct ModelTests {
  @Test("Contract 2, 7, 11, 12, 13, 15, 20, 23: a thousand random runs agree with the model")
  func randomRuns() async {
    for seed in ModelSeeds.all {
      let failures = await Run(seed: seed).failures()
      for failure in failures.prefix(3) {
        Issue.record("seed \(seed): \(failure) (run it alone with RUNNEL_SEED=\(seed))")
      }
      if !failures.isEmpty { return }
    }
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

  /// What the observers look at, each as text.
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

/// What one observer was told.
private final class Observer: Sendable {
  let slice: Int
  let delivery: Delivery
  let told = Recorder<String>()
  let isAlive: Bool

  init(slice: Int, delivery: Delivery, isAlive: Bool) {
    self.slice = slice
    self.delivery = delivery
    self.isAlive = isAlive
  }
}

/// `@unchecked`: `props` belongs to its lane.
private final class ModelService: ServiceComponent, @unchecked Sendable {
  let disposer = Disposer()
  let queue: DispatchQueue
  let observer: Observer
  var props = "-" { didSet { observer.told.record(props) } }

  init(_ observer: Observer, on queue: DispatchQueue) {
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
    let observers = Recorder<Observer>()
    let listened = Recorder<Op>()
    let listener = store.scope(\.text).onAction { _, action in
      if let op = action as? Op { listened.record(op) }
    }
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
          let observer = Observer(
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
          let observer = Observer(
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

    // The model: the states after each prefix of the actions, in the order in which they were reduced.
    let log = store.state.log
    var model = ModelState()
    var states = [model]
    for op in log {
      model.apply(op)
      states.append(model)
    }
    var failures: [String] = []
    if store.state != model { failures.append("the state is not that of its actions") }
    if listened.values != log {
      failures.append("the listener heard other actions than were reduced")
    }
    for thread in 0..<3 {
      let numbers = log.filter { $0.thread == thread }.map(\.number)
      if numbers != numbers.sorted() { failures.append("thread \(thread) is out of order") }
    }
    for observer in observers.values {
      failures += check(observer, states)
    }
    for service in services.values {
      let last = ModelState.slices[service.observer.slice](model)
      if service.props != last {
        failures.append("a service shows \(service.props) rather than \(last)")
      }
    }
    survivors.dispose()
    listener.dispose()
    services.values.forEach { $0.disposer.dispose() }
    if !store.connections.isEmpty { failures.append("connections are left: \(store.connections)") }
    if store.engine.registry.count != 1 { failures.append("nodes are left") }
    return failures
  }

  private func observe(
    _ store: Store<ModelState>, _ observer: Observer, on queue: DispatchQueue?
  ) -> Disposable {
    func observe<Local: Sendable>(_ scope: Store<Local>) -> Disposable {
      scope.observe(on: queue, delivery: observer.delivery) { observer.told.record("\($0)") }
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

  /// Whoever is told of every change was told a run of the changes of its slice; whoever is told of the
  /// newest one was told some of them, in order. Whoever was there to the end was told the last value,
  /// and nobody was told one twice in a row.
  private func check(_ observer: Observer, _ states: [ModelState]) -> [String] {
    let told = observer.told.values
    var changes: [String] = []
    for value in states.map(ModelState.slices[observer.slice]) where value != changes.last {
      changes.append(value)
    }
    let what = "slice \(observer.slice), \(observer.delivery): told \(told) of \(changes)"
    if zip(told, told.dropFirst()).contains(where: ==) { return ["twice in a row: \(what)"] }
    if observer.isAlive, told.last != changes.last { return ["not the last value: \(what)"] }
    switch observer.delivery {
    case .every:
      let starts = changes.indices.filter { changes[$0...].starts(with: told) }
      return starts.isEmpty ? ["not a run of the changes: \(what)"] : []
    case .latest:
      var rest = changes[...]
      for value in told {
        guard let index = rest.firstIndex(of: value) else { return ["out of order: \(what)"] }
        rest = rest[index...]
      }
      return []
    }
  }
}
