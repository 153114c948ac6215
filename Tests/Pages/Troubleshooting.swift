// SPDX-License-Identifier: MIT

/// The messages of Troubleshooting.md, and its code that causes some of them.
@Suite struct TroubleshootingTests {
  #snippet("Overview", 2)

  struct Row: Codable, Identifiable, Equatable, Sendable {
    let id: Int
    var title = ""
  }

  enum AppAction: Action { case counted }
  struct Offline: Error {}

  enum Search {
    struct State: Codable, Equatable, Sendable { var text = "" }
    enum Action: Runnel.Action { case typed(String) }
  }

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

  /// The code that ends the program, by headline.
  static let fatalErrors: [String: @Sendable () async -> Void] = [
    "<…> inside a reducer, an == or a getter of the same store": {
      await ReadingInReducer.store.settle(after: AppAction.counted)
    },
    "Undo history with a limit of <…> steps": {
      let notes = Reducer<ReducersTests.Note.State> {}
      #snippet("Undo history with a limit of `<limit>` steps")
    },
    "Reducer of a <…> outside of the closure that received it": {
      let sum = ReadingReducer<Int, Int>.updating(AppAction.self) { sum, _, counter in
        sum += counter
      }
      var escaped = Reducer<Int>.updating { _, _ in }
      #snippet("Reducer of a `<type>` outside of the closure that received it")
      await makeStore(composed).settle(after: AppAction.counted)
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
    "Unhandled persistence error: <…>": {
      let store = makeStore()
      #snippet("Unhandled persistence error: `<error>`")
      store.dispatch(AppAction.counted)
      await store.settled()
      try? await saving.flush()
      saving.dispose()
    },
  ]

  @Test(arguments: warnings.keys.sorted())
  func `Each example of a runtime warning causes its warning`(headline: String) async throws {
    let reports = ValueRecorder<String>()
    let listener = Misuse.onWarning { warning in
      let text = warning.description
      if text.contains("Troubleshooting."), Headline.matches(text, headline) {
        reports.record(text)
      }
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

  private func list(_ store: Store<AppState>) {
    #snippet("An action is ignored")
    #snippet("My view updates too often")
    #snippet("My effect never ends")
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
