// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// What OneWay shows of itself, in Runnel's words.
@Suite struct OneWayExamplesTests {
  private struct Counter: Equatable, Sendable {
    enum Action: Runnel.Action, Equatable {
      case increment, decrement, twice
      case fetchNumber
      case setNumber(Int)
      case saveText(String)
      case saveNumber(Int)
    }

    var number = 0
    var text = ""
    var log: [String] = []
  }

  private static func fetchNumber() async -> Int {
    await Task.yield()
    return 7
  }

  private static let reducer = Reducer<Counter>.on(Counter.Action.self) { state, action in
    switch action {
    case .increment:
      state.number += 1
      return .none
    case .decrement:
      state.number -= 1
      return .none
    case .twice:
      return .concat(.send(Counter.Action.increment), .send(Counter.Action.increment))
    case .fetchNumber:
      return .run { send in
        send(Counter.Action.setNumber(await fetchNumber()))
      }
    case .setNumber(let number), .saveNumber(let number):
      state.number = number
      return .none
    case .saveText(let text):
      state.text = text
      return .none
    }
  }

  private let store = Store(state: Counter(), reducer: reducer)

  // MARK: Sending actions

  @Test func `An action may be two actions, one after the other`() async {
    store.dispatch(Counter.Action.increment)
    store.dispatch(Counter.Action.decrement)
    store.dispatch(Counter.Action.twice)
    await store.settled(includingEffects: true)
    #expect(store.state.number == 2)
  }

  @Test func `Two actions of a concat are reduced in their order`() async {
    let heard = Recorder<Counter.Action>()
    let token = store.onAction { _, action in
      if let action = action as? Counter.Action { heard.record(action) }
    }
    store.dispatch(Counter.Action.twice)
    store.dispatch(Counter.Action.decrement)
    await store.settled(includingEffects: true)
    #expect(heard.values.filter { $0 != .decrement } == [.twice, .increment, .increment])
    #expect(store.state.number == 1)
    token.dispose()
  }

  // MARK: Swift Concurrency

  @Test func `An effect awaits a number`() async {
    store.dispatch(Counter.Action.fetchNumber)
    await store.settled(includingEffects: true)
    #expect(store.state.number == 7)
  }

  // MARK: Subscribing

  @Test
  func `A scope is never told the same value twice, and a listener of actions is told each time`()
    async
  {
    let numbers = Recorder<Int>()
    let all = Recorder<Int>()
    let disposer = Disposer()
    store.scope(\.number).observe { numbers.record($0) }.dispose(on: disposer)
    store.onAction { state, _ in all.record(state.number) }.dispose(on: disposer)
    for number in [10, 10, 20, 20] { store.dispatch(Counter.Action.setNumber(number)) }
    await store.settled()
    #expect(numbers.values == [0, 10, 20])
    #expect(all.values == [10, 10, 20, 20])
  }

  @Test func `A state without an == is told each time`() async {
    struct Opaque: Sendable { var number = 0 }
    let store = Store(state: Opaque()) { state, action in
      if case Counter.Action.setNumber(let number) = action { state.number = number }
    }
    let states = Recorder<Int>()
    let numbers = Recorder<Int>()
    let disposer = Disposer()
    store.observe { states.record($0.number) }.dispose(on: disposer)
    store.scope { $0.number }.observe { numbers.record($0) }.dispose(on: disposer)
    for number in [10, 10, 20, 20] { store.dispatch(Counter.Action.setNumber(number)) }
    await store.settled()
    #expect(states.values == [0, 10, 10, 20, 20])
    #expect(numbers.values == [0, 10, 20])
  }

  // MARK: Global states

  @Test func `Streams of the whole app are bound together, and let go of together`() async {
    let clock = ManualClock()
    let store = Store(state: Counter(), reducer: Self.reducer, clock: clock)
    let (texts, text) = AsyncStream.makeStream(of: String.self)
    let (numbers, number) = AsyncStream.makeStream(of: Int.self)
    let binding = store.bind(
      .merge(
        .stream(texts) { Counter.Action.saveText($0) },
        .stream(numbers) { Counter.Action.saveNumber($0) }
      ))
    text.yield("global")
    number.yield(100)
    await clock.advance(by: .zero)
    #expect(store.state == Counter(number: 100, text: "global"))

    // One that ends leaves the other.
    text.finish()
    number.yield(200)
    await clock.advance(by: .zero)
    #expect(store.state.number == 200)

    binding.dispose()
    number.yield(300)
    await clock.advance(by: .zero)
    #expect(store.state.number == 200)
  }

  @Test func `Other stores are bound, and their present values come first`() async {
    struct Global: Equatable, Sendable {
      var text = "first"
      var number = 1
    }
    let clock = ManualClock()
    let global = Store(
      state: Global(),
      reducer: { state, action in
        switch action as? Counter.Action {
        case .saveText(let text): state.text = text
        case .saveNumber(let number): state.number = number
        default: break
        }
      },
      clock: clock)
    let store = Store(state: Counter(), reducer: Self.reducer, clock: clock)
    let disposer = Disposer()
    store.bind(
      .merge(
        .stream(global.values(of: \.text)) { Counter.Action.saveText($0) },
        .stream(global.values(of: \.number)) { Counter.Action.saveNumber($0) }
      )
    )
    .dispose(on: disposer)
    await clock.advance(by: .zero)
    #expect(store.state == Counter(number: 1, text: "first"))
    global.dispatch(Counter.Action.saveText("second"))
    global.dispatch(Counter.Action.saveNumber(2))
    await clock.advance(by: .zero)
    #expect(store.state == Counter(number: 2, text: "second"))

    // The same, by a form of its own.
    let other = Store(state: Counter(), reducer: Self.reducer, clock: clock)
    other.bind(global.scope(\.number)) { Counter.Action.saveNumber($0) }.dispose(on: disposer)
    await clock.advance(by: .zero)
    #expect(other.state.number == 2)
  }

  // MARK: Catching errors

  private struct Data: Equatable, Sendable {
    enum Action: Runnel.Action, Equatable {
      case fetchDataWithError, fetchDataWithJustReturn, fetchDataWithIgnoringErrors
      case dataDidLoad(String)
      case handleError(String)
      case failToLoad
    }

    var log: [Action] = []
  }

  private struct Unreachable: Error {}

  /// A request, and what becomes of it.
  private static func data(isReachable: Bool) -> Reducer<Data> {
    @Sendable func fetchData() async throws -> String {
      if !isReachable { throw Unreachable() }
      return "data"
    }
    let load = Effect.run { send in send(Data.Action.dataDidLoad(try await fetchData())) }
    return .on(Data.Action.self) { state, action in
      switch action {
      case .fetchDataWithError:
        return load.catch { Data.Action.handleError("\($0)") }
      case .fetchDataWithJustReturn:
        return load.catch { _ in Data.Action.failToLoad }
      case .fetchDataWithIgnoringErrors:
        return load.catch { _ in .none }
      case .dataDidLoad, .handleError, .failToLoad:
        state.log.append(action)
        return .none
      }
    }
  }

  @Test func `An error becomes an action that tells of it, a certain action, or nothing`() async {
    let ways: [(Data.Action, [Data.Action])] = [
      (.fetchDataWithError, [.handleError("Unreachable()")]),
      (.fetchDataWithJustReturn, [.failToLoad]),
      (.fetchDataWithIgnoringErrors, []),
    ]
    for (action, expected) in ways {
      for isReachable in [false, true] {
        let errors = Recorder<EffectFailure>()
        let store = Store(state: Data(), reducer: Self.data(isReachable: isReachable)) {
          errors.record($0)
        }
        store.dispatch(action)
        await store.settled(includingEffects: true)
        #expect(store.state.log == (isReachable ? [.dataDidLoad("data")] : expected))
        #expect(errors.values.isEmpty)
      }
    }
  }

  // MARK: Threads

  @Test func `Any store takes actions from any thread`() async {
    let store = store
    await onThreads(4) { thread in
      for _ in 0..<1_000 {
        store.dispatch(thread.isMultiple(of: 2) ? Counter.Action.twice : .decrement)
      }
    }
    await store.settled(includingEffects: true)
    #expect(store.state.number == 2_000)
  }
}
