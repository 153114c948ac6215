// SPDX-License-Identifier: MIT

import Opponents
import Runnel

/// W8: subscribe to a slice without observers, and dispose, while other slices are observed.
struct Subscriptions: StoreWorkload {
  typealias State = Ten<Ten<Ten<Int>>>
  typealias Change = Bump

  enum Part: String, CaseIterable {
    case subscribe, deliver = "subscribe, until delivered", dispose
  }

  let part: Part
  /// The number of other observers: the measured ones use the remaining slices.
  let others: Int
  let actions: Int

  private static let paths = State.leaves

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Bump {
    let store = Subject(state: State()) { state, _ in state.bump(0) }
    defer { store.close() }
    return try reading(settle: { _ = store.current }) { path, notified in
      store.observe(path) { _ in notified.record() }
    } dispose: {
      $0()
    }
  }

  func runnel() throws -> Reading {
    let store = Store(state: State()) { state, _ in state.bump(0) }
    return try reading(settle: { store.waitUntilSettled() }) { path, notified in
      store.scope(path).observe { _ in notified.record() }
    } dispose: {
      $0.dispose()
    }
  }

  func floor() throws -> Reading {
    let registry = Registry(slices: State.leafCount)
    var slice = 0
    return try reading(settle: {}) { _, notified in
      defer { slice += 1 }
      return registry.add(to: slice) { _ in notified.record() }
    } dispose: {
      registry.remove($0)
    }
  }

  private func reading<Token>(
    settle: () -> Void, subscribe: (any KeyPath<State, Int> & Sendable, Countdown) -> Token,
    dispose: (Token) -> Void
  ) throws -> Reading {
    let notified = Countdown()
    notified.expect(others)
    let kept = Subscriptions.paths[..<others].map { subscribe($0, notified) }
    try notified.wait()

    let paths = Subscriptions.paths[others...].prefix(actions)
    var tokens: [Token] = []
    tokens.reserveCapacity(actions)
    notified.expect(actions)
    var subscribing = Duration.zero
    let delivering = try ContinuousClock().measure {
      subscribing = ContinuousClock().measure {
        for path in paths { tokens.append(subscribe(path, notified)) }
      }
      try notified.wait()
    }
    settle()
    let disposing = ContinuousClock().measure {
      for token in tokens { dispose(token) }
      settle()
    }
    try expect("deliveries", notified.count, is: others + actions)
    kept.forEach(dispose)
    let times = [Part.subscribe: subscribing, .deliver: delivering, .dispose: disposing]
    return Reading(times[part] ?? .zero, per: actions)
  }

  static func workload(_ scale: Scale) -> Workload {
    let others = scale == .full ? 100 : 10
    let elsewhere = "subscribes on another thread: see until delivered"
    let unable: [Part: [Opponent: String]] = [
      .subscribe: [.blocks: elsewhere, .stream: elsewhere],
      .dispose: [.stream: "ends it in a task, without reporting the end"],
    ]
    return Workload(
      name: "W8",
      title: "observe a slice without observers, with \(others) observers of other slices",
      operation: "subscription",
      entrants: Part.allCases.flatMap { part in
        let (name, count) = (part.rawValue, scale == .full ? 900 : 90)
        let work = Subscriptions(part: part, others: others, actions: count)
        return Entrant.pair(name, size: count, runnel: work.runnel, floor: work.floor)
          + work.opponents(name, size: count, unable: unable[part] ?? [:])
      },
      budgets: [
        Budget(Part.subscribe.rawValue, against: "floor", atMost: 6.7),
        Budget(Part.deliver.rawValue, against: "floor"),
        Budget(Part.dispose.rawValue, against: "floor", atMost: 3.3),
      ])
  }
}

private final class Registry: Sendable {
  typealias Key = (slice: Int, number: Int)

  private let lock = PlainLock()
  // `nonisolated(unsafe)`: accessed while `lock` is locked.
  private nonisolated(unsafe) var slices: [[Int: (Int) -> Void]]
  private nonisolated(unsafe) var last = 0

  init(slices: Int) { self.slices = Array(repeating: [:], count: slices) }

  func add(to slice: Int, _ observer: @escaping (Int) -> Void) -> Key {
    lock.lock()
    last += 1
    slices[slice][last] = observer
    let key = (slice: slice, number: last)
    lock.unlock()
    observer(0)
    return key
  }

  func remove(_ key: Key) {
    lock.lock()
    slices[key.slice][key.number] = nil
    lock.unlock()
  }
}

/// W8m: the heap memory of a subscription.
enum SubscriptionMemory {
  private static func reading<Token>(
    _ count: Int, settle: () -> Void, subscribe: (Int) -> Token
  ) throws -> Reading {
    var tokens: [Token] = []
    tokens.reserveCapacity(count)
    settle()
    guard let before = Heap.bytesInUse else {
      throw WrongOutcome("the system doesn't report the heap")
    }
    for number in 0..<count { tokens.append(subscribe(number)) }
    settle()
    let after = Heap.bytesInUse ?? before
    return withExtendedLifetime(tokens) {
      Reading([.bytes: Double(after - before) / Double(count)])
    }
  }

  static func workload(_ scale: Scale) -> Workload {
    typealias State = Subscriptions.State
    let count = scale.actions(20_000)
    return Workload(
      name: "W8m",
      title: "the heap with \(count.grouped) subscriptions to 1,000 slices",
      operation: "subscription",
      entrants: Entrant.pair(size: count) {
        let store = Store(state: State()) { state, _ in state.bump(0) }
        let paths = State.leaves
        return try reading(count, settle: { store.waitUntilSettled() }) {
          store.scope(paths[$0 % paths.count]).observe { _ in }
        }
      } floor: {
        let registry = Registry(slices: State.leafCount)
        return try reading(count, settle: {}) { registry.add(to: $0 % State.leafCount) { _ in } }
      },
      budgets: [Budget(.init("Runnel"), .bytes, atMost: 300)],
      mostRounds: 7)
  }
}
