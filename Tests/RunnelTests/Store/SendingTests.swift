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
