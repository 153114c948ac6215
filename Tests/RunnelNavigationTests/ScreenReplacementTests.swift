// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel
@testable import RunnelNavigation

/// Another stack takes the place of one, and counts from one, too: its screens are others.
@Suite struct ScreenReplacementTests {
  private typealias Thread = Mail.Thread
  private typealias Stack = ScreenStack<Thread.State>

  /// Where a state has the stack.
  private enum Place: CaseIterable {
    case property, array, entities, dictionary, screen, enumCase, sheet, session, computed
  }

  /// How a reducer replaces it.
  private enum Way: CaseIterable {
    case literal, equal, assigned, swapped, decoded, emptied, replaced, removed, forked
  }

  private struct Tab: Equatable, Identifiable, Sendable {
    var id = 1
    var path: Stack = [Thread.State(subject: "first")]
  }

  private struct Plain: Equatable, Sendable {
    var path: Stack = [Thread.State(subject: "first")]
    var computed: Stack {
      get { path }
      set { path = newValue }
    }
  }

  private enum Mode: Equatable, Sendable {
    case none
    case flow(Plain)

    static let flow = CasePath<Mode, Plain>(Mode.flow)
  }

  private struct App: Equatable, Sendable {
    var path: Stack = [Thread.State(subject: "first")]
    var array = [Tab()]
    var entities: Entities = [Tab()]
    var dictionary = ["a": Tab()]
    var screens: ScreenStack = [Plain()]
    var mode = Mode.flow(Plain())
    var sheet: Plain? = Plain()
    var session: Tab? = Tab()
    var plain = Plain()
    /// A stack that was made outside of a reducer, so that its IDs are those of the others.
    var other: Stack = [Thread.State(subject: "second")]
    /// The ID at the top, as the reducer saw it.
    var opened: ScreenID?
  }

  private struct Replace: Action {
    let way: Way
    let place: Place
  }

  private static func change(_ app: inout App, at place: Place, _ body: (inout Stack) -> Void) {
    switch place {
    case .property: body(&app.path)
    case .array: body(&app.array[0].path)
    case .entities:
      var tab = app.entities[0]
      body(&tab.path)
      app.entities = [tab]
    case .dictionary: body(&app.dictionary["a", default: Tab()].path)
    case .screen: body(&app.screens[0].path)
    case .enumCase:
      guard case .flow(var flow) = app.mode else { return }
      app.mode = .none
      body(&flow.path)
      app.mode = .flow(flow)
    case .sheet:
      guard var sheet = app.sheet else { return }
      app.sheet = nil
      body(&sheet.path)
      app.sheet = sheet
    case .session:
      guard var session = app.session else { return }
      body(&session.path)
      app.session = session
    case .computed: body(&app.plain.computed)
    }
  }

  private static func apply(_ replace: Replace, to app: inout App) {
    var (other, opened) = (app.other, app.opened)
    let second = Thread.State(subject: "second")
    change(&app, at: replace.place) { stack in
      switch replace.way {
      case .literal: stack = [second]
      case .equal: stack = [Thread.State(subject: "first")]
      case .assigned: stack = other
      case .swapped: swap(&stack, &other)
      case .decoded:
        let json = Data(#"{"entries": [{"id": 1, "screen": \#(screen)}], "lastNumber": 1}"#.utf8)
        stack = (try? JSONDecoder().decode(Stack.self, from: json)) ?? stack
      case .emptied: stack = Stack()
      case .replaced: stack.replace(with: [second])
      case .removed: stack.remove(id: ScreenID(1))
      case .forked:
        var fork = stack
        fork.replaceTop(with: second)
        stack = fork
      }
      if stack.isEmpty { stack.push(second) }
      opened = stack.topID
    }
    (app.other, app.opened) = (other, opened)
  }

  private static let screen = #"{"subject": "second", "reads": 0, "replies": []}"#

  private static func reducer(at place: Place) -> Reducer<App> {
    let tab = Thread.reducer.forEach(\Tab.path)
    let plain = Thread.reducer.forEach(\Plain.path)
    return Reducer<App> {
      switch place {
      case .property: Thread.reducer.forEach(\.path)
      case .array: tab.forEach(\.array)
      case .entities: tab.forEach(\.entities)
      case .dictionary: tab.forEach(\.dictionary)
      case .screen: plain.forEach(\.screens)
      case .enumCase: plain.ifCase(\.mode, Mode.flow)
      case .sheet: plain.ifPresent(\.sheet)
      case .session: tab.ifPresent(\.session)
      case .computed: Thread.reducer.forEach(\.plain.computed)
      }
      Reducer.updating(Replace.self) { app, replace in apply(replace, to: &app) }
    }
  }

  private static func scope(
    of store: Store<App>, at place: Place, _ number: Int = 1
  ) -> Store<Thread.State>? {
    let id = ScreenID(number)
    return switch place {
    case .property: store.scope(\.path, id: id)
    case .array: store.scope(\.array, id: 1)?.scope(\.path, id: id)
    case .entities: store.scope(\.entities, id: 1)?.scope(\.path, id: id)
    case .dictionary: store.scope(\.dictionary, id: "a")?.scope(\.path, id: id)
    case .screen: store.scope(\.screens, id: ScreenID(1))?.scope(\.path, id: id)
    case .enumCase: store.ifCase(\.mode, Mode.flow)?.scope(\.path, id: id)
    case .sheet: store.ifPresent(\.sheet)?.scope(\.path, id: id)
    case .session: store.ifPresent(\.session)?.scope(\.path, id: id)
    case .computed: store.scope(\.plain.computed, id: id)
    }
  }

  @Test(arguments: Place.allCases, Way.allCases)
  private func `Replies, scopes and IDs of an old screen never reach one of another stack`(
    place: Place, way: Way
  ) async throws {
    let clock = ManualClock()
    let dropped = Recorder<String>()
    let store = Store(
      state: App(), reducer: Self.reducer(at: place),
      middleware: [.reports { if !$0.isReduced { dropped.record("\($0)") } }], clock: clock)
    let old = try #require(Self.scope(of: store, at: place))
    let values = old.recordValues()
    old.dispatch(Thread.Action.load("late"))
    await store.settle(after: Thread.Action.load("late"))
    #expect(store.runningEffects.count == 2)

    await store.settle(after: Replace(way: way, place: place))
    #expect(store.runningEffects.isEmpty)
    var stack = Stack()
    var app = store.state
    Self.change(&app, at: place) { stack = $0 }
    let id = try #require(stack.topID)
    #expect(store.state.opened == id)
    let new = try #require(Self.scope(of: store, at: place, id.number))
    await new.settle(after: Thread.Action.load("reply"))
    old.cancelEffects(id: Thread.ID.loading)
    old.dispatch(Thread.Action.read)
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)

    let subject = way == .equal ? "first" : "second"
    #expect(new.state == Thread.State(subject: subject, replies: ["reply"]))
    #expect(old.state == Thread.State(subject: "first"))
    #expect(values.values == [Thread.State(subject: "first")])
    #expect(dropped.values.count == 1)
    #expect(dropped.values.first?.contains("there is no element 1 in ") == true)
  }

  @Test(arguments: [Place.property, .enumCase, .sheet, .session], Way.allCases)
  private func `A test and a replay have the IDs of the reducer`(place: Place, way: Way) async {
    let replace = Replace(way: way, place: place)
    let store = TestStore(state: App(), reducer: Self.reducer(at: place))
    for _ in 0..<3 {
      var replayed = store.state
      await store.send(replace) { Self.apply(replace, to: &$0) }
      Self.reducer(at: place).reduce(&replayed, replace)
      #expect(replayed == store.state)
    }
    await store.finish()
  }

  @Test(arguments: [Place.property, .enumCase, .sheet, .session])
  private func `A new stack outside of collections has IDs above the old ones`(place: Place) {
    var app = App()
    let ways: [(Way, number: Int)] = [(.literal, 2), (.equal, 3), (.assigned, 1), (.literal, 4)]
    for (way, number) in ways {
      Self.reducer(at: place).reduce(&app, Replace(way: way, place: place))
      Self.change(&app, at: place) { #expect($0.ids == [ScreenID(number)]) }
    }
  }

  @Test func `A test has the IDs of a stack in a row`() async {
    struct Row: Equatable, Sendable, Identifiable {
      var id: Int
      var path = Stack()
    }
    struct List: Equatable, Sendable {
      var path: Stack = [Thread.State(subject: "a"), Thread.State(subject: "b")]
      var rows: Entities<Row> = [Row(id: 1)]
    }
    struct Open: Action {}
    let store = TestStore(
      state: List(),
      reducer: Reducer {
        Thread.reducer.forEach(\List.path)
        Reducer<Row> {
          Thread.reducer.forEach(\Row.path)
          Reducer.updating(Open.self) { row, _ in row.path.push(Thread.State()) }
        }.forEach(\.rows)
      })
    for _ in 0..<3 {
      await store.send(Open(), to: \.rows, id: 1) { $0.rows[id: 1]?.path.push(Thread.State()) }
    }
    await store.finish()
  }

  @Test func `A stack that a reducer has emptied or undone assigns no ID again`() {
    struct State: Sendable {
      var path: Stack = [Thread.State()]
      var backup = Stack()
    }
    enum Back: Action { case emptied, undone }
    let reducer = Reducer<State> {
      Thread.reducer.forEach(\.path)
      Reducer.updating(Back.self) { state, back in
        state.path = back == .emptied ? Stack() : state.backup
      }
      Reducer.stack(\.path)
    }
    let store = Store(state: State(), reducer: reducer)
    for (back, number) in [(Back.emptied, 3), (.undone, 5), (.undone, 7)] {
      store.dispatch(StackAction.push(Thread.State()))
      store.dispatch(back)
      store.send(StackAction.push(Thread.State()))
      #expect(store.state.path.ids == [ScreenID(number)])
      store.send(StackAction<Thread.State>.popToRoot)
    }
  }

  @Test func `A screen that was pushed and popped has used up an ID, which is a step of an undo`() {
    var stack: ScreenStack = ["a"]
    let before = stack
    stack[0] = "b"
    stack[0] = "a"
    #expect(stack == before)
    stack.push("b")
    stack.pop()
    // If equal, it wouldn't be saved, and the next process would assign the ID again.
    #expect(stack != before)
    #expect(stack.entries == before.entries)
    var history = History<ScreenStack<String>>()
    history.record(before)
    let isEmpty = history.removeEmptyStep(at: stack)
    #expect(!isEmpty)
    history.undo(&stack)
    #expect(stack == before)
  }

  @Test func `A screen that an undo brings back is itself again`() async throws {
    struct Tab: Equatable, Identifiable, Sendable {
      var id = 1
      var path: Stack = [Thread.State(subject: "first")]
      var history = History<Stack>()
    }
    struct Link: Action {}
    let tab = Reducer<Tab> {
      Reducer.updating(Link.self) { tab, _ in tab.path = [Thread.State(subject: "second")] }
      Thread.reducer.forEach(\.path)
    }
    let store = Store(
      state: [Tab()],
      reducer: tab.undoable(\.path, history: \.history, limit: 9) { _ in nil }.forEach(\.self))
    let first = try #require(store.scope(\.self, id: 1)?.scope(\.path, id: ScreenID(1)))
    store.dispatch(Link())
    await first.settle(after: Thread.Action.read)
    #expect(Array(store.state[0].path) == [Thread.State(subject: "second")])
    store.dispatch(UndoAction<Stack>.undo)
    await first.settle(after: Thread.Action.read)
    #expect(first.state == Thread.State(subject: "first", reads: 1))
    #expect(Array(store.state[0].path) == [first.state])
  }
}
