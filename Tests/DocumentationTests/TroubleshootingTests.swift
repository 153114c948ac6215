// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Runnel
import RunnelBoundary
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

/// The messages of Troubleshooting.md, and the code that causes them.
@Suite struct TroubleshootingTests {
  struct AppState: Codable, Equatable, Sendable {
    var counter = 0
    var rows: [Row] = []
    var search = Search.State()
  }

  struct Row: Codable, Identifiable, Equatable, Sendable {
    let id: Int
    var title = ""
  }

  enum AppAction: Action { case counted }

  enum Search {
    struct State: Codable, Equatable, Sendable { var text = "" }
    enum Action: Runnel.Action { case typed(String) }
  }

  struct Toggled: ElementAction { let elementID: Int }
  struct Print: Command {}
  struct Offline: Error {}

  static let counting = Reducer<AppState>.updating(AppAction.self) { state, _ in
    state.counter += 1
  }

  static func makeStore() -> Store<AppState> {
    Store(state: AppState(), reducer: counting)
  }

  // MARK: Headlines

  @Test func `Each message of the library has a heading in the page`() throws {
    let page = try Repository.text(of: Repository.page("Troubleshooting"))
    let headings = Set(
      page.split(separator: "\n").filter { $0.hasPrefix("### ") }.map(Headline.init))
    let headlines = try Repository.files(in: "Sources", ending: ".swift").flatMap {
      try Headline.all(in: Repository.text(of: $0))
    }
    #expect(headlines.count >= 31)
    for headline in headlines {
      // A line of the page has no room for a longer one.
      let isListed =
        headings.contains(headline)
        || headline.text.count > 100
          && headings.contains { $0.text.count > 40 && headline.text.hasPrefix($0.text) }
      #expect(isListed, "Troubleshooting.md lacks \(headline.text)")
    }
  }

  @Test func `Each failure of a test store has a heading in the page`() throws {
    let page = try Repository.text(of: Repository.page("Troubleshooting"))
    let headings = page.split(separator: "\n").filter { $0.hasPrefix("### ") }.map(Headline.init)
    let source = try Repository.text(of: "Sources/RunnelTesting/TestMessage.swift")
    let messages = try Headline.returned(in: source)
    #expect(messages.count >= 13)
    for message in messages {
      let isListed = headings.contains { message.text.hasPrefix($0.text) }
      #expect(isListed, "Troubleshooting.md lacks \(message.text)")
    }
  }

  @Test func `Each compile error of the page occurs in the code that must not compile`() throws {
    let page = try Repository.text(of: Repository.page("Troubleshooting"))
    let section = try #require(page.components(separatedBy: "\n## Compile errors\n").last)
      .components(separatedBy: "\n## ")[0]
    let refusals = try Repository.files(in: "Tests/Refusals", ending: ".swift")
      .map(Repository.text(of:)).joined()
    let errors = section.matches(of: /```text\n(?:error: )(.+)\n/).map { String($0.1) }
    #expect(errors.count >= 8)
    for error in errors { #expect(refusals.contains(error), "Tests/Refusals lacks \(error)") }
  }

  @Test func `A headline is read from the parts of its literal`() throws {
    let source = #"""
      // headline: "no code"
      Misuse(site: site, headline: "View \(Name.of(type("a"))) was `x`.", why: "b")
      Misuse(
        headline:
          "First \(a) "
          + "and \(list.map { "\($0)" }.joined(separator: " and ")).",
        why: "")
      Misuse(
        headline: """
          Two lines of \
          \(text).
          """)
      init(headline: String) {}
      """#
    #expect(
      try Headline.all(in: source).map(\.text) == [
        "View <…> was x", "First <…> and <…>", "Two lines of <…>",
      ])
    #expect(Headline("### View `<component>` was `x`").text == "View <…> was x")
  }

  // MARK: Fatal errors

  enum ReadingInReducer {
    static let store: Store<AppState> = Store(state: AppState(), reducer: reducer)
    static let reducer = Reducer<AppState>.updating(AppAction.self) { state, _ in
      state.counter = store.state.counter + 1
    }
  }

  enum SubscribingInReducer {
    static let disposer = Disposer()

    static let store: Store<AppState> = Store(state: AppState(), reducer: reducer)
    static let reducer = Reducer<AppState>.updating(AppAction.self) { _, _ in
      store.observe { print($0) }.dispose(on: disposer)
    }
  }

  struct TextInput: Sendable { let text = InputPort<String>() }

  /// The code that ends the program, by headline.
  static let fatalErrors: [String: @Sendable () async -> Void] = [
    "<…> inside a reducer, an == or a getter of the same store": {
      await ReadingInReducer.store.settle(after: AppAction.counted)
    },
    "Subscription created inside a reducer, an == or a getter of the same store": {
      await SubscribingInReducer.store.settle(after: AppAction.counted)
    },
    "Deadlock: waitUntilSettled() would never return": {
      let (store, disposer) = (makeStore(), Disposer())
      store.observe { _ in store.waitUntilSettled() }.dispose(on: disposer)
      await store.settled()
    },
    "Reducer added to a read-only scope": {
      let (store, disposer) = (makeStore(), Disposer())
      store.scope { $0.counter }
        .add(reducer: .updating { counter, _ in counter += 1 })
        .dispose(on: disposer)
    },
    "Derived store with an input from another store": {
      let (store, other) = (makeStore(), makeStore())
      _ = store.derive(from: store.scope(\.counter), other.scope(\.counter)) { $0 + $1 }
    },
    "Undo history with a limit of <…> steps": {
      let counting = Reducer<Int>.updating { counter, _ in counter += 1 }
      _ = counting.undoable(limit: 0)
    },
    "Effect limited to <…> at a time": {
      let loading: Effect = .run { _ in }
      _ = loading.limited(id: "loading", to: 0)
    },
    "Effect of actions of the type <…>, which doesn't conform to Action": {
      _ = EffectOf<Int>.send(1)
    },
    "Timer with an interval of <…>": {
      _ = Effect.timer(every: .zero) { AppAction.counted }
    },
    "Reducer of a <…> outside of the closure that received it": {
      let sum = Reducer<StateReading<Int, Int>>.updating(AppAction.self) { state, _ in
        state.own += state.shared
      }
      var escaped = Reducer<Int>.updating { _, _ in }
      let placed = sum.reading(\AppState.counter) { reducer in
        escaped = reducer
        return reducer.scope(\.counter)
      }
      let composed = Reducer<AppState> {
        placed
        escaped.scope(\.counter)
      }
      var state = AppState()
      composed.reduce(&state, AppAction.counted)
    },
    "Shared value of a <…> read to find an optional, a case or an element": {
      struct State: Sendable {
        var step: Int? = 1
        var isShown = true
      }
      let step = Reducer<Int>.on(AppAction.self) { _, _ in .run { _ in } }
      let stepping = step.ifPresent(\StateReading<Int?, Bool>.visible)
      let store = Store(
        state: State(), reducer: stepping.scope(\State.step, reading: \.isShown))
      await store.settle(after: AppAction.counted)
    },
    "<…> shared by two boundaries": {
      let input = TextInput()
      let first = MockBoundary(input: input, output: 0)
      let second = MockBoundary(input: input, output: 0)
      withExtendedLifetime((first, second)) {}
    },
    "Waiting for a save on a queue that it needs": {
      let (store, disposer) = (makeStore(), Disposer())
      let stored = StoredValue(in: MemoryStorage(), initial: 0)
      _ = stored.load()
      let saving = store.persist(\.counter, to: stored)
      store.observe { _ in try? saving.waitUntilFlushed() }.dispose(on: disposer)
      await store.settled()
    },
  ]

  @Test(arguments: fatalErrors.keys.sorted())
  func `Each example of a fatal error ends the program with its headline`(
    headline: String
  ) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [headline] in
      await TroubleshootingTests.fatalErrors[headline]?()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let message = text.split(separator: "\n").first { $0.contains("Runnel: ") } ?? ""
    #expect(Headline.matches(String(message), headline))
  }

  // MARK: Runtime warnings

  /// Expects that `body` causes a runtime warning with a headline and a text, by default the name
  /// of this file.
  nonisolated(nonsending) private func expectWarning(
    _ headline: String, containing text: String = "TroubleshootingTests.swift",
    _ body: nonisolated(nonsending) () async throws -> Void
  ) async rethrows {
    let warnings = WarningRecorder(containing: text)
    try await body()
    let reported = warnings.descriptions
    #expect(reported.contains { Headline.matches($0, headline) }, "\(reported)")
  }

  @Test func `The example of an infinite loop causes its warning`() async {
    await expectWarning(
      "Possible infinite loop: <…> actions were dispatched, each while the previous one was being "
        + "processed. The last was <…>, dispatched here"
    ) {
      let (store, disposer) = (Self.makeStore(), Disposer())

      store.scope(\.counter).observe { [weak store] _ in
        store?.dispatch(AppAction.counted)
      }
      .dispose(on: disposer)

      await store.wait { $0.counter > 100_100 }
      disposer.dispose()
      await store.settled()
    }
  }

  final class TitleView: UIView, ViewComponent {
    let disposer = Disposer()
    var props = ""
  }

  final class TitleConnector: Connector {
    let view: TitleView

    init(view: TitleView) { self.view = view }

    func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> String {
      "\(state.counter)"
    }
  }

  @Test @MainActor func `The example of a retain cycle causes its warning`() async {
    await expectWarning("Retain cycle: connector <…> retains its component <…> in <…>") {
      let store = Self.makeStore()
      let view = TitleView()
      view.connect(to: store, by: TitleConnector(view: view))
      view.disposer.dispose()
    }
  }

  @Test func `The examples of duplicate IDs cause their warnings`() async {
    await expectWarning("Duplicate ID: elements <…> in an array of <…> have the ID <…>") {
      let reducer: Reducer<AppState> = Reducer<Row>.updating(Toggled.self) { row, _ in
        row.title = "done"
      }.forEach(\.rows)

      let store = Store(state: AppState(rows: [Row(id: 7), Row(id: 7)]), reducer: reducer)
      store.dispatch(Toggled(elementID: 7))

      await store.settled()
    }
    await expectWarning(
      "Duplicate ID: several elements of Entities<<…>> have the ID <…>",
      containing: "several elements of"
    ) {
      let rows: Entities<Row> = [Row(id: 7), Row(id: 7)]
      #expect(rows.count == 1)
    }
  }

  @Test func `The example of an unaccepted action causes its warning`() async {
    await expectWarning("Unaccepted action <…>; it was not reduced") {
      let store = Self.makeStore()

      let search = store.scope(\.search, accepting: Search.Action.self)
      search.untyped.dispatch(AppAction.counted)

      await store.settled()
    }
  }

  @Test func `The examples of effects and commands cause their warnings`() async {
    await expectWarning("Unhandled effect error: <…>") {
      let loading = Reducer<AppState>.on(AppAction.self) { _, _ in
        .run { _ in throw Offline() }
      }
      let store = Store(state: AppState(), reducer: loading)
      await store.dispatchAndWait(AppAction.counted)
    }
    await expectWarning("Duplicate command handler for <…>; this one was ignored") {
      let (store, disposer) = (Self.makeStore(), Disposer())
      store.handle(Print.self) { _ in .none }.dispose(on: disposer)
      store.handle(Print.self) { _ in .none }.dispose(on: disposer)
      disposer.dispose()
    }
    await expectWarning("Missing command handler for <…>; <…> was not handled") {
      let printing = Reducer<AppState>.on(AppAction.self) { _, _ in .perform(Print()) }
      let store = Store(state: AppState(), reducer: printing)
      _ = store.handle(Print.self) { _ in .none }
      await store.dispatchAndWait(AppAction.counted)
    }
  }

  @Test func `The example of an invalid pattern causes its warning`() async {
    await expectWarning("Invalid pattern of a deep link: <…>") {
      let links = DeepLinks<AppAction>(schemes: ["app"]) {
        DeepLink("/files/*/rows") { _ in .counted }
      }
      #expect(throws: DeepLinkError.self) { try links.value(for: "app://files") }
    }
  }

  @Test func `The example of a failed sequence causes its warning`() async {
    let (reports, reported) = AsyncStream<String>.makeStream()
    let listener = Misuse.onWarning { warning in
      guard warning.description.contains("TroubleshootingTests.swift") else { return }
      if warning.message.contains("sequence") { reported.yield(warning.description) }
    }
    let boundary = MockBoundary(input: TextInput(), output: 0)
    let texts = AsyncThrowingStream<String, any Error> { $0.finish(throwing: Offline()) }

    let following = boundary.input.text.follow(texts)

    var iterator = reports.makeAsyncIterator()
    let report = await iterator.next() ?? ""
    let headline = "Unhandled error of a sequence that an input follows: <…>"
    #expect(Headline.matches(report, headline))
    following.dispose()
    listener.dispose()
  }

  // MARK: Examples that compile only

  /// Blocks the main thread, so it is not called.
  private func blockMainThread(_ show: @escaping @Sendable (Int) -> Void) -> Disposable {
    let store = Self.makeStore()
    return
      store.scope(\.counter).observe { counter in
        DispatchQueue.main.sync { show(counter) }
      }
  }

  // MARK: Symptoms

  @Test func `An action that a middleware stops has no report`() async {
    let reported = Counter()
    let stopping = Middleware<AppState> { _, _, _ in }
    let reporting = Middleware<AppState>.reports { _ in reported.increment() }
    for middleware in [[stopping, reporting], [reporting, stopping]] {
      let store = Store(state: AppState(), reducer: Self.counting, middleware: middleware)
      await store.settle(after: AppAction.counted)
      #expect(store.state.counter == 0)
    }
    #expect(reported.value == 0)
  }

  @Test func `The lists of a store show what is missing`() async {
    let print = Printer()
    let reporting = Middleware<AppState>.reports { if !$0.isReduced { print($0) } }
    let clock = ManualClock()
    let store = Store(
      state: AppState(), reducer: Self.counting, middleware: [reporting], clock: clock)
    let token = store.scope(\.counter).observe { _ in }
    let timer = store.run(.timer(every: .seconds(1)) { AppAction.counted })
    await clock.advance(by: .zero)

    for connection in store.connections { print(connection.deliveryCount, connection) }
    for effect in store.runningEffects { print(effect) }
    store.dispatch(Toggled(elementID: 7))
    await store.settled()

    #expect(print.lines.count == 3)
    #expect(print.lines[0].hasPrefix("1 observer of \\AppState.counter"))
    #expect(print.lines[1].hasPrefix("timer"))
    #expect(print.lines[2].contains("Toggled"))
    token.dispose()
    timer.dispose()
  }

  @Test func `The examples of persistence cause their warnings`() async throws {
    await expectWarning("Unhandled persistence error: <…>") {
      let store = Self.makeStore()

      let stored = StoredValue(in: MemoryStorage("{"), initial: 0)
      print(stored.load().outcome)
      let saving = store.persist(\.counter, to: stored)

      store.dispatch(AppAction.counted)
      await store.settled()
      try? await saving.flush()
      saving.dispose()
    }
    await expectWarning("Duplicate migration from version <…>; the first one is used") {
      _ = StoredValue(
        in: MemoryStorage(), initial: Search.State(), version: 2,
        migrations: [
          Migration(from: 1) { (json: inout JSON) in json["text"] = "" },
          Migration(from: 1) { (json: inout JSON) in json["title"] = "" },
        ])
    }
  }
}

extension StateReading<Int?, Bool> {
  fileprivate var visible: Int? {
    get { shared ? own : nil }
    set { own = newValue }
  }
}
