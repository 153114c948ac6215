// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import RunnelInsight

@Suite struct LoggingTests {
  struct AppState: Equatable, Sendable {
    var session = Session()
    var profile = Profile()
    var ticks = 0
  }

  struct Session: Equatable, Sendable { var token: Token? }

  struct Profile: Equatable, Sendable {
    var name = ""
    var visits = 0
  }

  #snippet("Keep secrets out of the log")

  enum SessionAction: Action { case opened(Token) }
  enum ProfileAction: Action { case renamed(String), visited, synced }
  struct Ticked: Action {}
  struct Unknown: Action {}
  struct Failed: Error {}

  let appReducer = Reducer<AppState> {
    Reducer.updating(SessionAction.self) { state, action in
      if case .opened(let token) = action { state.session.token = token }
    }
    Reducer.on(ProfileAction.self) { state, action in
      switch action {
      case .renamed(let name): state.profile.name = name
      case .visited: state.profile.visits += 1
      case .synced: return .once { throw Failed() }
      }
      return .none
    }
    Reducer.updating(Ticked.self) { state, _ in state.ticks += 1 }
  }

  struct Journal: Sendable {
    let texts = Recorder<String>()
    func write(_ text: String) { texts.record(text) }
  }

  /// The part of swift-log that the page uses.
  struct Logger: Sendable {
    enum Level { case debug, warning }
    static let lines = Recorder<String>()
    let label: String

    func debug(_ message: @autoclosure () -> Message) {
      log(level: .debug, message())
    }

    func log(
      level: Level, _ message: @autoclosure () -> Message,
      metadata: @autoclosure () -> [String: MetadataValue]? = nil
    ) {
      Self.lines.record("\(label) \(level) \(message()) \((metadata() ?? [:]).keys.sorted())")
    }

    struct Message: ExpressibleByStringInterpolation, CustomStringConvertible {
      let description: String
      init(stringLiteral value: String) { description = value }
    }

    struct MetadataValue: ExpressibleByStringInterpolation {
      init(stringLiteral value: String) {}
    }
  }

  private let disposer = Disposer()
  private let journal = Journal()
  private let queue = DispatchQueue(label: "log")

  private func makeStore(_ middleware: Middleware<AppState>...) -> Store<AppState> {
    Store(state: AppState(), reducer: appReducer, middleware: middleware)
  }

  @Test func `The actions of logged stores are reduced`() async {
    #snippet("Log actions and changes")
    await logged.settled()
    #expect(logged.state.profile.name == "otter")
    let store = #snippet("Middleware+Logger.swift")
    await store.settle(after: ProfileAction.visited)
    #expect(store.state.profile.visits == 1)
  }

  @Test func `The logger prints the text of the page and of its comment`() async throws {
    func text(_ site: CallSite, after actions: any Action...) async throws -> String {
      let journal = Journal()
      let store = makeStore(.logger(.actions, .changes, to: LogSink { journal.write($0) }))
      actions.forEach { store.dispatch($0) }
      store.dispatch(ProfileAction.renamed("otter"), from: site)
      await store.settled()
      return try #require(journal.texts.values.last).replacing("LoggingTests.", with: "")
    }
    let onPage = try await text(CallSite(file: "App/main.swift", line: 12))
    let page = try Repository.text(of: Repository.page("Logging"))
    #expect(page.contains("```text\n\(onPage)\n```"))
    let inComment = try await text(
      CallSite(file: "App/Profile.swift", line: 12), after: Ticked(), Ticked())
    let comment = inComment.split(separator: "\n").map { "  /// \($0)\n" }.joined()
    let source = try Repository.text(of: "Sources/Runnel/Middleware/Middleware+Logger.swift")
    #expect(source.contains("/// ```text\n\(comment)"))
  }

  @Test func `A scoped logger writes the changes of a slice`() async {
    #snippet("Log one slice or some actions")
    await makeStore(short).settle(after: Ticked(), ProfileAction.visited)
    #expect(journal.texts.values == ["1", "2\n  - visits: 0\n  + visits: 1"])
  }

  @Test func `A secret with a description and a mirror of its own is not in the log`() async {
    let store = makeStore(
      .logger(.actions, .changes, to: LogSink { [journal] in journal.write($0) }))
    await store.settle(after: SessionAction.opened(Token("t0ps3cret")))
    #expect(store.state.session.token == Token("t0ps3cret"))
    #expect(journal.texts.values.count == 1)
    #expect(journal.texts.values[0].contains("SessionAction.opened(•••)"))
    #expect(journal.texts.values[0].contains("session.token"))
    #expect(!journal.texts.values[0].contains("t0ps3cret"))
  }

  @Test func `A sink and reports write to another logging library`() async {
    #snippet("Send the log to swift-log")
    #snippet("Send the log to swift-log", 2)
    await makeStore(.logger(.time, to: sink), structured).settle(after: Ticked(), Unknown())
    let lines = Logger.lines.values
    #expect(lines.count == 4)
    #expect(lines.contains { $0.hasPrefix("app.store debug 1 in ") && $0.hasSuffix(" ms []") })
    #expect(lines.contains(#"app.store debug Ticked() ["number", "place"]"#))
    #expect(lines.contains(#"app.store warning Unknown() ["number", "place"]"#))
  }

  @Test func `A typed store's listener receives the actions of its type only`() async {
    let store = makeStore()
    #snippet("Log one slice or some actions", 2)
    await store.settle(after: Ticked(), ProfileAction.visited)
    #expect(journal.texts.values == ["visited"])
  }

  @Test func `A listener skips a frequent action`() async {
    let store = makeStore()
    #snippet("Log one slice or some actions", 3)
    await store.settle(after: Ticked(), ProfileAction.visited)
    #expect(journal.texts.values == ["visited"])
  }

  @Test func `An error that no effect catches is logged`() async {
    let store = makeStore()
    #snippet("Log errors of effects")
    await store.settle(after: ProfileAction.synced, includingEffects: true)
    #expect(journal.texts.values.count == 1)
    #expect(journal.texts.values[0].contains("Pages/Logging.swift"))
  }

  #snippet("Send analytics")

  @Test func `Analytics sends one event for each action that has one, in order`() async {
    let store = makeStore()
    let upload: @Sendable (String) -> Void = { [journal] in journal.write($0) }
    #snippet("Send analytics", 2)
    await store.settle(
      after: ProfileAction.visited, ProfileAction.renamed("otter"), ProfileAction.visited)
    #expect(journal.texts.values == ["visit 1", "visit 2"])
    withExtendedLifetime(analytics) {}
  }

  @Test func `The last actions are written to a file`() async throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("runnel-logging-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let store = makeStore()
    #snippet("Attach the last actions to a crash report", 2)
    await store.settle(after: Ticked())
    #snippet("Attach the last actions to a crash report", 3)
    #expect(try RunnelInsight.Session(contentsOf: url, actions: []).actions.count == 1)
    do {
      #snippet("Attach the last actions to a crash report")
      await store.settle(after: Ticked(), Ticked())
      try await recording.flush()
      #expect(previous != nil)
      #expect(try RunnelInsight.Session(contentsOf: url, actions: []).actions.count == 2)
    }
  }
}
