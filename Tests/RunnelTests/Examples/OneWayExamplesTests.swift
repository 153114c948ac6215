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
    }

    var number = 0

    static let reducer = Reducer<Counter>.on(Action.self) { state, action in
      switch action {
      case .increment: state.number += 1
      case .decrement: state.number -= 1
      case .setNumber(let number): state.number = number
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

  @Test func `An action sends two further actions in order, or awaits a number`() async {
    let clock = ManualClock()
    let store = Store(state: Counter(), reducer: Counter.reducer, clock: clock)
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
