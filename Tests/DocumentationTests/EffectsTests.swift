// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The examples of Effects.md, and what it says about the order of modifiers, errors and lifetimes.
@Suite struct EffectsTests {
  enum Library {
    struct State: Equatable, Sendable {
      var titles: [String] = []
      var problem: String?
      var isOpen = false
      var readers: [String] = []
      var looks = 0
    }

    enum Action: Runnel.Action {
      case opened, closed, looked
      case loaded([String])
      case arrived(String)
      case failed(String)
    }

    enum ID { case loading }

    static func reducer(_ api: LibraryAPI) -> Reducer<State> {
      .on(Action.self) { state, action in
        switch action {
        case .opened:
          state.isOpen = true
          return .run { send in
            let titles = try await api.titles()
            send(Action.loaded(titles))
          } catch: { error in
            Action.failed("\(error)")
          }
          .cancellable(id: ID.loading)
        case .closed:
          state.isOpen = false
          return .cancel(id: ID.loading)
        case .loaded(let titles):
          state.titles = titles
          return .none
        case .arrived(let title):
          state.titles.append(title)
          return .none
        case .failed(let problem):
          state.problem = problem
          return .none
        case .looked:
          state.looks += 1
          return .none
        }
      }
    }
  }

  struct LibraryAPI: Sendable {
    var titles: @Sendable () async throws -> [String] = { [] }
    var arrivals = AsyncStream<String> { $0.finish() }
  }

  struct Offline: Error, Equatable {}

  /// A store of the library that goes by a clock of its own.
  private struct Desk {
    let clock: ManualClock
    let store: Store<Library.State>

    init(
      _ api: LibraryAPI = LibraryAPI(),
      clock: ManualClock = ManualClock(),
      onError: (@Sendable (EffectFailure) -> Void)? = nil
    ) {
      self.clock = clock
      store = Store(
        state: Library.State(), reducer: Library.reducer(api), clock: clock, onError: onError)
    }

    var titles: [String] { store.state.titles }

    func advance(_ seconds: Double) async {
      await clock.advance(by: .seconds(seconds))
    }
  }

  /// Something that takes a while and then arrives.
  private func arrive(_ title: String, after seconds: Double) -> Effect {
    .run { send in
      try await send.sleep(for: .seconds(seconds))
      send(Library.Action.arrived(title))
    }
  }

  /// Something that takes a while and then fails.
  private func fail(after seconds: Double) -> Effect {
    .run { send in
      try await send.sleep(for: .seconds(seconds))
      throw Offline()
    }
  }

  /// How many attempts have been made.
  private func failing(_ attempts: Counter, after seconds: Double) -> Effect {
    .run { send in
      attempts.increment()
      try await send.sleep(for: .seconds(seconds))
      throw Offline()
    }
  }

  // MARK: What it is

  @Test func `the library is loaded when it is opened`() async {
    let clock = ManualClock()
    var api = LibraryAPI()
    api.titles = {
      try await clock.sleep(for: .seconds(1))
      return ["Walden"]
    }
    let desk = Desk(api, clock: clock)
    desk.store.dispatch(Library.Action.opened)
    await desk.advance(0.9)
    #expect(desk.store.state == Library.State(isOpen: true))
    await desk.advance(0.1)
    #expect(desk.titles == ["Walden"])
  }

  @Test func `a library that is closed in time is not loaded`() async {
    let clock = ManualClock()
    var api = LibraryAPI()
    api.titles = {
      try await clock.sleep(for: .seconds(1))
      return ["Walden"]
    }
    let desk = Desk(api, clock: clock)
    desk.store.dispatch(Library.Action.opened)
    await desk.advance(0.9)
    desk.store.dispatch(Library.Action.closed)
    await desk.advance(1)
    #expect(desk.titles == [])
    #expect(desk.store.runningEffects.isEmpty)
  }

  @Test func `an effect that nobody starts does nothing`() async {
    let made = Counter()
    let effect: Effect = .run { _ in made.increment() }
    var state = Library.State()
    let returned = Library.reducer(LibraryAPI()).reduce(&state, Library.Action.opened)
    #expect(made.value == 0)
    #expect(state.isOpen)
    withExtendedLifetime((effect, returned)) {}
  }

  @Test func `Contract 29: an effect starts after the action has been announced, off the queue`()
    async
  {
    let heard = Recorder<String>()
    let clock = ManualClock()
    var api = LibraryAPI()
    api.titles = {
      heard.record("effect")
      return []
    }
    let desk = Desk(api, clock: clock)
    let token = desk.store.scope(\.isOpen).observe { if $0 { heard.record("observer") } }
    desk.store.dispatch(Library.Action.opened)
    await desk.advance(0)
    #expect(heard.values == ["observer", "effect"])
    token.dispose()
  }

  // MARK: The kinds

  @Test func `each kind of effect does what the page says`() async {
    let clock = ManualClock()
    let (arrivals, lorry) = AsyncStream.makeStream(of: String.self)
    let api = LibraryAPI(titles: { ["Emma"] }, arrivals: arrivals)
    let desk = Desk(api, clock: clock)
    let store = desk.store
    let printed = Recorder<String>()
    let isOnline = true

    let greeting: Effect = .send(Library.Action.opened)
    let loading: Effect = .run { send in
      send(Library.Action.loaded(try await api.titles()))
    }
    let following: Effect = .stream(api.arrivals) { Library.Action.arrived($0) }
    let looking: Effect = .timer(every: .seconds(60)) { Library.Action.looked }
    let watching: Effect = .callback { send, end in
      let scanner = Scanner { send(Library.Action.arrived($0)) }
      end.onEnd { scanner.stop() }
      scanner.start()
    }
    let printing: Effect = .perform(PrintCommand.list(["Emma"]))
    let sideBySide: Effect = .merge(loading, watching)
    let inTurn: Effect = .concat {
      loading
      if isOnline { following }
    }

    let handlers = CommandHandlers(for: PrintCommand.self) { command in
      if case .list(let titles) = command { printed.record(contentsOf: titles) }
      return .none
    }
    let disposer = Disposer()
    store.handle(with: handlers).dispose(on: disposer)
    store.run(greeting).dispose(on: disposer)
    await desk.advance(0)
    #expect(store.state.isOpen)
    #expect(desk.titles == ["Emma"])
    store.run(sideBySide).dispose(on: disposer)
    await desk.advance(0)
    #expect(desk.titles == ["Emma", "Dune"])
    let turn = store.run(inTurn)
    await desk.advance(0)
    #expect(desk.titles == ["Emma"])
    lorry.yield("Walden")
    await desk.advance(0)
    #expect(desk.titles == ["Emma", "Walden"])
    turn.dispose()
    store.run(printing).dispose(on: disposer)
    store.run(looking).dispose(on: disposer)
    await desk.advance(180)
    #expect(printed.values == ["Emma"])
    #expect(store.state.looks == 3)
    disposer.dispose()
  }

  private enum PrintCommand: Command, Equatable { case list([String]) }

  /// Scans one book when it is started.
  private final class Scanner: Sendable {
    private let found: @Sendable (String) -> Void

    init(_ found: @escaping @Sendable (String) -> Void) {
      self.found = found
    }

    func start() { found("Dune") }
    func stop() {}
  }

  // MARK: Ids

  enum Photos {
    struct State: Identifiable, Equatable, Sendable {
      let id: Int
      var pixels = 0
    }

    enum Event { case shown, hidden, loaded(Int) }

    struct Action: ElementAction {
      let elementID: Int
      let event: Event
    }

    struct LoadingID: Hashable, Sendable {
      let photo: Int
    }

    static let reducer = Reducer<State>.on(Action.self) { photo, action in
      let id = photo.id
      switch action.event {
      case .shown:
        return .run { send in
          try await send.sleep(for: .seconds(1))
          send(Action(elementID: id, event: .loaded(100)))
        }
        .cancellable(id: LoadingID(photo: id))
      case .hidden:
        return .cancel(id: LoadingID(photo: id))
      case .loaded(let pixels):
        photo.pixels = pixels
        return .none
      }
    }
  }

  @Test func `the loading of one photo is cancelled by an id that has its number in it`() async {
    let clock = ManualClock()
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

  @Test func `Contract 31: an action that waits when its effect is cancelled is not reduced`() async
  {
    let desk = Desk()
    // Both are in the queue before the first is reduced, which cancels the effect that sent them.
    let token = desk.store.run(
      .concat(.send(Library.Action.closed), .send(Library.Action.arrived("Walden")))
        .cancellable(id: Library.ID.loading))
    await desk.advance(0)
    #expect(desk.titles == [])
    token.dispose()
  }

  @Test func `to a concat, a part that was cancelled has ended`() async {
    let desk = Desk()
    let token = desk.store.run(
      .concat(
        arrive("never", after: 10).cancellable(id: Library.ID.loading),
        .send(Library.Action.arrived("next"))
      ))
    await desk.advance(1)
    desk.store.dispatch(Library.Action.closed)
    await desk.advance(0)
    #expect(desk.titles == ["next"])
    token.dispose()
  }

  // MARK: The order of modifiers

  @Test func `timeout around debounce counts the pause, and inside it does not`() async {
    let failures = Recorder<EffectTimeoutError?>()
    let desk = Desk(onError: { failures.record($0.error as? EffectTimeoutError) })
    let effect = arrive("book", after: 1)
    let outside = desk.store.run(
      effect.debounce(id: "a", for: .seconds(1)).timeout(after: .milliseconds(1500)))
    await desk.advance(3)
    #expect(desk.titles == [])
    #expect(failures.values == [EffectTimeoutError(duration: .milliseconds(1500))])
    let inside = desk.store.run(
      effect.timeout(after: .milliseconds(1500)).debounce(id: "a", for: .seconds(1)))
    await desk.advance(3)
    #expect(desk.titles == ["book"])
    #expect(failures.count == 1)
    outside.dispose()
    inside.dispose()
  }

  @Test func `retry around timeout gives each attempt its time, and inside it all of them`() async {
    let desk = Desk(onError: { _ in })
    let each = Counter()
    let all = Counter()
    let disposer = Disposer()
    desk.store.run(failing(each, after: 10).timeout(after: .seconds(1)).retry(3))
      .dispose(on: disposer)
    desk.store.run(failing(all, after: 0.4).retry(9).timeout(after: .seconds(1)))
      .dispose(on: disposer)
    await desk.advance(20)
    #expect(each.value == 4)
    #expect(all.value == 3)
    disposer.dispose()
  }

  @Test func `catch inside retry leaves no error to retry for`() async {
    let desk = Desk()
    let outside = Counter()
    let inside = Counter()
    let disposer = Disposer()
    desk.store.run(failing(outside, after: 0).retry(2).catch { _ in Library.Action.looked })
      .dispose(on: disposer)
    desk.store.run(failing(inside, after: 0).catch { _ in Library.Action.looked }.retry(2))
      .dispose(on: disposer)
    await desk.advance(0)
    #expect(outside.value == 3)
    #expect(inside.value == 1)
    #expect(desk.store.state.looks == 2)
    disposer.dispose()
  }

  @Test func `cancellable around debounce ends the earlier one at once, and inside it later`() async
  {
    let desk = Desk()
    let disposer = Disposer()
    for title in ["a", "b"] {
      desk.store.run(
        arrive(title, after: 2).debounce(id: "pause", for: .seconds(1))
          .cancellable(id: "load", cancelInFlight: true)
      ).dispose(on: disposer)
      await desk.advance(2.5)
    }
    await desk.advance(10)
    #expect(desk.titles == ["b"])
    for title in ["c", "d"] {
      desk.store.run(
        arrive(title, after: 2).cancellable(id: "load", cancelInFlight: true)
          .debounce(id: "pause", for: .seconds(1))
      ).dispose(on: disposer)
      await desk.advance(2.5)
    }
    await desk.advance(10)
    #expect(desk.titles == ["b", "c", "d"])
    disposer.dispose()
  }

  @Test func `timeout around limited counts the time in the line, and inside it does not`() async {
    let failures = Counter()
    let desk = Desk(onError: { _ in failures.increment() })
    let disposer = Disposer()
    for title in ["a", "b"] {
      desk.store.run(
        arrive(title, after: 1).limited(id: "line", to: 1).timeout(after: .milliseconds(1500))
      ).dispose(on: disposer)
    }
    await desk.advance(10)
    #expect(desk.titles == ["a"])
    #expect(failures.value == 1)
    for title in ["c", "d"] {
      desk.store.run(
        arrive(title, after: 1).timeout(after: .milliseconds(1500)).limited(id: "line", to: 1)
      ).dispose(on: disposer)
    }
    await desk.advance(10)
    #expect(desk.titles == ["a", "c", "d"])
    disposer.dispose()
  }

  @Test func `map around catch replaces the action of the catch, and inside it does not`() async {
    let desk = Desk()
    let disposer = Disposer()
    let toTitle: @Sendable (any Action) -> any Action = { _ in Library.Action.arrived("mapped") }
    let effect = fail(after: 0)
    desk.store.run(effect.catch { _ in Library.Action.arrived("caught") }.map(toTitle))
      .dispose(on: disposer)
    await desk.advance(0)
    desk.store.run(effect.map(toTitle).catch { _ in Library.Action.arrived("caught") })
      .dispose(on: disposer)
    await desk.advance(0)
    #expect(desk.titles == ["mapped", "caught"])
    disposer.dispose()
  }

  @Test func `throttle lets the first one begin, and with latest also the last one`() async {
    let desk = Desk()
    let disposer = Disposer()
    for (latest, titles) in [(false, ["a", "b", "c"]), (true, ["d", "e", "f"])] {
      for title in titles {
        desk.store.run(
          .send(Library.Action.arrived(title))
            .throttle(id: "throttle", for: .seconds(1), latest: latest)
        ).dispose(on: disposer)
        await desk.advance(0)
      }
      await desk.advance(5)
    }
    #expect(desk.titles == ["a", "d", "f"])
    disposer.dispose()
  }

  // MARK: Errors

  @Test func `an error ends the merge that it is in, and a catch keeps it to a part`() async {
    let failures = Recorder<String>()
    let desk = Desk(onError: { failures.record("\($0.error)") })
    let together = desk.store.run(.merge(fail(after: 1), arrive("a", after: 2)))
    await desk.advance(3)
    #expect(desk.titles == [])
    #expect(failures.values == ["Offline()"])
    let alone = desk.store.run(
      .merge(fail(after: 1).catch { _ in .none }, arrive("b", after: 2)))
    await desk.advance(3)
    #expect(desk.titles == ["b"])
    #expect(failures.count == 1)
    together.dispose()
    alone.dispose()
  }

  @Test func `Contract 33: an error becomes an action, gives way to an effect, or is reported`()
    async
  {
    struct Log: Sendable {
      let recorded = Recorder<String>()
      func write(_ text: String) { recorded.record(text) }
    }
    let log = Log()
    let clock = ManualClock()
    let cached: @Sendable () -> [String] = { ["Emma"] }
    let api = LibraryAPI(titles: { throw Offline() })

    let loading: Effect = .run { send in
      send(Library.Action.loaded(try await api.titles()))
    }
    let told = loading.catch { error in Library.Action.failed("\(error)") }
    let replaced = loading.retry(2, backoff: .constant(.seconds(5)))
      .catch { _ in .send(Library.Action.loaded(cached())) }
    let ignored = loading.catch { _ in .none }

    let reducer = Library.reducer(api)
    let store = Store(
      state: Library.State(), reducer: reducer, clock: clock,
      onError: { log.write("\($0)") })

    let disposer = Disposer()
    store.run(told).dispose(on: disposer)
    await clock.advance(by: .zero)
    #expect(store.state.problem == "Offline()")
    store.run(replaced).dispose(on: disposer)
    await clock.advance(by: .seconds(9))
    #expect(store.state.titles == [])
    await clock.advance(by: .seconds(1))
    #expect(store.state.titles == ["Emma"])
    store.run(ignored).dispose(on: disposer)
    await clock.advance(by: .zero)
    #expect(log.recorded.values == [])
    store.run(loading).dispose(on: disposer)
    await clock.advance(by: .zero)
    #expect(log.recorded.count == 1)
    disposer.dispose()
  }

  // MARK: Time

  @Test func `Contract 34: all of time is the clock of the store`() async {
    let clock = ManualClock()
    let store = Store(
      state: Library.State(), reducer: Library.reducer(LibraryAPI()), clock: clock)
    let token = store.run(.timer(every: .seconds(60)) { Library.Action.looked })
    await clock.advance(by: .seconds(3600))
    #expect(store.state.looks == 60)
    token.dispose()
  }

  @Test func `an effect sleeps and ticks by the clock that it is given`() async {
    let desk = Desk()
    let store = desk.store

    let patient: Effect = .run { send in
      try await send.sleep(for: .seconds(10))
      for await _ in send.clock.ticks(every: .seconds(1)).prefix(3) {
        send(Library.Action.looked)
      }
    }

    let token = store.run(patient)
    await desk.advance(10)
    #expect(store.state.looks == 0)
    await desk.advance(10)
    #expect(store.state.looks == 3)
    token.dispose()
  }

  // MARK: Lifetime

  private final class Shelf: Sendable {
    let disposer = Disposer()

    init(store: Store<Library.State>, arrivals: AsyncStream<String>) {
      store.run(.timer(every: .seconds(60)) { Library.Action.looked }).dispose(on: disposer)
      store.bind(arrivals) { Library.Action.arrived($0) }.dispose(on: disposer)
    }
  }

  @Test func `Contract 32: what a shelf has started ends with the shelf`() async {
    let (arrivals, lorry) = AsyncStream.makeStream(of: String.self)
    let desk = Desk()
    do {
      let shelf = Shelf(store: desk.store, arrivals: arrivals)
      lorry.yield("Emma")
      await desk.advance(60)
      #expect(desk.store.runningEffects.count == 2)
      withExtendedLifetime(shelf) {}
    }
    lorry.yield("Walden")
    await desk.advance(60)
    #expect(desk.titles == ["Emma"])
    #expect(desk.store.state.looks == 1)
    #expect(desk.store.runningEffects.isEmpty)
  }

  @Test func `effects end with their store`() async {
    let clock = ManualClock()
    let ended = Counter()
    do {
      let desk = Desk(clock: clock)
      desk.store.dispatch(Library.Action.opened)
      let token = desk.store.run(.callback { _, end in end.onEnd { ended.increment() } })
      await desk.advance(0)
      #expect(ended.value == 0)
      withExtendedLifetime(token) {}
    }
    await clock.advance(by: .zero)
    #expect(ended.value == 1)
  }

  @Test func `effects follow the state that asks for them`() async {
    let disposer = Disposer()
    let desk = Desk()
    let store = desk.store
    @Sendable func visit(_ reader: String) -> Effect { arrive("\(reader)'s book", after: 1) }

    store.run(while: \.isOpen) { .timer(every: .seconds(60)) { Library.Action.looked } }
      .dispose(on: disposer)
    store.run(forEach: \.readers) { reader in visit(reader) }.dispose(on: disposer)

    await desk.advance(120)
    #expect(store.state.looks == 0)
    store.dispatch(Library.Action.opened)
    await desk.advance(120)
    #expect(store.state.looks == 2)
    store.dispatch(Library.Action.closed)
    await desk.advance(120)
    #expect(store.state.looks == 2)
    disposer.dispose()
  }

  // MARK: Waiting and looking

  @Test func `a store settles when the effects have ended`() async {
    let print = Printer()
    let api = LibraryAPI(titles: { ["Walden"] })
    let store = Store(state: Library.State(), reducer: Library.reducer(api))

    store.dispatch(Library.Action.opened)
    await store.settled(includingEffects: true)
    print(store.state.titles)  // ["Walden"]

    #expect(print.lines == [#"["Walden"]"#])
  }

  @Test func `running effects are listed with their ids and their lines`() async {
    let print = Printer()
    let desk = Desk()
    let store = desk.store
    let token = store.run(arrive("a", after: 1).delay(for: .seconds(1)).cancellable(id: "books"))
    await desk.advance(0)

    for effect in store.runningEffects {
      print(effect.name, effect.ids, effect.isWaiting)  // run ["books"] true
    }

    #expect(print.lines == [#"run ["books"] true"#])
    token.dispose()
  }

  // MARK: Side effects

  private struct Visited: Action {}

  @Test func `a side effect is executed, and may dispatch later`() async {
    let clock = ManualClock()

    struct CountVisit: SideEffect {
      func execute(with dispatcher: any ActionDispatcher) {
        dispatcher.dispatch(Library.Action.looked)
      }
    }
    let visiting = Reducer<Library.State> {
      Library.reducer(LibraryAPI())
      Reducer.effects { _, action in action is Visited ? CountVisit() : nil }
    }

    let store = Store(state: Library.State(), reducer: visiting, clock: clock)
    store.dispatch(Visited())
    await clock.advance(by: .zero)
    #expect(store.state.looks == 1)
  }
}

extension Recorder {
  fileprivate func record(contentsOf values: [Value]) {
    values.forEach(record)
  }
}

@Suite("Effects: parts that come and go") struct EffectsOfPartsTests {
  @Test func `what has to be brought to an end outlasts its part of the state`() async {
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
    let clock = ManualClock()
    let disk = Disk(clock: clock)
    let note = Reducer<Note>.on(Left.self) { state, _ in
      return .run { [draft = state.draft] _ in try await disk.write(draft) }.outlastingItsState()
    }
    let store = Store(
      state: Desk(),
      reducer: Reducer {
        note.ifPresent(\.note)
        Reducer<Desk>.on(Said.self) { desk, _ in desk.note = nil }
      }, clock: clock)
    store.dispatch(Left())
    store.dispatch(Said())
    await clock.advance(by: .seconds(1))
    #expect(store.state.note == nil)
    #expect(disk.written.values == ["Walden"])
  }

  private struct Said: Action {}

  @Test func `an effect goes on while a part of the state that comes and goes asks for it`() async {
    enum Library {
      struct Shelf: Equatable, Sendable { var isOpen = true }
      struct State: Equatable, Sendable {
        var shelf: Shelf?
        var looks = 0
      }
      enum Action: Runnel.Action { case looked, toggled }
    }
    let clock = ManualClock()
    let disposer = Disposer()
    let store = Store(
      state: Library.State(),
      reducer: Reducer.on(Library.Action.self) { state, action in
        switch action {
        case .looked: state.looks += 1
        case .toggled: state.shelf = state.shelf == nil ? Library.Shelf() : nil
        }
      }, clock: clock)

    store.run(while: { $0.shelf?.isOpen ?? false }) {
      .timer(every: .seconds(60)) { Library.Action.looked }
    }
    .dispose(on: disposer)

    for _ in 0..<3 {
      await clock.advance(by: .seconds(120))
      store.dispatch(Library.Action.toggled)
    }
    await clock.advance(by: .seconds(60))
    #expect(store.state.looks == 3)
  }
}
