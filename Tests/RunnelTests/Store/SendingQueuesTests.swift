// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// `send`, and queues with targets, global queues and concurrent ones.
@Suite struct SendingQueuesTests {
  private struct Add: Action {}
  private struct Block: Action {}

  private static func makeStore(on queue: DispatchQueue? = nil) -> Store<Int> {
    Store(state: 0, reducer: .updating(Add.self) { count, _ in count += 1 }, queue: queue)
  }

  private static func makeStore(
    on queue: DispatchQueue?, reportingTo messages: Recorder<String>
  ) -> Store<Int> {
    Misuse.$handler.withValue({ messages.record($0.message) }) { makeStore(on: queue) }
  }

  /// Limits for calls that exhaust them in any case.
  private static let impatience = WaitLimits(
    report: 40_000_000, short: 10_000_000, standstill: 120_000_000)

  // MARK: Targets

  /// A caller that keeps the target of the queue that was passed to a store.
  enum Place: CaseIterable, CustomTestStringConvertible {
    case target, sibling, observer, worker

    var testDescription: String { "\(self)" }

    func run(_ body: @escaping @Sendable () -> Void, keeping target: DispatchQueue) async {
      let other = SendingQueuesTests.makeStore()
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
  func `Contract 36, 37 and 41: a caller that keeps the target of a store's queue goes on`(
    place: Place
  ) async {
    let target = DispatchQueue(label: "runnel.tests.target")
    let middle = DispatchQueue(label: "runnel.tests.middle", target: target)
    let messages = Recorder<String>()
    let stores = [target, middle].map {
      SendingQueuesTests.makeStore(
        on: DispatchQueue(label: "runnel.tests.passed", target: $0), reportingTo: messages)
    }
    for store in stores { store.engine.waitLimits = SendingQueuesTests.impatience }
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
    for store in stores { store.engine.waitLimits = WaitLimits() }
    for store in stores { await onThread { store.send(Add()) } }
    #expect(stores.map(\.state) == [4, 4])
    #expect(messages.count == 6)
  }

  @Test(arguments: [0, 1, 3]) @MainActor
  func `Contract 41: the main thread sends to a store whose queue targets the main queue`(
    depth: Int
  ) async {
    let queue = (0..<depth).reduce(DispatchQueue.main) { target, _ in
      DispatchQueue(label: "runnel.tests.ui", target: target)
    }
    let store = SendingQueuesTests.makeStore(on: queue)
    let view = CounterView()
    view.connect(to: store)
    await store.settled()
    store.send(Add())
    #expect(store.state == 1)
    #expect(view.history == [0, 1])
    await onThread { store.send(Add()) }
    #expect(store.state == 2)
  }

  @Test @MainActor
  func `Contract 41: it also goes on while the store is too new to have seen its target`() async {
    let messages = Recorder<String>()
    let queue = DispatchQueue(label: "runnel.tests.ui", target: .main)
    let store = SendingQueuesTests.makeStore(on: queue, reportingTo: messages)
    store.engine.waitLimits = SendingQueuesTests.impatience
    store.send(Add())
    store.engine.waitLimits = WaitLimits()
    #expect(messages.count == 1)
    await store.settled()
    store.send(Add())
    #expect(store.state == 2)
    #expect(messages.count == 1)
  }

  // MARK: Queues of several threads

  private static func run(
    _ count: Int, on queue: DispatchQueue, _ body: @escaping @Sendable (Int) -> Void
  ) async {
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for index in 0..<count { queue.async(group: group) { body(index) } }
      group.notify(queue: DispatchQueue(label: "runnel.tests.end")) { continuation.resume() }
    }
  }

  @Test func `Contract 4 and 41: many blocks of a global queue send to a store that was passed it`()
    async
  {
    let store = SendingQueuesTests.makeStore(on: .global())
    let token = store.observe { _ in }
    await SendingQueuesTests.run(200, on: .global()) { _ in
      store.dispatch(Add())
      store.send(Add())
    }
    #expect(store.state == 400)
    token.dispose()
  }

  @Test func `Contract 41: a block of a concurrent queue goes on where another one's turn ended`()
    async
  {
    let queue = DispatchQueue(label: "runnel.tests.concurrent", attributes: .concurrent)
    let store = SendingQueuesTests.makeStore(on: queue)
    let (isReducing, goesOn, isSending) = (Gate(), Gate(), Gate())
    let token = store.observe { count in
      guard count == 1 else { return }
      isReducing.open()
      goesOn.pass()
    }
    await store.settled()
    async let first: Void = SendingQueuesTests.run(1, on: queue) { _ in store.send(Add()) }
    await isReducing.opened()
    for _ in 0..<1_000 { store.dispatch(Add()) }
    async let second: Void = SendingQueuesTests.run(1, on: queue) { _ in
      isSending.open()
      store.send(Add())
      #expect(store.state == 1_002)
    }
    await isSending.opened()
    // Behind this, the store gets no other turn on the queue before both blocks have ended.
    queue.async(flags: .barrier) {}
    goesOn.open()
    await first
    await second
    token.dispose()
  }

  // MARK: Waits

  @Test(arguments: [nil, DispatchQueue.main]) @MainActor
  func `Contract 36 and 41: a main thread that runs a reducer for long is reported`(
    queue: DispatchQueue?
  ) async {
    let messages = Recorder<String>()
    let isOver = Gate()
    let store = Misuse.$handler.withValue({ messages.record($0.message) }) {
      Store(
        state: 0,
        reducer: .updating(Block.self) { _, _ in
          let limit = Int(SendingQueuesTests.impatience.report)
          DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(limit)) {
            isOver.open()
          }
          isOver.pass()
        }, queue: queue)
    }
    store.engine.waitLimits = SendingQueuesTests.impatience
    store.send(Block())
    #expect(
      messages.values.map { $0.prefix { $0 != "\n" } }
        == ["send(_:) has blocked the main thread for two seconds."])
  }

  @Test func `Contract 37 and 41: an observer that waits for the caller's queue stops neither`()
    async
  {
    let messages = Recorder<String>()
    let queue = DispatchQueue(label: "runnel.tests.caller")
    let store = SendingQueuesTests.makeStore(on: nil, reportingTo: messages)
    store.engine.waitLimits = SendingQueuesTests.impatience
    let token = store.observe { if $0 == 1 { queue.sync {} } }
    await store.settled()
    await withCheckedContinuation { continuation in
      queue.async {
        store.send(Add())
        continuation.resume()
      }
    }
    #expect(
      messages.values.map { $0.prefix { $0 != "\n" } }
        == ["send(_:) has blocked its thread for two seconds."])
    await store.settled()
    #expect(store.state == 1)
    token.dispose()
  }

  // MARK: Actions that follow on the main thread

  /// A view that dispatches until its props are a multiple of four.
  @MainActor private final class Climber: ViewComponent {
    let disposer = Disposer()
    let store: Store<Int>
    var props = 0 { didSet { if !props.isMultiple(of: 4) { store.dispatch(Add()) } } }

    init(_ store: Store<Int>) {
      self.store = store
      connect(to: store)
    }
  }

  static let queues: [DispatchQueue?] = [
    nil, .main, .global(), DispatchQueue(label: "runnel.tests.serial"),
    DispatchQueue(label: "runnel.tests.concurrent", attributes: .concurrent),
  ]

  @Test(arguments: queues, [false, true]) @MainActor
  func `Contract 41: what views dispatch is reduced and delivered, whether idle or busy`(
    queue: DispatchQueue?, isBusy: Bool
  ) async {
    let store = SendingQueuesTests.makeStore(on: queue)
    let climber = Climber(store)
    let last = Recorder<Int>()
    let token = store.observe(on: .main) { last.record($0) }
    await store.settled()
    for round in 1...100 {
      if isBusy { store.dispatch(Add()) }
      store.send(Add())
      #expect(store.state == 4 * round)
      #expect(climber.props == 4 * round)
      #expect(last.values.last == 4 * round)
    }
    token.dispose()
  }

  @Test @MainActor func `Contract 37 and 41: an observer that always dispatches keeps no caller`()
    async
  {
    let store = SendingQueuesTests.makeStore()
    let isOver = Counter()
    let token = store.observe(on: .main) { _ in
      if isOver.value == 0 { store.dispatch(Add()) }
    }
    await store.wait(until: { $0 > 0 })
    store.send(Add())
    isOver.increment()
    await store.settled()
    token.dispose()
  }
}
