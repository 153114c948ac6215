// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct SendingTests {
  /// The queues of a store, and whether the caller of `send` is on that queue.
  enum Place: CaseIterable, CustomTestStringConvertible {
    case offPrivateQueue, offSerialQueue, onSerialQueue, offConcurrentQueue, onConcurrentQueue
    case inBarrier, onGlobalQueue

    var testDescription: String { "\(self)" }

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
      await withCheckedContinuation { continuation in
        let work: @Sendable () -> Void = {
          body()
          continuation.resume()
        }
        switch self {
        case .offPrivateQueue, .offSerialQueue, .offConcurrentQueue:
          DispatchQueue(label: "runnel.tests.sender").async(execute: work)
        case .onSerialQueue, .onConcurrentQueue, .onGlobalQueue: queue.async(execute: work)
        case .inBarrier: queue.async(flags: .barrier, execute: work)
        }
      }
    }
  }

  @Test(arguments: Place.allCases)
  func `Contract 41: the action and all before it are reduced and observed on return`(
    place: Place
  ) async {
    let queue = place.makeQueue()
    let store = Store(state: [Int](), reducer: .edits, queue: queue)
    let seen = Recorder<Int>()
    let subscription = store.scope(\.count).observe { seen.record($0) }
    await store.settled()
    for round in 0..<50 {
      await place.run(
        {
          let number = round * 3
          store.dispatch(Edit<[Int]> { $0.append(number) })
          store.dispatch(Edit<[Int]> { $0.append(number + 1) })
          store.send(Edit<[Int]> { $0.append(number + 2) })
          #expect(store.state == Array(0...(number + 2)))
          #expect(seen.values == Array(0...(number + 3)))
        }, on: queue)
    }
    subscription.dispose()
  }

  @Test(arguments: Place.allCases)
  func `Contract 2, 3 and 41: threads that send and dispatch keep their order`(
    place: Place
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
    let isBarrier = place == .inBarrier
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for round in 0..<(isBarrier ? 5 : 25) {
            await place.run(
              {
                for number in (round * 5)..<(round * 5 + 4) {
                  store.dispatch(Step(thread: thread, number: number))
                }
                store.send(Step(thread: thread, number: round * 5 + 4))
                #expect(store.state[thread] == round * 5 + 5)
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
    let main = store.scope(\.counter).observe(on: MainActor.self) { order.record("main \($0)") }
    let inline = store.scope(\.counter).observe { order.record("store \($0)") }
    await store.settled()
    for value in 1...100 {
      store.send(AppAction.set(value))
      #expect(view.history.last == value)
      #expect(order.values.suffix(2) == ["store \(value)", "main \(value)"])
    }
    #expect(view.history == Array(0...100))
    main.dispose()
    inline.dispose()
  }

  @Test @MainActor
  func `Contract 41: a delivery that waits for the main queue arrives with the next send`() async {
    let store = makeStore()
    let view = CounterView()
    view.connect(to: store.scope(\.counter))
    let names = Recorder<String>()
    let subscription = store.scope(\.name).observe(on: MainActor.self) { names.record($0) }
    await store.settled()
    store.dispatch(AppAction.set(1))
    store.dispatch(AppAction.rename("b"))
    store.send(AppAction.nothing)
    #expect(view.history == [0, 1])
    #expect(names.values == ["a", "b"])
    // The blocks that were on their way deliver nothing twice.
    await store.settled()
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
    #expect(view.history == [0, 1])
    #expect(names.values == ["a", "b"])
    subscription.dispose()
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

  // MARK: Where a wait would be a deadlock

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
    let observer = store.observe { _ in send(from: "observer") }
    let listener = store.onAction { _ in send(from: "listener") }
    let queue = DispatchQueue(label: "runnel.tests.service")
    let service = ServiceRecorder(-1, queue: queue)
    service.connect(to: store) { state, _ in
      send(from: "connector")
      return state.counter
    }
    store.send(AppAction.increment)
    await store.settled()
    #expect(seen.values.sorted() == places.sorted())
    #expect(store.state.rows.sorted() == Array(places.indices))
    box.store = nil
    observer.dispose()
    listener.dispose()
    service.disposer.dispose()
  }

  @Test(arguments: [false, true]) @MainActor
  func `Contract 36 and 41: a long wait of the main thread is reported once, whatever it waits for`(
    isForReducer: Bool
  ) async {
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

  // MARK: Typed stores

  @Test func `a typed store sends the actions of its type, and an instance those of its own`() {
    enum Step: Action { case up }
    struct Pair: Equatable, Sendable { var (left, right) = (0, 0) }
    let counter = Reducer<Int>.updating(Step.self) { count, _ in count += 1 }
    let store = Store(
      state: Pair(),
      reducer: Reducer {
        counter.scope(\.left).instance("left")
        counter.scope(\.right).instance("right")
      })
    store.scope(\.left, accepting: Step.self).send(.up)
    #expect(store.state == Pair(left: 1, right: 1))
    store.instance("left").scope(\.left, accepting: Step.self).send(.up)
    #expect(store.state == Pair(left: 2, right: 1))
  }
}
