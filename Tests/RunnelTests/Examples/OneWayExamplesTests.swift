// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// The examples of OneWay's documentation, written with Runnel.
@Suite struct OneWayExamplesTests {
  private struct Counter: Equatable, Sendable {
    enum Action: Runnel.Action, Equatable {
      case increment, decrement, twice
      case fetchNumber
      case setNumber(Int)
      case setText(String)
    }

    var number = 0
    var text = ""

    static let reducer = Reducer<Counter>.on(Action.self) { state, action in
      switch action {
      case .increment: state.number += 1
      case .decrement: state.number -= 1
      case .setNumber(let number): state.number = number
      case .setText(let text): state.text = text
      case .twice: return .concat(.send(Action.increment), .send(Action.increment))
      case .fetchNumber: return .run { send in send(Action.setNumber(await fetchNumber())) }
      }
      return .none
    }

    private static func fetchNumber() async -> Int {
      await Task.yield()
      return 7
    }
  }

  private let clock = ManualClock()

  private func makeStore() -> Store<Counter> {
    Store(state: Counter(), reducer: Counter.reducer, clock: clock)
  }

  @Test func `An action sends two further actions in order, or awaits a number`() async {
    let store = makeStore()
    let received = Recorder<Counter.Action>()
    let token = store.onAction { _, action in
      if let action = action as? Counter.Action { received.record(action) }
    }
    store.dispatch(Counter.Action.twice)
    store.dispatch(Counter.Action.decrement)
    await clock.advance(by: .zero)
    #expect(received.values.filter { $0 != .decrement } == [.twice, .increment, .increment])
    #expect(store.state.number == 1)
    store.dispatch(Counter.Action.fetchNumber)
    await clock.advance(by: .zero)
    #expect(store.state.number == 7)
    token.dispose()
  }

  @Test func `A store accepts actions from any thread`() async {
    let store = Store(state: Counter(), reducer: Counter.reducer)
    await onThreads(4) { thread in
      for _ in 0..<1_000 {
        store.dispatch(thread.isMultiple(of: 2) ? Counter.Action.twice : .decrement)
      }
    }
    await store.settled(includingEffects: true)
    #expect(store.state.number == 2_000)
  }

  @Test func `A scope skips equal values, and a state without == is delivered each time`() async {
    struct Opaque: Sendable { var number = 0 }
    let store = Store(state: Opaque()) { state, action in
      if case Counter.Action.setNumber(let number) = action { state.number = number }
    }
    let states = Recorder<Int>()
    let numbers = Recorder<Int>()
    let actions = Recorder<Int>()
    let disposer = Disposer()
    store.observe { states.record($0.number) }.dispose(on: disposer)
    store.scope(\.number).observe { numbers.record($0) }.dispose(on: disposer)
    store.onAction { state, _ in actions.record(state.number) }.dispose(on: disposer)
    for number in [10, 10, 20, 20] { store.dispatch(Counter.Action.setNumber(number)) }
    await store.settled()
    #expect(states.values == [0, 10, 10, 20, 20])
    #expect(numbers.values == [0, 10, 20])
    #expect(actions.values == [10, 10, 20, 20])
  }

  @Test func `Streams are bound together and disposed together`() async {
    let store = makeStore()
    let (texts, text) = AsyncStream.makeStream(of: String.self)
    let (numbers, number) = AsyncStream.makeStream(of: Int.self)
    let binding = store.bind(
      .merge(
        .stream(texts) { Counter.Action.setText($0) },
        .stream(numbers) { Counter.Action.setNumber($0) }
      ))
    text.yield("global")
    number.yield(100)
    await clock.advance(by: .zero)
    #expect(store.state == Counter(number: 100, text: "global"))

    // If one stream ends, the other continues.
    text.finish()
    number.yield(200)
    await clock.advance(by: .zero)
    #expect(store.state.number == 200)

    binding.dispose()
    number.yield(300)
    await clock.advance(by: .zero)
    #expect(store.state.number == 200)
  }

  @Test func `Other stores are bound, and deliver their current values first`() async {
    let global = Store(
      state: Counter(number: 1, text: "first"), reducer: Counter.reducer, clock: clock)
    let store = makeStore()
    let binding = store.bind(
      .merge(
        .stream(global.values(of: \.text)) { Counter.Action.setText($0) },
        .stream(global.values(of: \.number)) { Counter.Action.setNumber($0) }
      ))
    await clock.advance(by: .zero)
    #expect(store.state == Counter(number: 1, text: "first"))
    global.dispatch(Counter.Action.setText("second"))
    global.dispatch(Counter.Action.setNumber(2))
    await clock.advance(by: .zero)
    #expect(store.state == Counter(number: 2, text: "second"))
    binding.dispose()
  }

  // MARK: Errors

  private struct Data: Equatable, Sendable {
    enum Action: Runnel.Action, Equatable {
      case fetchWithError, fetchWithJustReturn, fetchIgnoringErrors
      case didLoad(String)
      case handleError(String)
      case failToLoad
    }

    var log: [Action] = []

    static func reducer(isReachable: Bool) -> Reducer<Data> {
      let load = Effect.run { send in
        if !isReachable { throw Unreachable() }
        send(Action.didLoad("data"))
      }
      return .on(Action.self) { state, action in
        switch action {
        case .fetchWithError: return load.catch { Action.handleError("\($0)") }
        case .fetchWithJustReturn: return load.catch { _ in Action.failToLoad }
        case .fetchIgnoringErrors: return load.catch { _ in .none }
        case .didLoad, .handleError, .failToLoad: state.log.append(action)
        }
        return .none
      }
    }
  }

  private struct Unreachable: Error {}

  @Test(arguments: [false, true])
  func `An error becomes an action with its description, a fixed action, or nothing`(
    isReachable: Bool
  ) async {
    let ways: [(Data.Action, [Data.Action])] = [
      (.fetchWithError, [.handleError("Unreachable()")]),
      (.fetchWithJustReturn, [.failToLoad]),
      (.fetchIgnoringErrors, []),
    ]
    for (action, expected) in ways {
      let errors = Recorder<EffectFailure>()
      let store = Store(state: Data(), reducer: Data.reducer(isReachable: isReachable)) {
        errors.record($0)
      }
      store.dispatch(action)
      await store.settled(includingEffects: true)
      #expect(store.state.log == (isReachable ? [.didLoad("data")] : expected))
      #expect(errors.values.isEmpty)
    }
  }
}
