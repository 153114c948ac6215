// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// The action that the tests of `send` count, and a store that counts it.
struct Add: Action {}

func makeAdder(
  on queue: DispatchQueue? = nil, clock: any Clock<Duration> = ContinuousClock()
) -> Store<Int> {
  Store(
    state: 0, reducer: .updating(Add.self) { count, _ in count += 1 }, queue: queue, clock: clock)
}

@Suite struct SendingTests {
  /// The queues of a store, and whether the caller of `send` is on that queue.
  enum Place: CaseIterable {
    case offPrivateQueue, offSerialQueue, onSerialQueue, offConcurrentQueue, onConcurrentQueue
    case inBarrier, onGlobalQueue

    func makeQueue() -> DispatchQueue? {
      switch self {
      case .offPrivateQueue: nil
      case .offSerialQueue, .onSerialQueue: DispatchQueue(label: "runnel.tests.target")
      case .offConcurrentQueue, .onConcurrentQueue, .inBarrier:
        DispatchQueue(label: "runnel.tests.target", attributes: .concurrent)
      case .onGlobalQueue: .global()
      }
    }

    func run(_ body: @escaping @Sendable () -> Void, on queue: DispatchQueue?) async {
      guard let queue else { return await onThread(body) }
      switch self {
      case .offPrivateQueue, .offSerialQueue, .offConcurrentQueue: await onThread(body)
      case .onSerialQueue, .onConcurrentQueue, .onGlobalQueue:
        await RunnelTestSupport.run(on: queue, body)
      case .inBarrier: await RunnelTestSupport.run(on: queue, flags: .barrier, body)
      }
    }
  }

  /// Without an observer, a thread that sends to an idle store takes the place of its queue.
  @Test(arguments: Place.allCases, [true, false])
  func `Contract 2, 3, 41: all actions so far are reduced and seen on return`(
    place: Place, isObserved: Bool
  ) async {
    let queue = place.makeQueue()
    let overlaps = OverlapDetector()
    let store = Store(
      state: [Int](repeating: 0, count: 4),
      reducer: .updating(Step.self) { counts, step in
        overlaps.run {
          if counts[step.thread] == step.number { counts[step.thread] += 1 }
        }
      }, queue: queue)
    let seen = (0..<(isObserved ? 4 : 0)).map { thread in
      store.scope { $0[thread] }.recordValues()
    }
    await store.settled()
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for round in 0..<(place == .inBarrier ? 5 : 25) {
            await place.run(
              {
                for number in (round * 5)..<(round * 5 + 4) {
                  let step = Step(thread: thread, number: number)
                  if round.isMultiple(of: 2) { store.dispatch(step) } else { store.send(step) }
                }
                store.send(Step(thread: thread, number: round * 5 + 4))
                #expect(store.state[thread] == round * 5 + 5)
                if isObserved { #expect(seen[thread].values == Array(0...(round * 5 + 5))) }
              }, on: queue)
          }
        }
      }
    }
    #expect(overlaps.overlaps == 0)
  }

  private struct Step: Action {
    let thread: Int
    let number: Int
  }

  @Test @MainActor
  func `Contract 41: main-actor components and observers have their values on return`() async {
    let store = makeStore()
    let order = Recorder<String>()
    let view = CounterView()
    view.connect(to: store.scope(\.counter))
    let tokens = [
      store.scope(\.counter).observe(on: MainActor.self) { order.record("main \($0)") },
      store.scope(\.counter).observe { order.record("store \($0)") },
    ]
    await store.settled()
    _ = order.takeValues()
    store.send(AppAction.set(1))
    #expect(view.history == [0, 1])
    #expect(order.values == ["store 1", "main 1"])
    // This change waits for the main queue, and arrives with the next `send`.
    store.dispatch(AppAction.set(2))
    store.send(AppAction.nothing)
    #expect(view.history == [0, 1, 2])
    #expect(order.values == ["store 1", "main 1", "store 2", "main 2"])
    // The blocks that were on their way deliver nothing twice.
    await store.settled()
    await run(on: .main) {}
    #expect(view.history == [0, 1, 2])
    #expect(order.count == 4)
    tokens.forEach { $0.dispose() }
  }

  @Test func `an endless chain of actions doesn't keep the caller`() async {
    let isOver = Counter()
    let store = Store(
      state: 0,
      reducer: Reducer.on(AppAction.self) { count, _ in
        count += 1
        return isOver.value == 0 ? .send(AppAction.increment) : .none
      })
    store.send(AppAction.increment)
    #expect(store.state > 0)
    isOver.increment()
    await store.settled()
  }

  @Test func `Contract 3 and 41: inside the store's work, the action is reduced afterward`() async {
    let box = StoreBox<AppState>()
    let places = ["reducer", "middleware", "observer", "listener", "connector"]
    let seen = Recorder<String>()
    @Sendable func send(from place: String) {
      guard let store = box.store, !seen.values.contains(place) else { return }
      seen.record(place)
      store.send(AppAction.append(places.firstIndex(of: place) ?? -1))
    }
    let store = Store(
      state: AppState(),
      reducer: { state, action in
        send(from: "reducer")
        appReducer(state: &state, action: action)
      },
      middleware: [
        Middleware { action, _, next in
          send(from: "middleware")
          next(action)
        }
      ])
    box.store = store
    let service = ServiceRecorder(-1, queue: DispatchQueue(label: "runnel.tests.service"))
    service.connect(to: store) { state, _ in
      send(from: "connector")
      return state.counter
    }
    let tokens = [
      store.observe { _ in send(from: "observer") },
      store.onAction { _ in send(from: "listener") },
    ]
    store.send(AppAction.increment)
    await store.settled()
    #expect(seen.values.sorted() == places.sorted())
    #expect(store.state.rows.sorted() == Array(places.indices))
    box.store = nil
    tokens.forEach { $0.dispose() }
  }

  @Test(arguments: [false, true]) @MainActor
  func `Contract 36, 41: a long wait of the main thread is reported`(isForReducer: Bool) async {
    let (isBusy, isReported) = (Gate(), Gate())
    let queue = DispatchQueue(label: "runnel.tests.busy")
    let messages = Recorder<String>()
    @Sendable func work() {
      isBusy.open()
      isReported.pass()
    }
    let store = Misuse.$handler.withValue({ warning in
      messages.record(warning.message)
      isReported.open()
    }) {
      Store(
        state: 0,
        reducer: .updating(AppAction.self) { count, action in
          if action == .nothing { work() } else { count += 1 }
        }, queue: queue)
    }
    if isForReducer { store.dispatch(AppAction.nothing) } else { queue.async { work() } }
    await isBusy.opened()
    store.engine.waitLimits.report = 10_000_000
    store.send(AppAction.increment)
    #expect(store.state == 1)
    #expect(
      messages.values == [
        """
        send(_:) has blocked the main thread for two seconds.
        Why: a reducer, an observer or other work that it waits for takes this long, or waits for \
        this thread. If so, send(_:) returns after eight seconds, and its action is reduced later.
        Fix: return an effect for work that takes time, don't wait for other threads in reducers \
        and observers, or use `dispatch` here.
        """
      ])
  }
}

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
