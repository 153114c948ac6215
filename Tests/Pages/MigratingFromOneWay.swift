// SPDX-License-Identifier: MIT

import Dispatch

/// The examples for users of OneWay.
@Suite struct MigratingFromOneWayTests {
  let clock = ManualClock()
  let disposer = Disposer()

  #snippet("Equivalents")

  private struct Offline: Error {}

  @Test func `A way is a store and a reducer, and settling includes effects`() async {
    #snippet("Equivalents", 2)
  }

  @Test func `Each kind of side way has an effect`() async {
    let fetchNumber: @Sendable () async throws -> Int = { 7 }
    let numbers = [3, 4].async
    #snippet("Equivalents", 3)
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
    #snippet("Equivalents", 4)
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
    #snippet("Equivalents", 5)
    #expect(await sentActions(of: told) == [#"setText("Offline()")"#])
    #expect(await sentActions(of: replaced) == ["setNumber(0)"])
    #expect(await sentActions(of: ignored) == [])
  }

  struct Session: Equatable, Sendable { var name = "" }

  @Test func `A store runs effects that follow streams and other stores`() async {
    let store = Store(state: Counter.State(), reducer: Counter.reducer, clock: clock)
    let session = Store(state: Session(name: "anna"), reducer: .edits, clock: clock)
    let (numbers, number) = AsyncStream.makeStream(of: Int.self)
    #snippet("Equivalents", 6)
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
    #snippet("Equivalents", 7)
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
    #snippet("Equivalents", 8)
    #expect(print.lines.last == "number 3")
    #expect(Set(print.lines).count == print.lines.count)
  }

  @Test func `Any thread dispatches to a store that uses a given queue`() async {
    #snippet("Equivalents", 11)
    await store.settled()
    #expect(store.state.number == 100)
  }

  #snippet("Equivalents", 12)
}
