// SPDX-License-Identifier: MIT

/// The rows of the table on queues, and the snippets of the page.
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
  private let places = Places()

  /// The places where the closures of a test have been called, by their names.
  private final class Places: Sendable {
    private static let key = DispatchSpecificKey<String>()
    private static let main: Void = DispatchQueue.main.setSpecific(key: key, value: "main")
    private let places = Locked<[String: Set<String>]>([:])

    init() { Self.main }

    /// Creates a queue whose name is recorded.
    static func queue(_ name: String) -> DispatchQueue {
      let queue = DispatchQueue(label: "runnel.tests.\(name)")
      queue.setSpecific(key: key, value: name)
      return queue
    }

    /// Records the queue that calls this, or `task`, or `thread`, and returns the value.
    @discardableResult
    func record<Value>(_ name: String, _ value: Value = ()) -> Value {
      let here =
        DispatchQueue.getSpecific(key: Self.key)
        ?? withUnsafeCurrentTask { $0 == nil ? "thread" : "task" }
      places.withLock { _ = $0[name, default: []].insert(here) }
      return value
    }

    func expect(
      _ names: String..., on expected: String..., at location: SourceLocation = #_sourceLocation
    ) {
      for name in names {
        let actual = places.withLock { $0[name] ?? [] }
        #expect(actual == Set(expected), "\(name)", sourceLocation: location)
      }
    }
  }

  private func makeStore<State: Sendable>(
    _ state: State, _ reducer: Reducer<State>, middleware: [Middleware<State>] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    onError: (@Sendable (EffectFailure) -> Void)? = nil
  ) -> Store<State> {
    Store(
      state: state, reducer: reducer, queue: Places.queue("store"), middleware: middleware,
      clock: clock, onError: onError)
  }

  @Test func `What has no queue of its own runs on the store's queue`() async {
    let places = places
    let reducer = Reducer<AppState> {
      Reducer.updating { _, _ in places.record("updating") }
      Reducer.on { _, _ in places.record("on", .none) }
      Self.counting.updatingOnChange(of: { $0.counter }) { _, _, _ in places.record("onChange") }
    }
    let store = makeStore(
      AppState(), reducer,
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
    store.run(while: \.isOpen) { places.record("while", .none) }.dispose(on: disposer)
    store.run(for: { $0.counter }) { _ in places.record("for", .none) }.dispose(on: disposer)
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

  @Test
  func `Selectors and == run on the queue of the store, of a reader or of a .latest observer`()
    async
  {
    let places = places
    let store = makeStore(Word(places: places), .edits)
    let selector = store.scope { word in places.record("selector", word.text) }
    _ = Places.queue("reader").sync { selector.state }
    places.expect("selector", on: "reader")

    let queue = Places.queue("observer")
    queue.sync { selector.observe(on: queue) { _ in } }.dispose(on: disposer)
    store.observe(on: queue) { _ in }.dispose(on: disposer)
    store.edit { $0.text = "a" }
    await store.settled()
    places.expect("selector", on: "reader", "observer", "store")
    places.expect("==", on: "store")

    store.observe(on: queue, delivery: .latest) { _ in }.dispose(on: disposer)
    for text in ["b", "c"] {
      store.edit { $0.text = text }
      await store.settled()
    }
    places.expect("==", on: "store", "observer")
  }

  @Test func `Observers with a queue run there, and so does removeDuplicates`() async {
    let places = places
    let store = makeStore(AppState(), Self.counting)
    let queue = Places.queue("observer")
    store.removeDuplicates { places.record("removeDuplicates", $0 == $1) }
      .observe(on: queue) { _ in places.record("observe") }.dispose(on: disposer)
    store.observe(on: queue, delivery: .latest) { _ in places.record("latest") }
      .dispose(on: disposer)
    store.onAction(on: queue) { _ in places.record("onAction") }.dispose(on: disposer)
    await store.settle(after: CounterAction.incremented)
    places.expect("observe", "removeDuplicates", "latest", "onAction", on: "observer")
  }

  private final class Title: ViewComponent {
    let disposer = Disposer()
    var props = Word() { didSet { props.places?.record("view's props") } }
  }

  private final class Haptics: ViewActionListener {
    let disposer = Disposer()
    func update(props: Word) { props.places?.record("view's update") }
  }

  private final class Autosave: ServiceComponent {
    let disposer = Disposer()
    let queue = Places.queue("service")
    var props = Word() { didSet { props.places?.record("props") } }
  }

  private final class Journal: ServiceActionListener {
    let disposer = Disposer()
    let queue = Places.queue("journal")
    func update(props: Word) { props.places?.record("update") }
  }

  @Test @MainActor
  func `Props, connectors and listeners run on the main actor, or on their queue`() async {
    let places = places
    let store = makeStore(AppState(), Self.counting)
    let (title, haptics) = (Title(), Haptics())
    title.connect(to: store) { state, _ in
      places.record("view's connector", Word(text: "\(state.counter)", places: places))
    }
    haptics.connect(to: store) { _, _ in
      places.record("view listener's connector", Word(places: places))
    }
    store.observe(on: MainActor.self) { _ in places.record("observe") }.dispose(on: disposer)
    await store.settle(after: CounterAction.incremented)
    places.expect(
      "view's props", "view's connector", "==", "view's update", "view listener's connector",
      "observe", on: "main")

    let (autosave, journal) = (Autosave(), Journal())
    autosave.connect(to: store) { _, _ in places.record("connector", Word(places: places)) }
    journal.connect(to: store) { _, _ in
      places.record("listener's connector", Word(places: places))
    }
    await store.settle(after: CounterAction.incremented)
    places.expect("props", "connector", on: "service")
    places.expect("update", "listener's connector", on: "journal")
    withExtendedLifetime((autosave, journal)) {}
  }

  private struct Load: Command {}
  private struct LoadError: Error {}

  @Test func `The closures of effects and command handlers run in tasks`() async {
    let places = places
    let clock = ManualClock()
    let effects: [Effect] = [
      .run { _ in places.record("run") },
      .once { places.record("once", nil) },
      .stream([1].async) { _ in places.record("stream", nil) },
      .callback { _, completion in
        places.record("callback")
        completion.onEnd { places.record("onEnd") }
        completion()
      },
      .timer(every: .seconds(1)) { places.record("timer", CounterAction.incremented) },
      .perform(Load()),
      .run { _ in throw LoadError() }
        .retry(1, backoff: Backoff { _ in places.record("backoff", .zero) })
        .catch { _ in places.record("catch", CounterAction.incremented) },
      .run { $0(CounterAction.incremented) }.map { places.record("map", $0) },
      .send(CounterAction.incremented).map { places.record("map of send", $0) },
    ]
    let reducer = Reducer<AppState>.on(CounterAction.self) { _, action in
      switch action {
      case .opened: .init(Effect.merge(effects))
      case .failed: .run { _ in throw LoadError() }
      case .incremented: .none
      }
    }
    let store = makeStore(AppState(), reducer, clock: clock) { _ in places.record("onError") }
    store.handle(Load.self) { _ in places.record("handle", .none) }.dispose(on: disposer)
    await store.settle(after: CounterAction.opened, CounterAction.failed)
    await clock.advance(by: .seconds(1))
    places.expect(
      "run", "once", "stream", "callback", "onEnd", "timer", "handle", "backoff", "catch", "map",
      "onError", on: "task")
    places.expect("map of send", on: "store")
  }

  private struct Saved: Codable, Equatable, Sendable {
    var value = 0
    var places: Places?

    init(_ places: Places) { self.places = places }

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      places?.record("encode")
      try value.encode(to: encoder)
    }

    static func == (left: Saved, right: Saved) -> Bool { left.value == right.value }
  }

  @Test
  func `Migrations run on the thread that loads, and encoding on a queue of its own`() async throws
  {
    let places = places
    func stored(_ name: String) -> StoredValue<Saved> {
      StoredValue(
        in: MemoryStorage(#"{"value":1,"version":1}"#), initial: Saved(places), version: 2,
        migrations: [Migration(from: 1) { (_: inout JSON) in places.record(name) }])
    }
    let loaded = stored("migration")
    _ = Places.queue("loader").sync { loaded.load() }
    places.expect("migration", on: "loader")

    let store = makeStore(Saved(places), .edits)
    let saving = store.persist(to: loaded)
    store.edit { $0.value = 2 }
    try await saving.flush()
    places.expect("encode", on: "thread")

    let unloaded = stored("late migration").replacingUnreadable(backup: MemoryStorage())
    try await store.persist(to: unloaded, replacingContents: true).flush()
    places.expect("late migration", on: "thread")
  }

  @Test
  func `Budgets report on the slow thread, and recordings redact on their own queue`() async throws
  {
    let places = places
    let store = makeStore(AppState(), Self.counting)
    store.budgets(Budgets(reduce: .nanoseconds(-1))) { _ in places.record("reduce") }
      .dispose(on: disposer)
    store.budgets(Budgets(delivery: .nanoseconds(-1))) { _ in places.record("delivery") }
      .dispose(on: disposer)
    store.observe(on: Places.queue("observer")) { _ in }.dispose(on: disposer)
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let recording = try store.record(to: url) { _ in places.record("redact", .hidden) }
    await store.settle(after: CounterAction.incremented)
    try await recording.flush()
    places.expect("reduce", on: "store")
    places.expect("delivery", on: "observer")
    places.expect("redact", on: "thread")
  }

  @MainActor private final class Label { func show(_ text: String) {} }

  @MainActor private func makeEffect(_ label: Label) {
    #snippet("`@MainActor` doesn't move a closure")
  }

  private actor Library { func titles() -> [String] { [] } }
  private enum LibraryAction: Action { case opened, loaded([String]) }

  private func awaitActor(_ library: Library) -> Reducer<AppState> {
    .on(LibraryAction.self) { state, action in
      switch action {
      case .loaded(let titles):
        state.titles = titles
        return .none
        #snippet("Actors and async sequences")
      }
    }
  }

  #snippet("Targets with main-actor isolation by default")

  @MainActor private func observe(
    _ store: Store<AppState>, on queue: DispatchQueue, _ label: NumberLabel,
    log: @escaping @Sendable (Int) -> Void, upload: @escaping @Sendable (Int) -> Void
  ) {
    #snippet("Overview")
  }

  @Test
  func `A canceled task leaves its sequence, and waiting for a condition returns false`() async {
    let store = makeStore(AppState(), Self.counting)
    #snippet("Waiting.md", "Cancel a wait")
    #expect(!isOpen)
    #expect(store.connections.isEmpty)
  }

  private func print(_ counter: Int) {}
}
