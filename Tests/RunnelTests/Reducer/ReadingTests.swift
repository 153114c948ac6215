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

  struct Claimed: Action {}

  static let reducer = Reducer<StateReading<State, User>>.updating(Claimed.self) { state, _ in
    state.owner = state.shared.name
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

private struct Counted: Action {}

private let renaming = Reducer<App>.updating(Renamed.self) { $0.user.name = $1.name }
private let app = Reducer<App> {
  renaming
  Reducer<Int>.updating(Counted.self) { other, _ in other += 1 }.scope(\App.other)
  Inbox.reducer.scope(\.inbox, reading: \.user)
  Inbox.reducer.reading(\.user) { $0.ifPresent(\.archive) }
  Row.reducer.reading(\.user) { $0.forEach(\.rows) }
  Reducer<StateReading<Inbox.State, User>> {
    Row.reducer.reading(\.shared) { $0.forEach(\.own.rows) }
  }
  .scope(\.inbox, reading: \.user)
}

@Suite struct ReadingTests {
  // MARK: Reducers

  @Test func `A feature reads a value of the app as of its action, wherever it is composed`() async
  {
    var state = App()
    state.archive = Inbox.State()
    state.inbox.rows = [Row.State(id: 7)]
    let store = Store(state: state, reducer: app)
    store.dispatch(Inbox.Action.sent("a"))
    store.dispatch(Row.Claimed(), to: \.rows, id: 2)
    store.dispatch(Row.Claimed(), to: \.inbox.rows, id: 7)
    store.dispatch(Renamed(name: "Bo"))
    store.dispatch(Inbox.Action.sent("b"))
    await store.settled()
    #expect(store.state.inbox.messages == ["Ada: a", "Bo: b"])
    #expect(store.state.archive?.messages == ["Ada: a", "Bo: b"])
    #expect(store.state.rows.map(\.owner) == ["", "Ada"])
    #expect(store.state.inbox.rows.map(\.owner) == ["Ada"])
    #expect(
      store.reducers.map(\.path) == [
        "\\App", "\\App.other", "\\App.inbox", "\\App.archive?", "\\App.rows[]",
        "\\App.inbox.own.rows[]",
      ])
  }

  @Test func `Two compositions, one inside the other, share two values, in the order of reducers`()
  {
    struct Both: Equatable, Sendable {
      var app = App()
      var suffix = "!"
    }
    let inner = Reducer<StateReading<[String], User>>.updating(Counted.self) { state, _ in
      state.own.append(state.shared.name)
    }
    let placed = inner.scope(\StateReading<App, String>.own.inbox.messages, reading: \.own.user)
    let outer = Reducer<StateReading<App, String>> {
      placed
      Reducer<StateReading<App, String>>.updating(Counted.self) { state, _ in
        state.own.user.name += state.shared
      }
      placed
    }
    var state = Both()
    outer.scope(\.app, reading: \.suffix).reduce(&state, Counted())
    #expect(state.app.inbox.messages == ["Ada", "Ada!"])
  }

  @Test func `Contract 8 and 28: a feature that reads a value changes its state in place`() async {
    struct List: Equatable, Sendable {
      var numbers = Array(repeating: 0, count: 100_000)
      var optional: [Int]? = Array(repeating: 0, count: 1_000)
    }
    struct Lists: Equatable, Sendable {
      var other = 0
      var list = List()
      var user = User()
    }
    let addresses = [Recorder<UInt>(), Recorder<UInt>()]
    func counting(in addresses: Recorder<UInt>) -> Reducer<[Int]> {
      .updating(Word.self) { numbers, _ in
        numbers[0] += 1
        numbers.withUnsafeBufferPointer { addresses.record(UInt(bitPattern: $0.baseAddress)) }
      }
    }
    let store = Store(
      state: Lists(),
      reducer: Reducer {
        Reducer<Int>.updating(Counted.self) { other, _ in other += 1 }.scope(\Lists.other)
        Reducer<StateReading<List, User>> {
          counting(in: addresses[0]).scope(\.own.numbers)
          counting(in: addresses[1]).ifPresent(\.own.optional)
        }
        .scope(\.list, reading: \.user)
      })
    let evaluations = Counter()
    let names = store.scope(\.list, reading: \.user).scope { state in
      evaluations.increment()
      return "\(state.shared.name) \(state.own.numbers.count)"
    }
    .recordValues()
    let optional = store.scope(\.list).ifPresent(\.optional)
    // The first change finds arrays that the initial state shares.
    for _ in 0..<20 { store.dispatch(Word("a")) }
    await store.settled()
    for addresses in addresses { #expect(Set(addresses.values.dropFirst()).count == 1) }
    #expect(names.values == ["Ada 100000"])
    #expect(optional?.state.first == 20)
    // Actions on other slices don't evaluate it.
    evaluations.reset()
    for _ in 0..<10 { store.dispatch(Counted()) }
    await store.settled()
    #expect(evaluations.value == 0)
  }

  @Test func `A property without the name of the own state changes in place`() {
    // Computed: in a release build, a literal is a constant, which its first change copies.
    var state = StateReading(
      Inbox.State(messages: ["a", "b"].map { $0.lowercased() }), shared: User())
    let before = state.own.messages.withUnsafeBufferPointer { $0.baseAddress }
    state.messages[0] = "c"
    #expect(state.own.messages.withUnsafeBufferPointer { $0.baseAddress } == before)
    #expect(state.messages == ["c", "b"])
  }

  @Test func `A report names an absent part, and doesn't evaluate one that needs the shared value`()
    async
  {
    let reports = Recorder<String>()
    let signing = Reducer<Int>.updating(Counted.self) { length, _ in length += 1 }
      .scope(\StateReading<Inbox.State, User>.signatureLength)
    let store = Store(
      state: App(),
      reducer: Reducer {
        drafting(through: \.own.draft)
        Reducer<StateReading<Inbox.State, User>> { signing }.scope(\.inbox, reading: \.user)
      },
      middleware: [.reports { reports.record($0.outcome) }])
    store.dispatch(Tick())
    store.dispatch(Counted())
    await store.settled()
    #expect(
      reports.values == [#"not reduced: \App.inbox.own.draft? is absent"#, "reduced by 1 reducer"])
    #expect(store.state.inbox.messages == ["Ada 4"])
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

  // MARK: Stores

  @Test func `Observers are notified when the own state or the shared value changes`() async {
    let store = Store(state: App(), reducer: app)
    do {
      let feature = store.scope(\.inbox, reading: \.user)
      let whole = feature.recordValues { "\($0.shared.name) \($0.messages.count)" }
      let computed = feature.scope { "\($0.shared.name) \($0.messages.count)" }.recordValues()
      store.dispatch(Counted())
      store.dispatch(Inbox.Action.sent("a"))
      store.dispatch(Renamed(name: "Bo"))
      store.dispatch(Row.Claimed(), to: \.rows, id: 1)
      await store.settled()
      #expect(computed.values == ["Ada 0", "Ada 1", "Bo 1"])
      #expect(whole.values == computed.values)
    }
    await store.settled()
    #expect(store.isUnused)
  }

  @Test func `The store of an element with a value that it reads is nil without the element`() async
  {
    let store = Store(state: App(), reducer: app)
    #expect(store.reading(\.user) { $0.scope(\.rows, id: 9) } == nil)
    let row = store.reading(\.user) { $0.scope(\.rows, id: 2) }
    store.dispatch(Row.Claimed(), to: \.rows, id: 2)
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
