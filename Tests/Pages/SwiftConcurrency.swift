// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import RunnelInsight
import RunnelObservation
import RunnelPersistence

@Suite struct SwiftConcurrencyTests {
  struct AppState: Equatable, Sendable {
    var counter = 0
    var isOpen = false
    var titles: [String] = []
  }

  enum CounterAction: Action { case incremented, opened, failed }

  private static let counting = Reducer<AppState>.updating(CounterAction.self) { state, action in
    switch action {
    case .incremented: state.counter += 1
    case .opened: state.isOpen = true
    case .failed: break
    }
  }

  private let disposer = Disposer()

  private static let place = DispatchSpecificKey<String>()

  /// The name of the queue that calls this, or `task`, or `thread`.
  private static var here: String {
    if let name = DispatchQueue.getSpecific(key: place) { return name }
    return withUnsafeCurrentTask { $0 == nil ? "thread" : "task" }
  }

  /// Creates a queue that `here` recognizes.
  private static func queue(named name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: "runnel.tests.\(name)")
    queue.setSpecific(key: place, value: name)
    return queue
  }

  private static let main: Void = DispatchQueue.main.setSpecific(key: place, value: "main")

  /// The places where the closures of a test have been called, by their names.
  private final class Places: Sendable {
    private let places = Locked<[String: Set<String>]>([:])

    init() { SwiftConcurrencyTests.main }

    /// Records where this is called, and returns the value.
    @discardableResult
    func record<Value>(_ name: String, _ value: Value = ()) -> Value {
      let here = SwiftConcurrencyTests.here
      places.withLock { _ = $0[name, default: []].insert(here) }
      return value
    }

    func expect(
      _ names: String..., on place: String, at location: SourceLocation = #_sourceLocation
    ) {
      for name in names { #expect(self[name] == [place], "\(name)", sourceLocation: location) }
    }

    subscript(name: String) -> Set<String> { places.withLock { $0[name] ?? [] } }
  }

  private func makeStore(
    _ reducer: Reducer<AppState> = counting, middleware: [Middleware<AppState>] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    onError: (@Sendable (EffectFailure) -> Void)? = nil
  ) -> Store<AppState> {
    Store(
      state: AppState(), reducer: reducer, queue: Self.queue(named: "store"),
      middleware: middleware, clock: clock, onError: onError)
  }

  @Test func `What has no queue of its own runs on the store's queue`() async {
    let places = Places()
    let reducer = Reducer<AppState> {
      Reducer.updating { _, _ in places.record("updating") }
      Reducer.on { _, _ in places.record("on", .none) }
      Self.counting.updatingOnChange(of: { $0.counter }) { _, _, _ in places.record("onChange") }
    }
    let store = makeStore(
      reducer,
      middleware: [
        Middleware { action, _, next in
          places.record("middleware")
          next(action)
        },
        .logger(.actions, to: LogSink { _ in places.record("log") }),
        .reports { _ in places.record("report") },
      ])
    store.observe { _ in places.record("observe") }.dispose(on: disposer)
    store.onAction { _ in places.record("onAction") }.dispose(on: disposer)
    store.run(while: \.isOpen) { places.record("while", .none) }
      .dispose(on: disposer)
    store.run(for: { $0.counter }) { _ in places.record("for", .none) }
      .dispose(on: disposer)
    await store.settle(after: CounterAction.opened, CounterAction.incremented)
    places.expect(
      "updating", "on", "onChange", "middleware", "log", "report", "observe", "onAction", "while",
      "for", on: "store")
  }

  private struct Word: Equatable, Sendable {
    var text = ""
    var places: Places?

    static func == (left: Word, right: Word) -> Bool {
      left.places?.record("==")
      return left.text == right.text
    }
  }

  private struct Typed: Action { let text: String }

  @Test func `Selectors and == run on the store's queue or on the thread that reads`() async {
    let places = Places()
    let store = Store(
      state: Word(places: places),
      reducer: .updating(Typed.self) { state, action in state.text = action.text },
      queue: Self.queue(named: "store"))
    let selector = store.scope { word in places.record("selector", word.text) }
    _ = Self.queue(named: "reader").sync { selector.state }
    #expect(places["selector"] == ["reader"])

    let queue = Self.queue(named: "observer")
    queue.sync { selector.observe(on: queue) { _ in } }.dispose(on: disposer)
    store.observe(on: queue) { _ in }.dispose(on: disposer)
    await store.settle(after: Typed(text: "a"))
    #expect(places["selector"] == ["reader", "observer", "store"])
    #expect(places["=="] == ["store"])
  }

  @Test func `With latest delivery, == also runs on the observer's queue`() async {
    let places = Places()
    let store = Store(
      state: Word(places: places),
      reducer: .updating(Typed.self) { state, action in state.text = action.text },
      queue: Self.queue(named: "store"))
    store.observe(on: Self.queue(named: "observer"), delivery: .latest) { _ in }
      .dispose(on: disposer)
    await store.settle(after: Typed(text: "a"))
    await store.settle(after: Typed(text: "b"))
    #expect(places["=="] == ["store", "observer"])
  }

  @Test func `Observers with a queue run there, and so does removeDuplicates`() async {
    let places = Places()
    let store = makeStore()
    let queue = Self.queue(named: "observer")
    let changes = store.removeDuplicates { places.record("removeDuplicates", $0 == $1) }
    changes.observe(on: queue) { _ in places.record("observe") }.dispose(on: disposer)
    store.observe(on: queue, delivery: .latest) { _ in places.record("latest") }
      .dispose(on: disposer)
    store.onAction(on: queue) { _ in places.record("onAction") }.dispose(on: disposer)
    await store.settle(after: CounterAction.incremented)
    places.expect("observe", "removeDuplicates", "latest", "onAction", on: "observer")
  }

  private final class Title: ViewComponent {
    let disposer = Disposer()
    let places: Places
    var props = Word() { didSet { places.record("props") } }

    init(_ places: Places) { self.places = places }
  }

  private final class Haptics: ViewActionListener {
    let disposer = Disposer()
    let places: Places

    init(_ places: Places) { self.places = places }

    func update(props: any Action) { places.record("update") }
  }

  @Test @MainActor
  func `Props, connectors and listeners of views run on the main actor`() async {
    let places = Places()
    let store = makeStore()
    let (title, haptics) = (Title(places), Haptics(places))
    title.connect(to: store) { state, _ in
      places.record("stateToProps")
      return Word(text: "\(state.counter)", places: places)
    }
    haptics.connect(to: store) { _, action in places.record("stateAndActionToProps", action) }
    store.observe(on: MainActor.self) { _ in places.record("observe") }.dispose(on: disposer)
    await store.settle(after: CounterAction.incremented)
    places.expect(
      "props", "stateToProps", "==", "update", "stateAndActionToProps", "observe", on: "main")
  }

  private final class Autosave: ServiceComponent {
    let disposer = Disposer()
    let queue = SwiftConcurrencyTests.queue(named: "service")
    let places: Places
    var props = 0 { didSet { places.record("props") } }

    init(_ places: Places) { self.places = places }
  }

  private final class Journal: ServiceActionListener {
    let disposer = Disposer()
    let queue = SwiftConcurrencyTests.queue(named: "journal")
    let places: Places

    init(_ places: Places) { self.places = places }

    func update(props: String) { places.record("update") }
  }

  @Test func `Props, connectors and listeners of services run on their queue`() async {
    let places = Places()
    let store = makeStore()
    let (autosave, journal) = (Autosave(places), Journal(places))
    autosave.connect(to: store) { state, _ in places.record("stateToProps", state.counter) }
    journal.connect(to: store) { _, action in places.record("stateAndActionToProps", "\(action)") }
    await store.settle(after: CounterAction.incremented)
    places.expect("props", "stateToProps", on: "service")
    places.expect("update", "stateAndActionToProps", on: "journal")
    withExtendedLifetime((autosave, journal)) {}
  }

  private struct Load: Command {}
  private struct LoadError: Error {}

  @Test func `The closures of effects and command handlers run in tasks`() async {
    let places = Places()
    let (titles, continuation) = AsyncStream<Int>.makeStream()
    continuation.yield(1)
    continuation.finish()
    let effects: [Effect] = [
      .run { _ in places.record("run") },
      .once { places.record("once", nil) },
      .stream(titles) { _ in places.record("stream", nil) },
      .callback { _, completion in
        places.record("callback")
        completion.onEnd { places.record("onEnd") }
        completion()
      },
      .perform(Load()),
      .run { _ in throw LoadError() }
        .retry(
          1,
          backoff: Backoff { _ in places.record("backoff", .zero) }
        )
        .catch { _ in places.record("catch", CounterAction.incremented) },
      .run { $0(CounterAction.incremented) }.map { action in places.record("map", action) },
    ]
    let reducer = Reducer<AppState>.on(CounterAction.self) { _, action in
      switch action {
      case .opened: .init(Effect.merge(effects))
      case .failed: .run { _ in throw LoadError() }
      case .incremented: .none
      }
    }
    let store = makeStore(reducer, onError: { _ in places.record("onError") })
    store.handle(Load.self) { _ in places.record("handle", .none) }
      .dispose(on: disposer)
    await store.settle(
      after: CounterAction.opened, CounterAction.failed, includingEffects: true)
    places.expect(
      "run", "once", "stream", "callback", "onEnd", "handle", "backoff", "catch", "map", "onError",
      on: "task")
  }

  @Test func `The closure of a timer runs in a task, and map of send on the store's queue`() async {
    let places = Places()
    let clock = ManualClock()
    let reducer = Reducer<AppState>.on(CounterAction.self) { _, action in
      guard action == .opened else { return .none }
      let timer: EffectOf<CounterAction> = .timer(every: .seconds(1)) {
        places.record("timer")
        return .incremented
      }
      return .merge(
        timer,
        .send(.incremented).map { action in places.record("map", action) })
    }
    let store = makeStore(reducer, clock: clock)
    store.dispatch(CounterAction.opened)
    await clock.advance(by: .seconds(1))
    #expect(places["timer"] == ["task"])
    #expect(places["map"] == ["store"])
  }

  @Test @MainActor func `The closure of run can belong to the main actor`() async {
    let store = makeStore()
    let label = Label()
    #snippet("`@MainActor` doesn't move a closure")
    let token = store.run(showing)
    await store.wait(until: \.isOpen)
    #expect(label.texts == ["loading"])
    token.dispose()
  }

  @MainActor private final class Label {
    private(set) var texts: [String] = []
    func show(_ text: String) { texts.append(text) }
  }

  private struct Saved: Codable, Equatable, Sendable {
    var value = 0
    var places: Places?

    init(_ value: Int, _ places: Places) {
      self.value = value
      self.places = places
    }

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      places?.record("encode")
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }

    static func == (left: Saved, right: Saved) -> Bool { left.value == right.value }
  }

  private struct Changed: Action { let value: Int }

  @Test func `Migrations run on the thread that loads, and encoding on a queue of its own`()
    async throws
  {
    let places = Places()
    let stored = StoredValue(
      in: MemoryStorage(#"{"value":1,"version":1}"#), initial: Saved(0, places), version: 2,
      migrations: [Migration(from: 1) { (_: inout JSON) in places.record("migration") }])
    let loaded = Self.queue(named: "loader").sync { stored.load() }
    #expect(places["migration"] == ["loader"])

    let store = Store(
      state: loaded.value,
      reducer: .updating(Changed.self) { state, action in state = Saved(action.value, places) },
      queue: Self.queue(named: "store"))
    let saving = store.persist(to: stored)
    store.dispatch(Changed(value: 2))
    try await saving.flush()
    #expect(places["encode"] == ["thread"])

    let unloaded = StoredValue(
      in: MemoryStorage(#"{"value":1,"version":1}"#), initial: Saved(0, places), version: 2,
      migrations: [Migration(from: 1) { (_: inout JSON) in places.record("late migration") }])
    let late = store.persist(
      to: unloaded.replacingUnreadable(backup: MemoryStorage()), replacingContents: true)
    try await late.flush()
    #expect(places["late migration"] == ["thread"])
  }

  @Test func `Budgets report on the slow thread, and recordings redact on a queue of their own`()
    async throws
  {
    let places = Places()
    let store = makeStore()
    store.budgets(Budgets(reduce: .nanoseconds(-1))) { _ in places.record("reduce") }
      .dispose(on: disposer)
    store.budgets(Budgets(delivery: .nanoseconds(-1))) { _ in places.record("delivery") }
      .dispose(on: disposer)
    store.observe(on: Self.queue(named: "observer")) { _ in }.dispose(on: disposer)
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString).appendingPathExtension("jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let recording = try store.record(
      to: url,
      redacting: { _ in places.record("redact", .hidden) })
    await store.settle(after: CounterAction.incremented)
    try await recording.flush()
    #expect(places["reduce"] == ["store"])
    #expect(places["delivery"] == ["observer"])
    #expect(places["redact"] == ["thread"])
  }

  @Test @MainActor func `The closures of a test store run where the test runs`() async {
    let places = Places()
    let label = Label()
    let store = TestStore(state: AppState(), reducer: Self.counting)
    await store.send(CounterAction.incremented) { state in
      places.record("send")
      label.show("expected")
      state.counter = 1
    }
    await store.finish()
    #expect(places["send"] == ["main"])
    #expect(label.texts.last == "expected")
  }

  actor Library {
    private(set) var loads = 0

    func titles() -> [String] {
      loads += 1
      return ["Walden"]
    }
  }

  enum LibraryAction: Action, Equatable {
    case opened
    case loaded([String])
  }

  @Test func `An effect awaits an actor`() async {
    let library = Library()

    let reducer = Reducer<AppState>.on(LibraryAction.self) { state, action in
      switch action {
      case .loaded(let titles):
        state.titles = titles
        return .none
        #snippet("Actors and async sequences")
      }
    }

    let store = Store(state: AppState(), reducer: reducer)
    await store.dispatchAndWait(LibraryAction.opened)
    #expect(store.state.titles == ["Walden"])
  }

  #snippet("Targets with main-actor isolation by default")

  @Test @MainActor func `Each observer names its place`() async {
    let store = makeStore()
    let queue = Self.queue(named: "observer")
    let label = NumberLabel()
    let (logged, uploaded) = (Recorder<Int>(), Recorder<Int>())
    @Sendable func log(_ counter: Int) { logged.record(counter) }
    @Sendable func upload(_ counter: Int) { uploaded.record(counter) }
    #snippet("Overview")
    await store.settle(after: CounterAction.incremented)
    #expect(logged.values == [0, 1])
    #expect(uploaded.values == [0, 1])
    #expect(label.shown.values == [0, 1])
  }

  @Test func `A canceled task leaves its sequence, and waiting for a condition returns false`()
    async
  {
    let store = makeStore()
    #snippet("Cancellation")
    #expect(!isOpen)
    #expect(store.connections.isEmpty)
  }

  private func print(_ counter: Int) {}
}
