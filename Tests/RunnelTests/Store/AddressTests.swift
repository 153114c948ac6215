// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

private enum Item {
  struct State: Identifiable, Equatable, Sendable {
    let id: Int
    var count = 0
  }

  enum Action: Runnel.Action, Equatable { case counted, countedLater, told }

  static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .counted: state.count += 1
    case .countedLater: return .run { send in send(.counted) }
    case .told: return .broadcast(Action.counted)
    }
    return .none
  }
}

private enum Row {
  struct State: Identifiable, Equatable, Sendable {
    var id: Int
    var isDone = false
    var saved: [String] = []
    var items = [Item.State(id: 1), Item.State(id: 2)]
  }

  enum Action: Runnel.Action, Equatable {
    case toggled, typed(String), saved(String), renumbered(Int), deleteTapped, itemsCounted
  }

  enum ID: Hashable { case save }

  static let reducer = Reducer<State> {
    Item.reducer.forEach(\.items)
    Reducer.on(Action.self) { state, action in
      switch action {
      case .toggled: state.isDone.toggle()
      case .typed(let text):
        return .send(.saved(text)).debounce(id: ID.save, for: .seconds(1))
      case .saved(let text): state.saved.append(text)
      case .renumbered(let id):
        state.id = id
        return .send(.saved("renumbered")).delay(for: .seconds(1))
      case .deleteTapped: break
      case .itemsCounted:
        let ids = state.items.map(\.id)
        return .run { send in
          for id in ids { send(Item.Action.counted, to: \State.items, id: id) }
        }
      }
      return .none
    }
  }
}

private enum List {
  struct State: Equatable, Sendable {
    var rows: Entities<Row.State> = [Row.State(id: 1), Row.State(id: 7)]
    var deleted: [Int] = []
  }

  enum Action: Runnel.Action, Equatable { case allDoneTapped }

  static let reducer = Reducer<State> {
    Row.reducer.forEach(\.rows)
    Reducer.updating(Row.Action.self, from: \.rows) { state, id, action in
      guard action == .deleteTapped else { return }
      state.rows.remove(id: id)
      state.deleted.append(id)
    }
    Reducer.on(Action.self) { state, _ in
      .merge(state.rows.ids.map { .send(Row.Action.toggled, to: \State.rows, id: $0) })
    }
  }
}

private struct App: Equatable, Sendable {
  var list = List.State()
  var other = List.State()
  var table = ["a": Row.State(id: 1), "b": Row.State(id: 1)]
  var optional: [Row.State]? = [Row.State(id: 7)]
  var log: [String] = []

  /// The same rows as in the list.
  var computed: [Row.State] {
    get { Array(list.rows) }
    set { list.rows = Entities(newValue) }
  }

  static let reducer = Reducer<App> {
    List.reducer.scope(\.list)
    List.reducer.scope(\.other)
    Row.reducer.forEach(\.table)
    Row.reducer.forEach(\.optional)
    Reducer.updating { app, action in app.log.append("\(action)") }
    Reducer.edits
  }
}

@Suite struct AddressTests {
  private let clock = ManualClock()
  private let reports = Recorder<ActionReport>()
  private let store: Store<App>

  init() {
    store = Store(
      state: App(), reducer: App.reducer,
      middleware: [.reports { [reports] in reports.record($0) }],
      clock: clock)
  }

  private func done() -> [[Int]] {
    let app = store.state
    return [Array(app.list.rows), Array(app.other.rows), app.optional ?? []].map {
      $0.filter(\.isDone).map(\.id)
    } + [app.table.filter(\.value.isDone).keys.sorted().map { $0 == "a" ? 1 : 2 }]
  }

  @Test func `Contract 26: an action of the scope of one of many reaches that one alone`() async {
    let list = store.scope(\.list, accepting: List.Action.self)
    let row = list.scope(\.rows, id: 7, accepting: Row.Action.self)
    row?.dispatch(.toggled)
    await store.settled()
    #expect(done() == [[7], [], [], []])
    store.dispatch(Row.Action.toggled, to: \.other.rows, id: 1)
    store.dispatch(Row.Action.toggled, to: \.table, id: "b")
    store.dispatch(Row.Action.toggled, to: \.optional, id: 7)
    await store.settled()
    #expect(done() == [[7], [1], [7], [2]])
    // What isn't one of many handles each of them.
    #expect(store.state.log.count == 4)
    // Without an address, all of the many handle it.
    store.send(Row.Action.toggled)
    #expect(done() == [[1], [7], [], [1]])
    row?.scope(\.isDone).dispatch(.toggled)
    await row?.dispatchAndWait(.toggled)
    row?.send(.toggled)
    #expect(done() == [[1, 7], [7], [], [1]])
  }

  @Test func `Contract 26: two ways to one place mean the same`() async throws {
    store.scope(\.list).dispatch(Row.Action.toggled, to: \.rows, id: 1)
    store.scope(\.list).scope(\.rows).dispatch(Row.Action.toggled, to: \.self, id: 7)
    store.ifPresent(\.optional)?.scope(\.self, id: 7)?.dispatch(Row.Action.toggled)
    await store.settled()
    #expect(done() == [[1, 7], [], [7], []])
    // The elements of a value that is computed from rows aren't rows.
    for part in [
      store.scope(\.computed, id: 7), store.scope { $0.computed }.scope(\.self, id: 7),
      store.derive(\.list) { Array($0.rows) }.scope(\.self, id: 7),
    ] { part?.dispatch(Row.Action.toggled) }
    await store.settled()
    #expect(done() == [[1, 7], [], [7], []])
    #expect(reports.values.suffix(3).map(\.reducerCount) == [1, 1, 1])
  }

  @Test func `Contract 26: elements behind getters are addressed, in two optionals apart`() {
    struct Box: Sendable {
      var stored = [Item.State(id: 1), Item.State(id: 2)]
      var items: [Item.State] {
        get { stored }
        set { stored = newValue }
      }
    }
    struct Boxes: Sendable {
      var before = 0
      var inner = Box()
      var one: Box? = Box()
      var other: Box? = Box()
    }
    let items = Item.reducer.forEach(\Box.items)
    let store = Store(
      state: Boxes(),
      reducer: Reducer {
        items.scope(\.inner)
        items.ifPresent(\.one)
        items.ifPresent(\.other)
      })
    store.dispatch(Item.Action.counted, to: \.inner.items, id: 2)
    store.scope(\.inner).scope(\.items, id: 2)?.send(Item.Action.counted)
    store.ifPresent(\.other)?.scope(\.items, id: 1)?.send(Item.Action.counted)
    #expect(store.state.inner.items.map(\.count) == [0, 2])
    #expect(store.state.one?.items.map(\.count) == [0, 0])
    #expect(store.state.other?.items.map(\.count) == [1, 0])
  }

  @Test(arguments: [false, true])
  func `Contract 26: an ID is that of its own path, whatever its type`(isByName: Bool) async {
    struct Twin: Equatable, Identifiable, Sendable {
      var id: String
      var name: String
      var count = 0
    }
    struct Twins: Equatable, Sendable {
      var twins = [Twin(id: "a", name: "b"), Twin(id: "b", name: "a")]
    }
    let twin = Reducer<Twin>.updating(Word.self) { twin, _ in twin.count += 1 }
    let store = Store(
      state: Twins(),
      reducer: isByName ? twin.forEach(\.twins, id: \.name) : twin.forEach(\.twins, id: \.id))
    store.dispatch(Word(""), to: \.twins, id: "a")
    await store.settled()
    #expect(store.state.twins.map(\.count) == [isByName ? 0 : 1, 0])
    store.scope(\.twins, id: "a", by: \.name)?.dispatch(Word(""))
    await store.settled()
    #expect(store.state.twins.map(\.count) == (isByName ? [0, 1] : [1, 0]))
  }

  @Test func `Contract 26: a listener gets the actions of its address and those without`() async {
    func heard(by store: Store<some Sendable>?) -> RecordedValues<String>? {
      store?.recordActions { ($1 as? Word)?.word ?? "" }
    }
    let row = store.scope(\.list.rows, id: 7)
    let item = row?.scope(\.items, id: 2)
    let words = [heard(by: store), heard(by: row), heard(by: item)]
    store.dispatch(Word("a"))
    store.dispatch(Word("b"), to: \.list.rows, id: 1)
    row?.dispatch(Word("c"))
    row?.dispatch(Word("d"), to: \.items, id: 1)
    item?.dispatch(Word("e"))
    store.dispatch(Word("f"), to: \.table, id: "a")
    await store.settled()
    #expect(words.map { $0?.values.joined() } == ["abcdef", "acde", "ace"])
  }

  @Test func `Contract 26: the state around sees which element an action is for`() async {
    let row = store.scope(\.list.rows, id: 7)
    row?.dispatch(Row.Action.deleteTapped)
    // It isn't called for all of them, or for the elements of another collection.
    store.dispatch(Row.Action.deleteTapped)
    store.dispatch(Row.Action.deleteTapped, to: \.table, id: "a")
    store.scope(\.list.rows, id: 1)?.dispatch(Row.Action.deleteTapped, to: \.items, id: 1)
    await store.settled()
    #expect(store.state.list.deleted == [7])
    #expect(store.state.other.deleted == [])
    store.scope(\.list, accepting: List.Action.self).dispatch(.allDoneTapped)
    await store.settled(includingEffects: true)
    // The action of the list isn't for one of many, so both lists handle it.
    #expect(done() == [[1], [1, 7], [], []])
  }

  @Test func `Contract 27: an action whose address is gone is dropped and reported`() async {
    let row = store.scope(\.list.rows, id: 7)
    let item = row?.scope(\.items, id: 2)
    let listened = store.recordActions { "\($1)" }
    store.edit { $0.list.rows.remove(id: 7) }
    row?.dispatch(Row.Action.toggled)
    item?.dispatch(Item.Action.counted)
    store.dispatch(Row.Action.toggled, to: \.list.rows, id: 9)
    store.edit { $0.optional = nil }
    store.dispatch(Row.Action.toggled, to: \.optional, id: 7)
    await row?.dispatchAndWait(Row.Action.toggled)
    await store.settled()
    #expect(store.state.log.count == 2)
    #expect(listened.count == 2)
    let gone = ActionReport.Reason.noElement(id: "7", path: #"\App.list.rows"#, present: ["1"])
    #expect(
      reports.values.filter { !$0.isReduced }.map(\.reasons) == [
        [gone], [gone], [.noElement(id: "9", path: #"\App.list.rows"#, present: ["1"])],
        [.absentState(path: #"\App.optional?"#)], [gone],
      ])
    #expect(reports.values.map(\.address).contains(#"\.list.rows[7].items[2]"#))
  }

  @Test func `Contract 29: effects of an element return to it, and its IDs are its own`() async {
    let rows = [store.scope(\.list.rows, id: 1), store.scope(\.list.rows, id: 7)]
    rows[0]?.dispatch(Row.Action.typed("a"))
    rows[1]?.dispatch(Row.Action.typed("b"))
    store.dispatch(Row.Action.typed("c"), to: \.other.rows, id: 1)
    rows[0]?.dispatch(Row.Action.typed("d"))
    rows[0]?.dispatch(Row.Action.itemsCounted)
    rows[1]?.dispatch(Item.Action.countedLater, to: \.items, id: 2)
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    #expect(store.state.list.rows.map(\.saved) == [["d"], ["b"]])
    #expect(store.state.other.rows.map(\.saved) == [["c"], []])
    #expect(store.state.list.rows.map { $0.items.map(\.count) } == [[1, 1], [0, 1]])
    // The scope of a row cancels its own, and the store those of all.
    for row in rows { row?.dispatch(Row.Action.typed("e")) }
    await store.settled()
    rows[0]?.cancelEffects(id: Row.ID.save)
    #expect(store.runningEffects.map(\.ids) == [[#"Row.ID.save of \.list.rows[7]"#]])
    store.cancelEffects(id: Row.ID.save)
    #expect(store.runningEffects.isEmpty)
    let token = rows[1]?.run(.send(Row.Action.toggled))
    await store.settled(includingEffects: true)
    #expect(done() == [[7], [], [], []])
    token?.dispose()
  }

  @Test func `Contract 29: an element can send an action to all`() async {
    store.scope(\.list.rows, id: 7)?.dispatch(Item.Action.told, to: \.items, id: 2)
    await store.settled(includingEffects: true)
    #expect(store.state.list.rows.flatMap(\.items).map(\.count) == [1, 1, 1, 1])
    #expect(store.state.other.rows.flatMap(\.items).map(\.count) == [1, 1, 1, 1])
  }

  @Test func `Contract 36: a path of another state than the sender's is reported`() async {
    struct Sent: Action {}
    let warnings = WarningRecorder(containing: "along a path of another state")
    let line = #line + 5
    let store = Store(
      state: App(),
      reducer: Reducer<App> {
        App.reducer
        Reducer<App>.on(Sent.self) { _, _ in .send(Row.Action.toggled, to: \List.State.rows, id: 7)
        }
      }, clock: clock)
    store.dispatch(Sent())
    await store.dispatchAndWait(Sent())
    let token = store.scope(\.list).run(
      .run { send in
        send(Row.Action.toggled, to: \App.list.rows, id: 7)
        send(Row.Action.toggled, to: \List.State.rows, id: 7)
      })
    await store.wait(until: { $0.list.rows[id: 7]?.isDone == true })
    #expect(warnings.messages.count == 3)
    #expect(
      warnings.descriptions.first == """
        RunnelTests/AddressTests.swift:\(line): Runnel: Action sent to an element along a path of \
        another state.
        Why: the path begins at State, and the reducer or the scope that sends the action has a \
        App. The action was not sent.
        Fix: begin the path at App.
        """)
    #expect(store.state.list.rows.filter(\.isDone).map(\.id) == [7])
    token.dispose()
  }

  @Test func `Contract 29: effects of a reducer that another one calls belong to that one`() async {
    struct Outer: Equatable, Sendable {
      var before = 0
      var list = List.State()
    }
    struct Called: Action {}
    let store = Store(
      state: Outer(),
      reducer: Reducer<Outer> {
        List.reducer.scope(\Outer.list)
        Reducer<Outer>.on(Called.self) { state, _ in
          let typed = Row.Action.typed("a")
          return EffectOf(List.reducer.reduce(&state.list, typed, to: \.rows, id: 7))
        }
      }, clock: clock)
    store.dispatch(Called())
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    #expect(store.state.list.rows.map(\.saved) == [["a"], ["a"]])
  }

  @Test func `Contract 32: effects of a row end when its ID changes, and later ones stay`() async {
    let row = store.scope(\.list.rows, id: 7)
    await row?.settle(after: Row.Action.typed("a"), Row.Action.renumbered(8))
    #expect(store.runningEffects.count == 1)
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    #expect(store.state.list.rows[id: 8]?.saved == ["renumbered"])
    await row?.settle(after: Row.Action.toggled)
    #expect(store.state.list.rows[id: 8]?.isDone == false)
  }
}
