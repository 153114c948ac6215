// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import RunnelBoundary
import RunnelPersistence

/// The messages of Troubleshooting.md, and the code that causes them.
@Suite struct TroubleshootingTests {
  #snippet("Overview", 2)

  struct Row: Codable, Identifiable, Equatable, Sendable {
    let id: Int
    var title = ""
  }

  enum AppAction: Action { case counted }

  enum Search {
    struct State: Codable, Equatable, Sendable { var text = "" }
    enum Action: Runnel.Action { case typed(String) }
  }

  struct Toggled: Action {}
  struct Print: Command {}
  struct Offline: Error {}

  static let counting = Reducer<AppState>.updating(AppAction.self) { state, _ in
    state.counter += 1
  }

  static func makeStore(_ reducer: Reducer<AppState> = counting) -> Store<AppState> {
    Store(state: AppState(), reducer: reducer)
  }

  private static func headings() throws -> [Headline] {
    try Repository.text(of: Repository.page("Troubleshooting")).split(separator: "\n")
      .filter { $0.hasPrefix("### ") }.map { Headline($0) }
  }

  @Test func `Each message of the library has a heading in the page`() throws {
    let headings = try Self.headings()
    let headlines = try Repository.files(in: "Sources", ending: ".swift").flatMap {
      try Headline.all(after: "headline:", in: Repository.text(of: $0))
    }
    #expect(headlines.count >= 34)
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
    let headings = try Self.headings()
    let source = try Repository.text(of: "Sources/RunnelTesting/TestMessage.swift")
      .components(separatedBy: "// MARK: Lists")[0]
    let messages = try Headline.all(after: #"return|-> String\s*\{|= "#, in: source)
    #expect(messages.count >= 17)
    for message in messages where !message.text.hasPrefix("Assert each of them") {
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
    let errors = section.matches(of: /```text\nerror: ([^`]+)\n```/)
      .flatMap { $0.1.components(separatedBy: "\nerror: ") }
      .map { $0.replacing("\n", with: " ") }
    #expect(errors.count >= 8)
    for error in errors { #expect(refusals.contains(error), "Tests/Refusals lacks \(error)") }
  }

  enum ReadingInReducer {
    static let store: Store<AppState> = Store(state: AppState(), reducer: reducer)
    #snippet("`<call>` inside a reducer, an `==` or a getter of the same store")
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
      let notes = Reducer<ReducersTests.Note.State> {}
      #snippet("Undo history with a limit of `<limit>` steps")
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
      let sum = ReadingReducer<Int, Int>.updating(AppAction.self) { sum, _, counter in
        sum += counter
      }
      var escaped = Reducer<Int>.updating { _, _ in }
      #snippet("Reducer of a `<type>` outside of the closure that received it")
      await makeStore(composed).settle(after: AppAction.counted)
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

  @MainActor final class TitleView: ViewComponent {
    let disposer = Disposer()
    var props = ""
  }

  #snippet("Retain cycle")

  static let disposer = Disposer()

  private struct CrashReports: Sendable { func add(_ text: String) {} }

  /// The code that causes a runtime warning, by headline.
  static let warnings: [String: @Sendable () async throws -> Void] = [
    "Possible infinite loop: <…> actions were dispatched, each while the previous one was being "
      + "processed. The last was <…>, dispatched here": {
        let (store, disposer) = (makeStore(), Disposer())
        #snippet("Possible infinite loop: `<count>` actions were dispatched")
        await store.wait { $0.counter > 100_100 }
        disposer.dispose()
        await store.settled()
      },
    "Retain cycle: connector <…> retains its component <…> in <…>": { @MainActor in
      let view = TitleView()
      view.connect(to: makeStore(), by: TitleConnector(view: view))
      view.disposer.dispose()
    },
    "Action sent to an element along a path of another state": {
      struct ListState: Sendable { var rows: [Row] = [] }
      struct Cleared: Action {}
      let clearing = Reducer<AppState>.on(Cleared.self) { _, _ in
        .send(Toggled(), to: \ListState.rows, id: 7)
      }
      let store = makeStore(clearing)
      await store.dispatchAndWait(Cleared())
    },
    "Duplicate ID: elements <…> in an array of <…> have the ID <…>": {
      let reducer: Reducer<AppState> = Reducer<Row>.updating(Toggled.self) { row, _ in
        row.title = "done"
      }.forEach(\.rows)
      let store = Store(state: AppState(rows: [Row(id: 7), Row(id: 7)]), reducer: reducer)
      store.dispatch(Toggled(), to: \.rows, id: 7)
      await store.settled()
    },
    "Duplicate ID: several elements of Entities<<…>> have the ID <…>": {
      let rows: Entities<Row> = [Row(id: 7), Row(id: 7)]
      _ = rows
    },
    "Unhandled action <…>: no reducer and no listener handles <…>": {
      let crashReports = CrashReports()
      #snippet("Overview")
      #snippet("Unhandled action `<action>`: no reducer and no listener handles `<type>`")
      await store.settled()
      warnings.dispose()
    },
    "Unhandled effect error: <…>": {
      #snippet("Unhandled effect error: `<error>`")
      await makeStore(loading).dispatchAndWait(AppAction.counted)
    },
    "Late action <…>; it was not reduced": {
      let alarm = Alarm()
      #snippet("Late action `<action>`; it was not reduced")
      let store = makeStore(ringing)
      await store.dispatchAndWait(AppAction.counted)
      alarm.ring()
    },
    "Duplicate command handler for <…>; this one was ignored": {
      let (store, disposer) = (makeStore(), Disposer())
      store.handle(Print.self) { _ in .none }.dispose(on: disposer)
      store.handle(Print.self) { _ in .none }.dispose(on: disposer)
      disposer.dispose()
    },
    "Missing command handler for <…>; <…> was not handled": {
      let store = makeStore(.on(AppAction.self) { _, _ in .perform(Print()) })
      _ = store.handle(Print.self) { _ in .none }
      await store.dispatchAndWait(AppAction.counted)
    },
    "Invalid pattern of a deep link: <…>": {
      let links = DeepLinks<AppAction>(schemes: ["app"]) {
        DeepLink("/files/*/rows") { _ in .counted }
      }
      #expect(throws: DeepLinkError.self) { try links.value(for: "app://files") }
    },
    "Unhandled error of a sequence that an input follows: <…>": {
      let boundary = MockBoundary(input: TextInput(), output: 0)
      let texts = AsyncThrowingStream<String, any Error> { $0.finish(throwing: Offline()) }
      let following = boundary.input.text.follow(texts)
      following.dispose(on: disposer)
    },
    "Unhandled persistence error: <…>": {
      let store = makeStore()
      #snippet("Unhandled persistence error: `<error>`")
      store.dispatch(AppAction.counted)
      await store.settled()
      try? await saving.flush()
      saving.dispose()
    },
    "Duplicate migration from version <…>; the first one is used": {
      let migrations = [
        Migration(from: 1) { (json: inout JSON) in json["text"] = "" },
        Migration(from: 1) { (json: inout JSON) in json["title"] = "" },
      ]
      _ = StoredValue(
        in: MemoryStorage(), initial: Search.State(), version: 2, migrations: migrations)
    },
  ]

  @Test(arguments: warnings.keys.sorted())
  func `Each example of a runtime warning causes its warning`(headline: String) async throws {
    let reports = ValueRecorder<String>()
    let listener = Misuse.onWarning { warning in
      let text = warning.description
      let isHere = text.contains("Troubleshooting.") || text.contains("several elements of")
      if isHere, Headline.matches(text, headline) { reports.record(text) }
    }
    try await Self.warnings[headline]?()
    await reports.values(count: 1)
    listener.dispose()
  }

  /// Blocks the main thread, so it is not called.
  private func blockMainThread(_ show: @escaping @Sendable (Int) -> Void) -> Disposable {
    let store = Self.makeStore()
    return #snippet("send(_:) has blocked the main thread for two seconds")
  }

  private func list(_ store: Store<AppState>) -> Middleware<AppState> {
    #snippet("An action is ignored")
    #snippet("My view updates too often")
    #snippet("My effect never ends")
    return reporting
  }
}

/// An API that calls a closure later.
private final class Alarm: Sendable {
  private let closure = Locked<(@Sendable () -> Void)?>(nil)

  func onRing(_ closure: @escaping @Sendable () -> Void) {
    self.closure.withLock { $0 = closure }
  }

  func ring() { closure.withLock { $0 }?() }
}
