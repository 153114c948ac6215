// SPDX-License-Identifier: MIT

@Suite struct EffectsTests {
  let clock = ManualClock()
  let disposer = Disposer()

  #snippet("Overview")

  struct LibraryAPI: Sendable {
    var titles: @Sendable () async throws -> [String] = { [] }
    var arrivals = AsyncStream<String> { $0.finish() }
  }

  struct Offline: Error, Equatable {}

  private func makeStore(_ api: LibraryAPI = LibraryAPI()) -> Store<Library.State> {
    Store(state: Library.State(), reducer: Library.reducer(api), clock: clock)
  }

  /// Returns an effect that adds a title after a pause.
  private static func arrive(_ title: String, after seconds: Double) -> Effect {
    .run { send in
      try await send.sleep(for: .seconds(seconds))
      send(Library.Action.arrived(title))
    }
  }

  @Test func `Contract 6: an opened library is awaited with its titles`() async {
    let store = makeStore(LibraryAPI(titles: { ["Walden"] }))
    #snippet("Wait for one action")
    #snippet("Wait for one action", 2)
  }

  @Test func `The library is loaded when it is opened, unless it is closed in time`() async {
    let api = LibraryAPI(titles: { [clock] in
      try await clock.sleep(for: .seconds(1))
      return ["Walden"]
    })
    let store = makeStore(api)
    store.dispatch(Library.Action.opened)
    await clock.advance(by: .milliseconds(900))
    #expect(store.state == Library.State(isOpen: true))
    store.dispatch(Library.Action.closed)
    await clock.advance(by: .seconds(1))
    #expect(store.state == Library.State())
    store.dispatch(Library.Action.opened)
    await clock.advance(by: .seconds(1))
    #expect(store.state.titles == ["Walden"])
  }

  @Test func `Each kind of effect behaves as the page describes`() async {
    let (arrivals, lorry) = AsyncStream.makeStream(of: String.self)
    let api = LibraryAPI(titles: { ["Emma"] }, arrivals: arrivals)
    let isOnline = !CommandLine.arguments.isEmpty
    #snippet("Create effects")
    lorry.yield("Walden")
    let loaded = #"loaded(["Emma"])"#
    #expect(await sentActions(of: greeting) == ["opened"])
    #expect(await sentActions(of: loading) == [loaded])
    #expect(await sentActions(of: loadingOnce) == [loaded])
    #expect(await sentActions(of: looking) == ["looked"])
    #expect(await Set(sentActions(of: sideBySide)) == [loaded, #"arrived("Dune")"#])
    #expect(await sentActions(of: inTurn) == [loaded, #"arrived("Walden")"#])
    #expect(printing.commands as? [PrintCommand] == [.list(["Emma"])])
  }

  private enum PrintCommand: Command, Equatable { case list([String]) }
  private typealias Scanner = Watcher

  #snippet("Cancel effects")

  @Test func `An ID with the number of a photo cancels the loading of that photo`() async {
    let reducer: Reducer<[Photos.State]> = Photos.reducer.forEach(\.self, id: \.id)
    let store = Store(
      state: [Photos.State(id: 1), Photos.State(id: 2)], reducer: reducer, clock: clock)
    store.dispatch(Photos.Action(elementID: 1, event: .shown))
    store.dispatch(Photos.Action(elementID: 2, event: .shown))
    await clock.advance(by: .milliseconds(500))
    store.dispatch(Photos.Action(elementID: 1, event: .hidden))
    await clock.advance(by: .milliseconds(500))
    #expect(store.state.map(\.pixels) == [0, 100])
  }

  @Test func `Contract 33: an error becomes an action, starts an effect or is reported`() async {
    struct Log: Sendable {
      let recorded = Recorder<String>()
      func write(_ text: String) { recorded.record(text) }
    }
    let log = Log()
    let cached: @Sendable () -> [String] = { ["Emma"] }
    let api = LibraryAPI(titles: { throw Offline() })
    #snippet("Handle errors")
    let reducer = Library.reducer(api)
    #snippet("Handle errors", 2)
    store.run(Effect(reported)).dispose(on: disposer)
    await clock.advance(by: .zero)
    #expect(store.state.problem == "Offline()")
    store.run(Effect(replaced)).dispose(on: disposer)
    await clock.advance(by: .seconds(9))
    #expect(store.state.titles == [])
    await clock.advance(by: .seconds(1))
    #expect(store.state.titles == ["Emma"])
    store.run(Effect(ignored)).dispose(on: disposer)
    await clock.advance(by: .zero)
    #expect(log.recorded.values == [])
    store.run(Effect(loading)).dispose(on: disposer)
    await clock.advance(by: .zero)
    #expect(log.recorded.count == 1)
  }

  @Test func `Contract 34: all time comes from the clock of the store`() async {
    #snippet("Use the store's clock", 2)
    #expect(store.state.looks == 60)
    token.dispose()
  }

  @Test func `An effect sleeps and ticks with the clock that it receives`() async {
    #snippet("Use the store's clock")
    #expect(await sentActions(of: patient) == ["looked", "looked", "looked"])
  }

  private final class Shelf: Sendable {
    let disposer = Disposer()

    init(store: Store<Library.State>, arrivals: AsyncStream<String>) {
      #snippet("Effect lifetime", 3)
    }
  }

  @Test func `Effects run while the state requires them`() async {
    let store = makeStore()
    @Sendable func visit(_ reader: String) -> Effect { Self.arrive("\(reader)'s book", after: 1) }
    #snippet("Start and stop effects with the state")
    await clock.advance(by: .seconds(120))
    #expect(store.state.looks == 0)
    store.dispatch(Library.Action.opened)
    await clock.advance(by: .seconds(120))
    #expect(store.state.looks == 2)
    store.dispatch(Library.Action.closed)
    await clock.advance(by: .seconds(120))
    #expect(store.state.looks == 2)
  }

  @Test func `A store settles when the effects have ended`() async {
    let api = LibraryAPI(titles: { ["Walden"] })
    let store = Store(state: Library.State(), reducer: Library.reducer(api))
    #snippet("Wait for all actions and list running effects")
  }

  @Test func `Running effects are listed with their IDs`() async {
    let print = Printer()
    let store = makeStore()
    let token = store.run(
      Self.arrive("a", after: 1).delay(for: .seconds(1)).cancellable(id: "books"))
    await clock.advance(by: .zero)
    #snippet("Wait for all actions and list running effects", 2)
    #expect(print.lines == [#"run ["books"] true"#])
    token.dispose()
  }

  @Test func `An effect that must finish outlasts its slice of the state`() async {
    struct Note: Equatable, Sendable { var draft = "" }
    struct Desk: Equatable, Sendable { var note: Note? = Note(draft: "Walden") }
    struct Left: Action {}
    struct Disk: Sendable {
      let written = Recorder<String>()
      let clock: ManualClock

      func write(_ text: String) async throws {
        try await clock.sleep(for: .seconds(1))
        written.record(text)
      }
    }
    let disk = Disk(clock: clock)
    let note = Reducer<Note>.on(Left.self) { state, _ in
      #snippet("Effect lifetime")
    }
    let reducer = Reducer<Desk> {
      note.ifPresent(\.note)
      Reducer.edits
    }
    let store = Store(state: Desk(), reducer: reducer, clock: clock)
    store.dispatch(Left())
    store.edit { $0.note = nil }
    await clock.advance(by: .seconds(1))
    #expect(store.state.note == nil)
    #expect(disk.written.values == ["Walden"])
  }

  @Test func `An effect runs while a condition on optional state holds`() async {
    struct Shelf: Equatable, Sendable { var isOpen = true }
    struct State: Equatable, Sendable { var shelf: Shelf? }
    let store = Store(state: State(), reducer: .edits, clock: clock)
    let actions = ValueRecorder.actions(of: store)
    #snippet("Start and stop effects with the state", 2)
    for shelf in [Shelf(), nil, Shelf(isOpen: false)] {
      store.edit { $0.shelf = shelf }
      await clock.advance(by: .seconds(120))
    }
    #expect(actions.values.filter { $0 is Library.Action }.count == 2)
  }
}
