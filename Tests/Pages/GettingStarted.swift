// SPDX-License-Identifier: MIT

@Suite struct GettingStartedTests {
  #snippet("Define a feature")

  @Test func `A store reduces actions, and its state can be read`() {
    #snippet("Create a store")
  }

  @Test
  func `Contract 11: an observer receives the current value and then each later value`() async {
    let print = Printer()
    let store = Store(state: Counter.State(count: 1), reducer: Counter.reducer)
      .accepting(Counter.Action.self)
    #snippet("Observe the state")
    #expect(print.lines == ["The count is 1.", "The count is 2."])
    disposer.dispose()
  }

  #snippet("Test the feature")

  #snippet("Request data with an effect")

  #snippet("Request data with an effect", 2)

  @Test func `A failed request is an action`() async {
    struct Offline: Error {}
    let store = TestStore(state: Quote.State(), reducer: Quote.reducer)
      .accepting(Quote.Action.self)
    store.handle(Quote.Load.self) { _ in .once { throw Offline() } }

    await store.send(.refreshTapped)
    await store.receive(.failed) { $0.text = "No quote today." }
    await store.finish()
  }

  #snippet("Compose two features")

  @Test func `Each action changes the slice of its feature`() async {
    let disposer = Disposer()
    app.handle(Quote.Load.self) { _ in .once { Quote.Action.loaded("Otters hold hands.") } }
      .dispose(on: disposer)
    let counter = app.scope(\.counter, accepting: Counter.Action.self)

    counter.dispatch(.incremented)
    app.dispatch(Quote.Action.refreshTapped)
    await app.settled(includingEffects: true)

    #expect(counter.state.count == 1)
    #expect(app.state.quote.text == "Otters hold hands.")
  }

  #snippet("MigratingFromReSwift.md", "Equivalents", 4)

  #snippet("Connect a service")
}
