// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// A feature that reads the user of the app, with an optional screen and rows of its own.
private enum Inbox {
  struct State: Equatable, Sendable {
    var messages: [String] = []
    var draft: Draft?
    var rows: [Row.State] = []
  }

  struct Draft: Equatable, Sendable { var text = "" }

  enum Action: Runnel.Action { case sent(String), draftStarted, draftClosed }

  static let reducer = Reducer<StateReading<State, User>> {
    Reducer.on(Action.self) { state, action in
      switch action {
      case .sent(let text): state.messages.append("\(state.shared.name): \(text)")
      case .draftStarted: state.draft = Draft()
      case .draftClosed: state.draft = nil
      }
      return .none
    }
  }
}

private enum Row {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var owner = ""
  }

  struct Claimed: ElementAction { let elementID: Int }

  static let reducer = Reducer<StateReading<State, User>>.updating(Claimed.self) { state, _ in
    state.owner = state.shared.name
  }
}

private struct User: Equatable, Sendable { var name = "Ada" }

private struct Numbers: Equatable, Sendable {
  var own: [Int]
  var user = User()
}

private struct Renamed: Action { let name: String }

private struct App: Equatable, Sendable {
  var other = 0
  var inbox = Inbox.State()
  var archive: Inbox.State?
  var rows = [Row.State(id: 1), Row.State(id: 2)]
  var user = User()
}

private struct Counted: Action {}

private let renaming = Reducer<App>.updating(Renamed.self) { $0.user.name = $1.name }
private let counting = Reducer<Int>.updating(Counted.self) { other, _ in other += 1 }
  .scope(\App.other)

private let app = Reducer<App> {
  renaming
  counting
  Inbox.reducer.scope(\.inbox, reading: \.user)
  Inbox.reducer.reading(\.user) { $0.ifPresent(\.archive) }
  Row.reducer.reading(\.user) { $0.forEach(\.rows) }
}

@Suite struct ReadingTests {
  // MARK: Reducers

  @Test func `A feature reads a value of the app as of its action, wherever it is composed`() async
  {
    var state = App()
    state.archive = Inbox.State()
    let store = Store(state: state, reducer: app)
    store.dispatch(Inbox.Action.sent("a"))
    store.dispatch(Row.Claimed(elementID: 2))
    store.dispatch(Renamed(name: "Bo"))
    store.dispatch(Inbox.Action.sent("b"))
    await store.settled()
    #expect(store.state.inbox.messages == ["Ada: a", "Bo: b"])
    #expect(store.state.archive?.messages == ["Ada: a", "Bo: b"])
    #expect(store.state.rows.map(\.owner) == ["", "Ada"])
  }

  @Test func `A feature passes the value that it reads to its own rows`() {
    let nested = Reducer<StateReading<Inbox.State, User>> {
      Inbox.reducer
      Row.reducer.reading(\.shared) { $0.forEach(\.own.rows) }
    }
    var state = App()
    state.inbox.rows = [Row.State(id: 7)]
    nested.scope(\.inbox, reading: \.user).reduce(&state, Row.Claimed(elementID: 7))
    #expect(state.inbox.rows == [Row.State(id: 7, owner: "Ada")])
  }

  @Test func `Two compositions, one inside the other, share two values`() {
    struct Both: Equatable, Sendable {
      var app = App()
      var suffix = "!"
    }
    let inner = Reducer<StateReading<String, User>>.updating(Counted.self) { state, _ in
      state.own += state.shared.name
    }
    let outer = Reducer<StateReading<App, String>> {
      inner.scope(\.own.inbox.messages[0], reading: \.own.user)
      Reducer<StateReading<App, String>>.updating(Counted.self) { state, _ in
        state.own.inbox.messages[0] += state.shared
      }
    }
    var state = Both()
    state.app.inbox.messages = [""]
    outer.scope(\.app, reading: \.suffix).reduce(&state, Counted())
    #expect(state.app.inbox.messages == ["Ada!"])
  }

  @Test func `The order of reducers decides which value a feature reads`() {
    struct Sign: Action {}
    let signing = Reducer<StateReading<[String], User>>.updating(Sign.self) { state, _ in
      state.own.append(state.shared.name)
    }
    let renamed = Reducer<App>.updating(Sign.self) { state, _ in state.user.name = "Bo" }
    let placed = signing.scope(\App.inbox.messages, reading: \.user)
    var state = App()
    Reducer {
      placed
      renamed
      placed
    }
    .reduce(&state, Sign())
    #expect(state.inbox.messages == ["Ada", "Bo"])
  }

  @Test func `Contract 8: a feature that reads a value changes its state in place`() async {
    struct Step: Action {}
    let addresses = Recorder<UInt>()
    let reducer = Reducer<StateReading<[Int], User>>.updating(Step.self) { state, _ in
      state.own[0] += 1
      state.own.withUnsafeBufferPointer { addresses.record(UInt(bitPattern: $0.baseAddress)) }
    }
    let store = Store(
      state: Numbers(own: Array(repeating: 0, count: 100_000)),
      reducer: reducer.scope(\.own, reading: \.user))
    let feature = store.scope(\.own, reading: \.user)
    let names = Recorder<String>()
    let token = feature.scope { "\($0.shared.name) \($0.own.count)" }.observe { names.record($0) }
    // The first change finds an array that the initial state shares.
    store.dispatch(Step())
    await store.settled()
    for _ in 0..<20 { store.dispatch(Step()) }
    await store.settled()
    #expect(Set(addresses.values.dropFirst()).count == 1)
    #expect(names.values == ["Ada 100000"])
    token.dispose()
  }

  @Test func `Contract 8: a scope of an optional inside lets the feature change it in place`() async
  {
    struct Step: Action {}
    struct List: Equatable, Sendable { var numbers: [Int]? = Array(repeating: 0, count: 1_000) }
    struct Lists: Equatable, Sendable {
      var other = 0
      var list = List()
      var user = User()
    }
    let addresses = Recorder<UInt>()
    let reducer = Reducer<[Int]>.updating(Step.self) { numbers, _ in
      numbers[0] += 1
      numbers.withUnsafeBufferPointer { addresses.record(UInt(bitPattern: $0.baseAddress)) }
    }
    let store = Store(
      state: Lists(),
      reducer: Reducer<StateReading<List, User>> { reducer.ifPresent(\.own.numbers) }
        .scope(\.list, reading: \.user))
    let scope = store.scope(\.list).ifPresent(\.numbers)
    // The first change finds an array that the initial state shares.
    for _ in 0..<20 { store.dispatch(Step()) }
    await store.settled()
    #expect(Set(addresses.values.dropFirst()).count == 1)
    #expect(scope?.state.first == 20)
  }

  @Test func `A property without the name of the own state changes in place`() {
    // Computed: in a release build, a literal is a constant, which its first change copies.
    var state = StateReading(
      Inbox.State(messages: ["a", "b"].map { $0.lowercased() }), shared: User())
    let before = state.own.messages.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    state.messages[0] = "c"
    let after = state.own.messages.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    #expect(before == after)
    #expect(state.messages == ["c", "b"])
    #expect(state.messages.isEmpty == false)
  }

  @Test func `Reducers of a feature that reads a value are listed by their paths`() {
    let store = Store(state: App(), reducer: app)
    #expect(
      store.reducers.map(\.path) == [
        "\\App", "\\App.other", "\\App.inbox", "\\App.archive?", "\\App.rows[]",
      ])
  }

  // MARK: Effects

  private struct Tick: Action {}

  /// A feature whose draft starts an effect that runs until it is canceled.
  private func drafting(
    through path: any WritableKeyPath<StateReading<Inbox.State, User>, Inbox.Draft?> & Sendable
  ) -> Reducer<App> {
    let draft = Reducer<Inbox.Draft>.on(Tick.self) { _, _ in .run { _ in await suspended() } }
    return Reducer<StateReading<Inbox.State, User>> {
      Inbox.reducer
      draft.ifPresent(path)
    }
    .scope(\.inbox, reading: \.user)
  }

  @Test(arguments: [\StateReading<Inbox.State, User>.own.draft, \.draft])
  private func `Effects of an optional in a feature that reads a value end with the optional`(
    path: any WritableKeyPath<StateReading<Inbox.State, User>, Inbox.Draft?> & Sendable
  ) async {
    let store = Store(state: App(), reducer: drafting(through: path))
    store.dispatch(Inbox.Action.draftStarted)
    store.dispatch(Tick())
    store.dispatch(Inbox.Action.sent("a"))
    await store.settled()
    #expect(store.runningEffects.count == 1)
    store.dispatch(Inbox.Action.draftClosed)
    await store.settled(includingEffects: true)
    #expect(store.runningEffects.isEmpty)
  }

  @Test func `A report names the absent part of a feature that reads a value`() async {
    let reasons = Recorder<[ActionReport.Reason]>()
    let store = Store(
      state: App(), reducer: drafting(through: \.own.draft),
      middleware: [.reports { reasons.record($0.reasons) }])
    store.dispatch(Tick())
    await store.settled()
    #expect(reasons.values == [[.absentState(path: "\\App.inbox.own.draft?")]])
  }

  @Test func `A report doesn't evaluate a computed property that needs the shared value`() async {
    let reports = Recorder<String>()
    let reducer = Reducer<Int>.updating(Counted.self) { length, _ in length += 1 }
      .scope(\StateReading<Inbox.State, User>.signatureLength)
    let store = Store(
      state: App(),
      reducer: Reducer<StateReading<Inbox.State, User>> { reducer }.scope(\.inbox, reading: \.user),
      middleware: [.reports { reports.record($0.outcome) }])
    store.dispatch(Counted())
    await store.settled()
    #expect(store.state.inbox.messages == ["Ada 4"])
    #expect(reports.values == ["reduced by 1 reducer"])
  }

  // MARK: Stores

  @Test func `Observers are notified when the own state or the shared value changes`() async {
    let store = Store(state: App(), reducer: app)
    let recorded = store.scope(\.inbox, reading: \.user).scope {
      "\($0.shared.name) \($0.messages.count)"
    }
    .recordValues()
    let whole = store.scope(\.inbox, reading: \.user).recordValues()
    store.dispatch(Counted())
    store.dispatch(Inbox.Action.sent("a"))
    store.dispatch(Renamed(name: "Bo"))
    store.dispatch(Row.Claimed(elementID: 1))
    await store.settled()
    #expect(recorded.values == ["Ada 0", "Ada 1", "Bo 1"])
    #expect(whole.values.map(\.shared.name) == ["Ada", "Ada", "Bo"])
    #expect(whole.values.map(\.messages.count) == [0, 1, 1])
  }

  @Test func `Contract 28: actions on other slices don't evaluate a feature's shared value`() async
  {
    let store = Store(state: App(), reducer: app)
    let evaluations = Counter()
    let feature = store.scope(\.inbox, reading: \.user)
    let recorded = feature.scope { state in
      evaluations.increment()
      return state.messages.count
    }
    .recordValues()
    let first = evaluations.value
    for _ in 0..<10 { store.dispatch(Counted()) }
    await store.settled()
    #expect(evaluations.value == first)
    store.dispatch(Inbox.Action.sent("a"))
    await store.settled()
    #expect(evaluations.value > first)
    #expect(recorded.values == [0, 1])
  }

  @Test func `The store of an element with a value that it reads is nil without the element`() async
  {
    let store = Store(state: App(), reducer: app)
    #expect(store.reading(\.user) { $0.scope(\.rows, id: 9) } == nil)
    let row = store.reading(\.user) { $0.scope(\.rows, id: 2) }
    store.dispatch(Row.Claimed(elementID: 2))
    await store.settled()
    #expect(row?.state == StateReading(Row.State(id: 2, owner: "Ada"), shared: User()))
  }

  @Test func `Effects on the store of an optional with a value that it reads end with it`() async {
    var state = App()
    state.archive = Inbox.State()
    let closing = Reducer<App>.updating(Counted.self) { state, _ in state.archive = nil }
    let store = Store(
      state: state,
      reducer: Reducer {
        closing
        renaming
      })
    let archive = store.reading(\.user) { $0.ifPresent(\.archive) }
    let token = archive?.run(.run { _ in await suspended() })
    let supervision = archive?.scope(\.own.messages).run(while: { $0.isEmpty }) {
      .run { _ in await suspended() }
    }
    let recorded = archive?.recordValues()
    await store.settled()
    #expect(store.runningEffects.count == 2)
    store.dispatch(Counted())
    store.dispatch(Renamed(name: "Bo"))
    await store.settled()
    #expect(store.runningEffects.isEmpty)
    // The own state is the last one, and the shared value the present one.
    #expect(recorded?.values.map(\.shared.name) == ["Ada", "Bo"])
    token?.dispose()
    supervision?.dispose()
  }

  @Test func `A scope that reads a value and its observers leave no slice behind`() async {
    let store = Store(state: App(), reducer: app)
    do {
      let feature = store.scope(\.inbox, reading: \.user)
      let token = feature.scope(\.own.messages).observe { _ in }
      store.dispatch(Inbox.Action.sent("a"))
      await store.settled()
      token.dispose()
    }
    #expect(store.connections.isEmpty)
    #expect(store.engine.slices.count == 0)
    #expect(store.engine.rootSlice.index?.isEmpty ?? true)
  }

  @Test func `Two stores run one reducer that reads a value at the same time`() async {
    let stores = (0..<4).map { index in
      Store(state: App(user: User(name: "\(index)")), reducer: app)
    }
    await withTaskGroup(of: Void.self) { group in
      for store in stores {
        group.addTask {
          for _ in 0..<500 { store.dispatch(Inbox.Action.sent("")) }
          await store.settled()
        }
      }
    }
    for (index, store) in stores.enumerated() {
      #expect(store.state.inbox.messages == Array(repeating: "\(index): ", count: 500))
    }
  }
}

extension StateReading<Inbox.State, User> {
  fileprivate var signatureLength: Int {
    get { shared.name.count }
    set { own.messages.append("\(shared.name) \(newValue)") }
  }
}

/// Suspends until the task is canceled.
private func suspended() async {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  for await _ in stream {}
  _ = continuation
}
