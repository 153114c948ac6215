// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// Calls of `send` that wait for long, or that would wait forever.
@Suite struct SendingLimitsTests {
  private struct Block: Action {}

  /// Limits for calls that exhaust them in any case.
  private static let impatience = WaitLimits(
    report: 40_000_000, short: 10_000_000, standstill: 120_000_000)

  private static let hour: UInt64 = 3_600_000_000_000

  /// Limits for calls that must not exhaust them, however busy the machine is.
  private static let patience = WaitLimits(report: hour, short: hour, standstill: hour)

  private let messages = Recorder<String>()

  /// Makes a store that is impatient and reports to `messages`.
  private func makeImpatient(
    on queue: DispatchQueue?, _ reducer: Reducer<Int> = Reducer([])
  ) -> Store<Int> {
    let store = Misuse.$handler.withValue({ [messages] in messages.record($0.message) }) {
      Store(
        state: 0,
        reducer: Reducer {
          Reducer<Int>.updating(Add.self) { count, _ in count += 1 }
          reducer
        }, queue: queue)
    }
    store.engine.waitLimits = Self.impatience
    return store
  }

  private var headlines: [Substring] { messages.values.map { $0.prefix { $0 != "\n" } } }

  /// A caller that keeps the target of the queue that was passed to a store.
  enum Place: CaseIterable {
    case target, sibling, observer, worker

    func run(_ body: @escaping @Sendable () -> Void, keeping target: DispatchQueue) async {
      let other = makeAdder()
      var token: Disposable?
      await withCheckedContinuation { continuation in
        let work: @Sendable () -> Void = {
          body()
          continuation.resume()
        }
        switch self {
        case .target: target.async(execute: work)
        case .sibling:
          DispatchQueue(label: "runnel.tests.sibling", target: target).async(execute: work)
        case .observer: token = other.observe(on: target) { if $0 == 0 { work() } }
        case .worker:
          target.async { DispatchQueue(label: "runnel.tests.worker").sync(execute: work) }
        }
      }
      token?.dispose()
    }
  }

  @Test(arguments: Place.allCases)
  func `Contract 36, 37, 41: a caller that keeps the store's target goes on`(place: Place) async {
    let target = DispatchQueue(label: "runnel.tests.target")
    let middle = DispatchQueue(label: "runnel.tests.middle", target: target)
    let stores = [target, middle].map {
      makeImpatient(on: DispatchQueue(label: "runnel.tests.passed", target: $0))
    }
    await place.run(
      {
        for _ in 0..<3 { for store in stores { store.send(Add()) } }
      }, keeping: target)
    for store in stores { await store.wait(until: { $0 == 3 }) }
    #expect(
      messages.values
        == Array(
          repeating: """
            send(_:) returned before its action was reduced.
            Why: the store's queue was not free for two seconds, or for half a second after such a \
            call. This call may block it: the queue that was passed to the store and the caller's \
            queue have a common target, or all threads of a concurrent queue wait here.
            Fix: pass that target to the store, which then detects such calls, or use `dispatch` \
            here.
            """, count: 6))
    // Elsewhere, it waits.
    for store in stores { store.engine.waitLimits = Self.patience }
    for store in stores { await onThread { store.send(Add()) } }
    #expect(stores.map(\.state) == [4, 4])
    #expect(messages.count == 6)
  }

  @Test(arguments: [0, 1, 3]) @MainActor
  func `Contract 41: the main thread sends to a store on the main queue`(depth: Int) async {
    let queue = (0..<depth).reduce(DispatchQueue.main) { target, _ in
      DispatchQueue(label: "runnel.tests.ui", target: target)
    }
    let store = makeAdder(on: queue)
    let view = CounterView()
    view.connect(to: store)
    await store.settled()
    store.send(Add())
    #expect(store.state == 1)
    #expect(view.history == [0, 1])
    await onThread { store.send(Add()) }
    #expect(store.state == 2)
  }

  @Test @MainActor func `Contract 41: main sends to a store that hasn't seen its target`() async {
    let store = makeImpatient(on: DispatchQueue(label: "runnel.tests.ui", target: .main))
    store.send(Add())
    store.engine.waitLimits = Self.patience
    #expect(messages.count == 1)
    await store.settled()
    store.send(Add())
    #expect(store.state == 2)
    #expect(messages.count == 1)
  }

  @Test(arguments: [nil, DispatchQueue.main]) @MainActor
  func `Contract 36 and 41: a main thread in a long reducer is reported`(queue: DispatchQueue?) {
    let isOver = Gate()
    let store = makeImpatient(
      on: queue,
      .updating(Block.self) { _, _ in
        let limit = Int(Self.impatience.report)
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(limit)) { isOver.open() }
        isOver.pass()
      })
    store.send(Block())
    #expect(headlines == ["send(_:) has blocked the main thread for two seconds."])
  }

  @Test func `Contract 37 and 41: an observer that waits for the caller goes on`() async {
    let queue = DispatchQueue(label: "runnel.tests.caller")
    let store = makeImpatient(on: nil)
    let token = store.observe { if $0 == 1 { queue.sync {} } }
    await store.settled()
    await run(on: queue) { store.send(Add()) }
    #expect(headlines == ["send(_:) has blocked its thread for two seconds."])
    await store.settled()
    #expect(store.state == 1)
    token.dispose()
  }

  @Test func `Contract 41: stores are passed a queue while its work is about to send`() async {
    let queue = DispatchQueue(label: "runnel.tests.shared")
    let mark = PassedQueue.add(queue)
    let found = Counter()
    await onThreads(2) { thread in
      if thread == 0 {
        for _ in 0..<200_000 { PassedQueue.add(queue)?.removeStore() }
      } else {
        queue.sync {
          for _ in 0..<200_000 where PassedQueue.isCurrent { found.increment() }
        }
      }
    }
    #expect(found.value == 200_000)
    mark?.removeStore()
  }
}
