// SPDX-License-Identifier: MIT

import Dispatch
import Harness
import Opponents
import Runnel

/// W8: subscribe to a slice without observers, and dispose, while other slices are observed.
struct Subscriptions: StoreWorkload {
  typealias State = Ten<Ten<Ten<Int>>>

  struct Change: Action {}

  enum Part: String, CaseIterable {
    /// The calls alone.
    case subscribe = "subscribe"
    /// Until every observer has received the current value.
    case deliver = "subscribe, until delivered"
    /// Until the store has settled.
    case dispose = "dispose"

    /// The budget of Runnel, relative to the floor.
    var limit: Double? {
      switch self {
      case .subscribe: 6.7
      case .deliver: nil
      case .dispose: 3.3
      }
    }

    /// The stores that cannot be measured.
    var unable: [Opponent: String] {
      switch self {
      case .subscribe:
        let reason = "subscribes on another thread: see until delivered"
        return [.blocks: reason, .stream: reason]
      case .deliver: return [:]
      case .dispose: return [.stream: "ends it in a task, without reporting the end"]
      }
    }
  }

  let part: Part
  /// The number of other observers.
  ///
  /// The measured observers use the remaining slices.
  let others: Int
  let actions: Int

  private static let paths = State.leaves

  func round<Subject: ActionStore>(of subject: Subject.Type, actions: Int) throws -> Reading
  where Subject.State == State, Subject.Action == Change {
    let store = Subject(state: State()) { state, _ in state.bump(0) }
    defer { store.close() }
    return try reading(settle: { _ = store.current }) { path, notified in
      store.observe(path) { _ in notified.record() }
    } dispose: {
      $0()
    }
  }

  /// Runs Runnel as its users do, without the interface of all contenders.
  func runnel() throws -> Reading {
    let store = Store(state: State()) { state, _ in state.bump(0) }
    return try reading(settle: store.settle) { path, notified in
      store.scope(path).observe { _ in notified.record() }
    } dispose: {
      $0.dispose()
    }
  }

  /// Uses the observers of each slice, under a lock.
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
    settle: () -> Void,
    subscribe: (any KeyPath<State, Int> & Sendable, Countdown) -> Token,
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
    switch part {
    case .subscribe: return Reading(subscribing, per: actions)
    case .deliver: return Reading(delivering, per: actions)
    case .dispose: return Reading(disposing, per: actions)
    }
  }
}

/// The observers of the floor.
private final class Registry: Sendable {
  struct Key {
    let slice: Int
    let number: Int
  }

  private let lock = PlainLock()
  // `nonisolated(unsafe)`: accessed while `lock` is locked.
  private nonisolated(unsafe) var slices: [[Int: (Int) -> Void]]
  private nonisolated(unsafe) var last = 0

  init(slices: Int) {
    self.slices = Array(repeating: [:], count: slices)
  }

  func add(to slice: Int, _ observer: @escaping (Int) -> Void) -> Key {
    lock.lock()
    last += 1
    slices[slice][last] = observer
    let key = Key(slice: slice, number: last)
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
struct SubscriptionMemory {
  typealias State = Subscriptions.State

  let count: Int

  func runnel() throws -> Reading {
    let store = Store(state: State()) { state, _ in state.bump(0) }
    let paths = State.leaves
    return try reading(settle: store.settle) {
      store.scope(paths[$0 % paths.count]).observe { _ in }
    }
  }

  func floor() throws -> Reading {
    let registry = Registry(slices: State.leafCount)
    return try reading(settle: {}) { registry.add(to: $0 % State.leafCount) { _ in } }
  }

  private func reading<Token>(
    settle: () -> Void,
    subscribe: (Int) -> Token
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
}

extension Store {
  /// Blocks until the store has settled.
  fileprivate func settle() { waitUntilSettled() }
}

extension Subscriptions {
  static func workload(_ scale: Scale) -> Workload {
    let others = scale == .full ? 100 : 10
    return Workload(
      name: "W8",
      title: "observe a slice without observers, with \(others) observers of other slices",
      operation: "subscription",
      entrants: Part.allCases.flatMap { part in
        let work = Subscriptions(part: part, others: others, actions: scale == .full ? 900 : 90)
        return [
          Entrant("Runnel", part.rawValue, size: work.actions, round: work.runnel),
          Entrant("floor", part.rawValue, size: work.actions, round: work.floor),
        ]
          + work.opponents(part.rawValue, size: work.actions, unable: part.unable)
      },
      budgets: Part.allCases.map { part in
        let floor = Entrant.ID("floor", part.rawValue)
        return Budget(.init("Runnel", part.rawValue), against: floor, atMost: part.limit)
      }
    )
  }

  static func memory(_ scale: Scale) -> Workload {
    let work = SubscriptionMemory(count: scale.actions(20_000))
    return Workload(
      name: "W8m",
      title: "the heap with \(work.count.grouped) subscriptions to 1,000 slices",
      operation: "subscription",
      entrants: [
        Entrant("Runnel", size: work.count, round: work.runnel),
        Entrant("floor", size: work.count, round: work.floor),
      ],
      budgets: [Budget(.init("Runnel"), .bytes, atMost: 300)],
      mostRounds: 7
    )
  }
}
