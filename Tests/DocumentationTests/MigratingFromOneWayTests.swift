// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The examples for users of OneWay.
@Suite struct MigratingFromOneWayTests {
  let clock = ManualClock()
  let disposer = Disposer()

  enum Counter {
    struct State: Equatable, Sendable {
      var number = 0
      var text = ""
    }

    enum Action: Runnel.Action, Equatable {
      case increment, twice
      case setNumber(Int)
      case setText(String)
    }

    enum ID { case fetching, typing }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .increment:
        state.number += 1
        return .none
      case .twice:
        return .concatenate(.send(Action.increment), .send(Action.increment))
      case .setNumber(let number):
        state.number = number
        return .none
      case .setText(let text):
        state.text = text
        return .none
      }
    }
  }

  private struct Offline: Error {}

  @Test func `A way is a store and a reducer, and settling includes effects`() async {
    let print = Printer()
    let store = Store(state: Counter.State(), reducer: Counter.reducer)
    store.dispatch(Counter.Action.increment)
    store.dispatch(Counter.Action.twice)
    await store.settled(includingEffects: true)
    print(store.state.number)  // 3
    #expect(print.lines == ["3"])
  }

  // MARK: Effects

  @Test func `Each kind of side way has an effect`() async {
    let fetchNumber: @Sendable () async throws -> Int = { 7 }
    let numbers = [3, 4].async
    let just: Effect = .send(Counter.Action.increment)
    let fetching: Effect = .run { send in
      send(Counter.Action.setNumber(try await fetchNumber()))
    }
    let sequence: Effect = .run { send in
      for number in 1...2 { send(Counter.Action.setNumber(number)) }
    }
    let stream: Effect = .stream(numbers) { Counter.Action.setNumber($0) }
    let created: Effect = .callback { send, end in
      send(Counter.Action.increment)
      end()
    }
    let merged: Effect = .merge(fetching, just)
    let inTurn: Effect = .concatenate(sequence, just)
    let (one, seven) = ("increment", "setNumber(7)")
    #expect(await sentActions(of: just) == [one])
    #expect(await sentActions(of: fetching) == [seven])
    #expect(await sentActions(of: stream) == ["setNumber(3)", "setNumber(4)"])
    #expect(await sentActions(of: created) == [one])
    #expect(await Set(sentActions(of: merged)) == [seven, one])
    #expect(await sentActions(of: inTurn) == ["setNumber(1)", "setNumber(2)", one])
  }

  @Test func `IDs cancel, debounce and throttle effects on the clock of the store`() async {
    let fetching: Effect = .run { send in
      try await send.sleep(for: .seconds(1))
      send(Counter.Action.setNumber(7))
    }
    let just: Effect = .send(Counter.Action.increment)
    let named = fetching.cancellable(id: Counter.ID.fetching, cancelInFlight: true)
    let cancelling: Effect = .cancel(id: Counter.ID.fetching)
    let debounced = just.debounce(id: Counter.ID.typing, for: .milliseconds(300))
    let throttled = just.throttle(id: "scrolling", for: .seconds(1), latest: true)
    let store = Store(state: Counter.State(), reducer: Counter.reducer, clock: clock)
    func run(_ effects: Effect...) {
      for effect in effects { store.run(effect).dispose(on: disposer) }
    }
    run(named, cancelling)
    await clock.advance(by: .seconds(1))
    #expect(store.state.number == 0)
    run(debounced, debounced, debounced)
    await clock.advance(by: .milliseconds(299))
    #expect(store.state.number == 0)
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.number == 1)
    run(throttled, throttled, throttled)
    await clock.advance(by: .milliseconds(999))
    #expect(store.state.number == 2)
    await clock.advance(by: .seconds(10))
    #expect(store.state.number == 3)
  }

  @Test func `An error becomes an action with the error, a fixed action or nothing`() async {
    let fetching: Effect = .run { _ in throw Offline() }
    let told = fetching.catch { error in Counter.Action.setText("\(error)") }
    let replaced = fetching.catch { _ in Counter.Action.setNumber(0) }
    let ignored = fetching.catch { _ in .none }
    #expect(await sentActions(of: told) == [#"setText("Offline()")"#])
    #expect(await sentActions(of: replaced) == ["setNumber(0)"])
    #expect(await sentActions(of: ignored) == [])
  }

  // MARK: External sources

  struct Session: Equatable, Sendable { var name = "" }

  @Test func `A store runs effects that follow streams and other stores`() async {
    let store = Store(state: Counter.State(), reducer: Counter.reducer, clock: clock)
    let session = Store(state: Session(name: "anna"), reducer: .edits, clock: clock)
    let (numbers, number) = AsyncStream.makeStream(of: Int.self)
    store.run(
      .merge(
        .stream(numbers) { Counter.Action.setNumber($0) },
        .stream(session.scope(\.name).values()) { Counter.Action.setText($0) }
      )
    )
    .dispose(on: disposer)
    number.yield(5)
    await clock.advance(by: .zero)
    #expect(store.state == Counter.State(number: 5, text: "anna"))
    session.edit { $0.name = "ben" }
    await clock.advance(by: .zero)
    #expect(store.state == Counter.State(number: 5, text: "ben"))
    disposer.dispose()
  }

  @Test func `A scope delivers changes, and onAction delivers each action`() async {
    let print = Printer()
    let store = Store(state: Counter.State(), reducer: Counter.reducer)
    store.scope(\.number).observe { print("number \($0)") }.dispose(on: disposer)
    store.onAction { state, _ in print("after an action \(state.number)") }.dispose(on: disposer)
    for number in [10, 10, 20] { store.dispatch(Counter.Action.setNumber(number)) }
    await store.settled()
    #expect(print.lines.filter { $0.hasPrefix("n") } == ["number 0", "number 10", "number 20"])
    #expect(
      print.lines.filter { $0.hasPrefix("a") }
        == ["after an action 10", "after an action 10", "after an action 20"])
  }

  @Test func `The values of a slice are an asynchronous sequence without duplicates`() async {
    let print = Printer()
    let store = Store(state: Counter.State(), reducer: Counter.reducer)
    store.dispatch(Counter.Action.setNumber(3))
    for await number in store.scope(\.number).values() {
      print("number \(number)")
      if number == 3 { break }
    }
    #expect(print.lines.last == "number 3")
    #expect(Set(print.lines).count == print.lines.count)
  }

  @Test func `Any thread dispatches to a store that uses a given queue`() async {
    let queue = DispatchQueue(label: "counter")
    let store = Store(state: Counter.State(), reducer: Counter.reducer, queue: queue)
    DispatchQueue.concurrentPerform(iterations: 100) { _ in
      store.dispatch(Counter.Action.increment)
    }
    await store.settled()
    #expect(store.state.number == 100)
  }

  // MARK: Tests

  @Test func counting() async {
    let store = TestStore(
      state: Counter.State(), reducer: Counter.reducer, exhaustivity: .off)
    await store.send(Counter.Action.twice)
    await store.expect(\.number, 2)
  }
}
