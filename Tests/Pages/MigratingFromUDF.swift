// SPDX-License-Identifier: MIT

import RunnelUDF

/// The examples for users of UDF.
@Suite struct MigratingFromUDFTests {
  #snippet("Equivalents")

  struct Profile: Equatable, Sendable { var name = "" }

  @Test func `A store reduces an action, and its state can be read`() async {
    #snippet("Equivalents", 2)
  }

  @Test func `A scope is a store, and removeDuplicates filters changes`() async {
    let reducer = Runnel.Reducer<AppState> {
      Runnel.Reducer.edits
      Runnel.Reducer.updating(ProfileAction.self) { state, action in
        if case .renamed(let name) = action { state.profile.name = name }
      }
    }
    let store = Store(state: AppState(), reducer: reducer)
    #snippet("Equivalents", 3)
    let delivered = ValueRecorder(degrees)
    for degrees in [20.3, 20.6, 20.7] { store.edit { $0.degrees = degrees } }
    await store.settled()
    #expect(profile.state.name == "otter")
    #expect(delivered.values == [20, 20.6])
  }

  #snippet("Equivalents", 4)

  @Test @MainActor func `A view receives a slice of the state or the result of a closure`() async {
    let store = Store(state: AppState(), reducer: counterReducer)
    let view = CounterView()
    let doubled = CounterView()
    #snippet("Equivalents", 5)
    await store.settle(after: CounterAction.incremented)
    #expect(view.label.texts == ["0", "1"])
    #expect(doubled.label.texts == ["0", "2"])
  }

  enum ProfileAction: Action, Equatable {
    case tapped
    case renamed(String)
  }

  #snippet("Equivalents", 6)

  #snippet("Equivalents", 7)

  @Test @MainActor
  func `A view connects with a connector, with a closure or as its own connector`() async {
    let store = Store(state: AppState(profile: Profile(name: "otter")), reducer: counterReducer)
    let nameView = ViewRecorder(NameProps())
    let titleView = TitleView()
    let label = CounterView()
    #snippet("Equivalents", 8)
    let actions = ValueRecorder.actions(of: store)
    nameView.props.onTap()
    await store.settle(after: CounterAction.incremented)
    #expect(nameView.values.map(\.title) == ["I am otter"])
    #expect(label.label.texts == ["0", "10"])
    #expect(titleView.label.texts == ["You have counted to 0", "You have counted to 1"])
    #expect(actions.values.first as? ProfileAction == .tapped)
  }

  /// A replacement for a class that writes files.
  class FileWriter {
    let lines = ValueRecorder<String>()

    func write(_ line: String) { lines.record(line) }
  }

  #snippet("Equivalents", 9)

  @Test @MainActor
  func `A listener on the main actor receives each action, including duplicates`() async {
    let store = Store(state: AppState(), reducer: counterReducer)
    let toast = Toast()
    #snippet("Equivalents", 11)
    await store.settle(after: CounterAction.incremented, CounterAction.incremented)
    #expect(toast.label.texts == ["incremented!", "incremented!"])
  }

  @Test func `A service receives each change, and a listener receives each action`() async {
    let store = Store(state: AppState(), reducer: counterReducer)
    let autosave = Autosave()
    let journal = Journal()
    #snippet("Equivalents", 10)
    await store.settle(after: CounterAction.incremented, CounterAction.decremented)
    #expect(autosave.lines.values == ["0", "1", "0"])
    #expect(journal.lines.values == ["incremented led to 1", "decremented led to 0"])
    autosave.disposer.dispose()
    journal.disposer.dispose()
  }

  @Test func `Subscriptions end with their disposer`() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: counterReducer)
    #snippet("Equivalents", 12)
    await store.settle(after: CounterAction.incremented)
    disposer.dispose()
    await store.settle(after: CounterAction.decremented)
    #expect(Set(print.lines) == ["counter 0", "counter 1", "incremented 1"])
    #expect(print.lines.count == 3)
  }

  @Test func `A reducer is added and removed with its key or lasts as long as its token`() async {
    let store = Store(state: AppState(), reducer: counterReducer)
    let bonusReducer: @Sendable (inout Int, any Action) -> Void = { counter, action in
      if action is CounterAction { counter += 10 }
    }
    #snippet("Equivalents", 13)
    store.dispatch(CounterAction.incremented)
    bonus.dispose()
    await store.settle(after: CounterAction.incremented)
    #expect(store.state.counter == 23)
  }

  #snippet("Equivalents", 14)

  @Test func `A side effect is executed alone and merged with an effect`() async {
    let load = LoadName { "otter" }
    #snippet("Equivalents", 15)
    await store.settle(after: ProfileAction.tapped, includingEffects: true)
    #expect(store.state.name == "otter")
    let actions = ValueRecorder.actions(of: store)
    let running = store.run(both)
    await actions.values(count: 2)
    let names = Set(actions.values.map { "\($0)" })
    #expect(names == [#"renamed("otter")"#, #"renamed("heron")"#])
    running.dispose()
  }

  @Test func `A store without a reducer replaces a mock for a connector`() async {
    #snippet("Equivalents", 16)
    #expect(props.title == "I am otter")
  }
}
