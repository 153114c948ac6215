// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

private struct Twin: Identifiable, Sendable {
  var id: Int
  var number = 0
}

private struct RowAction: Action {}
private struct NameAction: Action {}
private struct Broadcast: Action {}
private struct Rename: Action {}

@Suite struct SliceReducerTests {
  @Test func `Contract 11: what a setter or code around a reducer changes notifies`() {
    struct Pair: Equatable, Sendable { var first = 0, second = 0 }
    struct Counts: Equatable, Sendable {
      var other = 0, first = 0, second = 0
      var pair: Pair {
        get { Pair(first: first, second: second) }
        set { (first, second) = (newValue.first, newValue.second) }
      }
    }
    let second = Reducer<Int>.updating(Broadcast.self) { count, _ in count += 1 }
      .scope(\Pair.second)
    let both = second.around { reduction in
      reduction.run()
      reduction.state.first += 1
      return .none
    }
    let counts = Store(state: Counts(), reducer: second.scope(\Counts.pair))
    let pair = Store(state: Pair(), reducer: both)
    let seconds = counts.scope(\.second).recordValues()
    let firsts = pair.scope(\.first).recordValues()
    counts.send(Broadcast())
    pair.send(Broadcast())
    #expect(seconds.values == [0, 1])
    #expect(firsts.values == [0, 1])
  }

  @Test func `Optionals of every layout are reduced in place`() {
    struct Pair: Equatable, Sendable { var text = "", byte: UInt8 = 0 }
    struct Many: Equatable, Sendable {
      var flag: Bool?
      var number: Int?
      var text: String?
      var array: [Int]?
      var pair: Pair?
    }
    func on<Value>(_ change: @escaping @Sendable (inout Value) -> Void) -> Reducer<Value> {
      .updating(Broadcast.self) { value, _ in change(&value) }
    }
    var state = Many(flag: false, number: 1, text: "a", array: [1], pair: Pair())
    Reducer {
      on { (flag: inout Bool) in flag.toggle() }.ifPresent(\Many.flag)
      on { (number: inout Int) in number += 1 }.ifPresent(\.number)
      on { (text: inout String) in text += "b" }.ifPresent(\.text)
      on { (array: inout [Int]) in array.append(2) }.ifPresent(\.array)
      on { (pair: inout Pair) in pair.byte += 1 }.ifPresent(\.pair)
    }
    .reduce(&state, Broadcast())
    #expect(state == Many(flag: true, number: 2, text: "ab", array: [1, 2], pair: Pair(byte: 1)))
  }

  @Test func `An element that an earlier reducer has moved is found`() async {
    let store = Store(
      state: [Item(id: 1), Item(id: 2)],
      reducer: Reducer {
        Reducer<[Item]>.updating(RowAction.self) { items, _ in items.reverse() }
        Reducer<Item>.updating(RowAction.self) { item, _ in item.number += 1 }.forEach(\.self)
      })
    store.dispatch(RowAction(), to: \.self, id: 1)
    await store.settled()
    #expect(store.state.map(\.number) == [0, 1])
  }

  @Test func `An element is found without a search after some were inserted in front of it`() async
  {
    let reads = Counter()
    let row = Reducer<CountedRow>.updating(RowAction.self) { row, _ in row.value += 1 }
    let store = Store(
      state: (0..<1_000).map { CountedRow(number: $0, reads: reads) },
      reducer: Reducer {
        Reducer<[CountedRow]>.updating(NameAction.self) { rows, _ in
          rows.insert(contentsOf: [-1, -2].map { CountedRow(number: $0, reads: reads) }, at: 0)
          rows.removeLast()
        }
        row.forEach(\.self)
      })
    store.dispatch(RowAction(), to: \.self, id: 500)
    store.send(NameAction())
    reads.reset()
    store.dispatch(RowAction(), to: \.self, id: 500)
    await store.settled()
    #expect(reads.value < 50)
    #expect(store.state[502].value == 2)
  }

  @Test func `An ID that an array lacks makes no index of all others`() async {
    struct ID: Hashable, Sendable {
      let number: Int
      let hashes: Counter
      static func == (left: ID, right: ID) -> Bool { left.number == right.number }
      func hash(into hasher: inout Hasher) {
        hashes.increment()
        hasher.combine(number)
      }
    }
    struct Row: Identifiable, Sendable {
      let id: ID
      var number = 0
    }
    let hashes = Counter()
    let row = Reducer<Row>.updating(RowAction.self) { row, _ in row.number += 1 }
    let store = Store(
      state: (0..<1_000).map { Row(id: ID(number: $0, hashes: hashes)) },
      reducer: row.forEach(\.self))
    store.dispatch(RowAction(), to: \.self, id: ID(number: 7, hashes: hashes))
    await store.settled()
    hashes.reset()
    store.dispatch(RowAction(), to: \.self, id: ID(number: -1, hashes: hashes))
    await store.settled()
    #expect(hashes.value < 50)
    #expect(store.state.reduce(0) { $0 + $1.number } == 1)
  }

  @Test func `Contract 36: duplicate IDs are reported once, and the first element is used`() async {
    let warnings = WarningRecorder(containing: "of Twin")
    let twin = Reducer<Twin>.updating(RowAction.self) { twin, _ in twin.number += 1 }
    let store = Store(
      state: [Twin(id: 1), Twin(id: 2), Twin(id: 1)], reducer: twin.forEach(\.self))
    for _ in 0..<3 { store.dispatch(RowAction(), to: \.self, id: 1) }
    let line = #line - 2
    await store.settled()
    #expect(store.state.map(\.number) == [3, 0, 0])
    #expect(
      warnings.descriptions == [
        """
        RunnelTests/SliceReducerTests.swift:\(line): Runnel: Duplicate ID: elements 0 and 2 in an \
        array of Twin have the ID 1.
        Why: actions and scopes with this ID reach only one of these elements.
        Fix: give each element a unique ID. This warning is reported once.
        """
      ])
  }

  @Test func `A wrapped reducer routes an action to the same element, or to an inner one`() {
    struct Cell: Equatable, Sendable, Identifiable {
      var id: String
      var number = 0
    }
    struct Line: Equatable, Sendable, Identifiable {
      var id: Int
      var number = 0
      var cells = [Cell(id: "a")]
      var history = History<Int>()
      var rows = [Item(id: 2)]
    }
    struct Page: Equatable, Sendable { var lines = [Line(id: 1), Line(id: 2)] }
    let line = Reducer<Line> {
      Reducer.updating(Rename.self) { line, _ in line.number += 1 }
      Reducer<Cell>.updating(NameAction.self) { cell, _ in cell.number += 1 }
        .forEach(\.cells, id: \.id)
      Reducer<Cell>.updating { _, _ in }.forEach(\.cells, id: \.id)
      Reducer<Item>.updating(RowAction.self) { row, _ in row.number += 1 }.forEach(\.rows)
    }
    let wrapped: [Reducer<Line>] = [
      line,
      line.updatingOnChange(of: \.number) { _, _, _ in },
      line.undoable(\.number, history: \.history, limit: 3),
    ]
    for line in wrapped {
      let store = Store(state: Page(), reducer: line.forEach(\Page.lines, id: \.id))
      store.dispatch(Rename(), to: \.lines, id: 1)
      let second = store.scope(\.lines, id: 2)
      second?.dispatch(NameAction(), to: \.cells, id: "a")
      second?.dispatch(RowAction(), to: \.rows, id: 2)
      store.send(RowAction())
      #expect(store.state.lines.map(\.number) == [1, 0])
      #expect(store.state.lines.map(\.cells[0].number) == [0, 1])
      #expect(store.state.lines.map(\.rows[0].number) == [1, 2])
    }
  }
}

@Suite struct CasePathTests {
  private enum Screen: Equatable, Sendable {
    case home
    case first(Int)
    case second(Int)
    case labeled(id: Int)
    case labeled(name: Int)
    case pair(Int, String)
    case optional(Int?)
    case nested(Inner)
  }

  private enum Inner: Equatable, Sendable { case number(Int) }

  @Test func `A case path by reflection finds the payloads of its case only`() {
    let first = CasePath(Screen.first)
    #expect(first.extract(.first(1)) == 1)
    for other in [Screen.second(1), .home, .nested(.number(1))] {
      #expect(first.extract(other) == nil)
    }
    #expect(first.embed(2) == .first(2))
    let labeled = CasePath { Screen.labeled(id: $0) }
    #expect(labeled.extract(.labeled(id: 3)) == 3)
    #expect(labeled.extract(.labeled(name: 3)) == nil)
    #expect(CasePath { Screen.optional($0) }.extract(.optional(nil)) == .some(nil))
    #expect(CasePath { Screen.optional($0) }.extract(.optional(4)) == 4)
    let pair = CasePath<Screen, (Int, String)> { Screen.pair($0.0, $0.1) }
    #expect(pair.extract(.pair(1, "a")).map { "\($0)" } == #"(1, "a")"#)
    #expect(CasePath(Screen.nested).extract(.nested(.number(5))) == .number(5))
  }
}

/// A feature that reads the user of the app, with an optional part and rows of its own.
private enum Inbox {
  struct State: Equatable, Sendable {
    var messages: [String] = []
    var draft: Draft?
    var rows: [Row.State] = []
  }

  struct Draft: Equatable, Sendable { var text = "" }

  enum Action: Runnel.Action, Equatable { case sent(String), draftStarted, draftClosed }

  static let reducer = ReadingReducer<State, User> {
    ReadingReducer.on(Action.self) { state, action, user in
      switch action {
      case .sent(let text): state.messages.append("\(user.name): \(text)")
      case .draftStarted: state.draft = Draft()
      case .draftClosed: state.draft = nil
      }
      return .none
    }
    Row.reducer.within { $0.forEach(\.rows) }
    // Plain reducers mix in.
    Reducer<Draft>.on(Tick.self) { _, _ in .callback { _, _ in } }.ifPresent(\.draft)
  }
}

private struct Tick: Action {}

private enum Row {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var owner = ""
    var isDone = false
  }

  enum Action: Runnel.Action { case claimed }
  struct Done: Runnel.Action {}

  static let reducer = ReadingReducer<State, User> {
    ReadingReducer.updating(Action.self) { state, _, user in state.owner = user.name }
    Reducer.updating(Done.self) { state, _ in state.isDone = true }
  }
}

private struct User: Equatable, Sendable { var name = "Ada" }

private struct Renamed: Action { let name: String }

private struct App: Equatable, Sendable {
  var other = 0
  var inbox = Inbox.State()
  var archive: Inbox.State?
  var rows = [Row.State(id: 1), Row.State(id: 2)]
  var user = User()
}

private struct Increased: Action {}

private let app = Reducer<App> {
  Reducer.updating(Renamed.self) { $0.user.name = $1.name }
  Reducer<Int>.updating(Increased.self) { other, _ in other += 1 }.scope(\App.other)
  Inbox.reducer.scope(\.inbox, reading: \.user)
  Inbox.reducer.reading(\.user) { $0.ifPresent(\.archive) }
  Row.reducer.reading(\.user) { $0.forEach(\.rows) }
}

@Suite struct ReadingTests {
  @Test func `A feature reads the app's value as of its action, wherever it is`() async {
    var state = App()
    state.archive = Inbox.State()
    state.inbox.rows = [Row.State(id: 2), Row.State(id: 7)]
    let store = Store(state: state, reducer: app)
    store.dispatch(Inbox.Action.sent("a"))
    store.dispatch(Row.Action.claimed, to: \.rows, id: 2)
    store.dispatch(Row.Action.claimed, to: \.inbox.rows, id: 7)
    store.dispatch(Renamed(name: "Bo"))
    store.dispatch(Inbox.Action.sent("b"))
    store.scope(\.inbox).dispatch(Row.Done(), to: \.rows, id: 2)
    await store.settled()
    #expect(store.state.inbox.messages == ["Ada: a", "Bo: b"])
    #expect(store.state.archive?.messages == ["Ada: a", "Bo: b"])
    #expect(store.state.rows.map(\.owner) == ["", "Ada"])
    #expect(store.state.inbox.rows.map(\.owner) == ["", "Ada"])
    #expect(store.state.inbox.rows.map(\.isDone) == [true, false])
    #expect(
      store.reducers.map(\.path) == [
        "\\App", "\\App.other", "\\App.inbox", "\\App.inbox.rows[]", "\\App.inbox.rows[]",
        "\\App.inbox.draft?", "\\App.archive?", "\\App.archive?.rows[]", "\\App.archive?.rows[]",
        "\\App.archive?.draft?", "\\App.rows[]", "\\App.rows[]",
      ])
  }

  @Test func `Nested compositions share two values, in the order of reducers`() {
    struct Both: Equatable, Sendable {
      var app = App()
      var suffix = "!"
    }
    let placed = ReadingReducer<[String], User>.updating(Increased.self) { names, _, user in
      names.append(user.name)
    }
    .scope(\App.inbox.messages, reading: \.user)
    let outer = ReadingReducer<App, String> {
      placed
      ReadingReducer.updating(Increased.self) { app, _, suffix in app.user.name += suffix }
      placed
    }
    var state = Both()
    outer.scope(\.app, reading: \.suffix).reduce(&state, Increased())
    #expect(state.app.inbox.messages == ["Ada", "Ada!"])
  }

  @Test func `A report names an absent part of a feature that reads a value`() async {
    let reports = Recorder<String>()
    let store = Store(
      state: App(), reducer: Inbox.reducer.scope(\.inbox, reading: \.user),
      middleware: [.reports { reports.record($0.outcome) }])
    await store.settle(after: Tick())
    #expect(reports.values == [#"not reduced: \App.inbox.draft? is absent"#])
  }

  @Test func `Four stores run one reducer that reads a value at the same time`() async {
    let stores = (0..<4).map { Store(state: App(user: User(name: "\($0)")), reducer: app) }
    await onThreads(4) { thread in
      for _ in 0..<500 { stores[thread].dispatch(Inbox.Action.sent("")) }
      stores[thread].waitUntilReduced()
    }
    for (index, store) in stores.enumerated() {
      #expect(store.state.inbox.messages == Array(repeating: "\(index): ", count: 500))
    }
  }
}
