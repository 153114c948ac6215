// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTesting
import Testing

/// The app of the article on logging out.
enum LoggingOutExamples {
  struct Account: Codable, Equatable, Sendable, Identifiable {
    let id: String
  }

  struct Session: Codable, Equatable, Sendable, Identifiable {
    let id: Account.ID
    var messages: [String] = []
  }

  struct AppState: Equatable, Sendable {
    var accounts: Entities<Account> = []
    var currentID: Account.ID?
    var session: Session?
    var isLoggingOut = false
    var problem: String?
  }

  enum AppAction: Action, Equatable {
    case loggedIn(Account)
    case switched(to: Account.ID)
    case sessionOpened(Session)
    case logOutTapped
    case loggedOut(Account.ID)
    case logOutFailed(String)
  }

  enum SessionAction: Action, Equatable {
    case refreshed
    case loaded(by: Account.ID, String)
  }

  enum Remote: Command, Equatable {
    case load(Account.ID)
    case logOut(Account)
  }

  static let sessionReducer = Reducer<Session>.on(SessionAction.self) { session, action in
    switch action {
    case .refreshed:
      return .perform(Remote.load(session.id))
    case .loaded(_, let message):
      session.messages.append(message)
      return .none
    }
  }

  static let appReducer = Reducer<AppState> {
    sessionReducer.ifPresent(\.session)
    Reducer.on(AppAction.self) { state, action in
      let effect = state.reduce(action)
      if state.isLoggingOut || state.session?.id != state.currentID { state.session = nil }
      return effect
    }
  }
}

extension LoggingOutExamples.AppState {
  typealias AppAction = LoggingOutExamples.AppAction
  typealias Remote = LoggingOutExamples.Remote

  mutating func reduce(_ action: AppAction) -> EffectOf<AppAction> {
    switch action {
    case .loggedIn(let account):
      accounts.upsert(account)
      currentID = account.id
    case .switched(let id):
      if accounts[id: id] != nil { currentID = id }
    case .sessionOpened(let session):
      if session.id == currentID, !isLoggingOut { self.session = session }
    case .logOutTapped:
      guard !isLoggingOut, let account = currentID.flatMap({ accounts[id: $0] }) else {
        return .none
      }
      isLoggingOut = true
      problem = nil
      return .concatenate(
        .perform(Remote.logOut(account)).timeout(after: .seconds(30)),
        .send(.loggedOut(account.id))
      )
      .catch { .logOutFailed("\($0)") }
    case .loggedOut(let id):
      isLoggingOut = false
      accounts.remove(id: id)
      if currentID == id { currentID = accounts.ids.first }
    case .logOutFailed(let reason):
      isLoggingOut = false
      problem = reason
    }
    return .none
  }
}

extension LoggingOutExamples {
  /// A database that exists while it is open or closed, and not after its removal.
  actor Database {
    let cell = MemoryStorage()
    private(set) var events: [String] = []
    func close() { events.append("closed") }
    func delete() { events.append("deleted") }
  }

  actor TokenStore {
    private(set) var tokens: [Account.ID: String] = [:]
    func setToken(_ token: String?, for id: Account.ID) { tokens[id] = token }
    func token(for id: Account.ID) -> String? { tokens[id] }
  }

  struct LoginAPI: Sendable {
    let ended: ValueRecorder<String>
    func logOut(_ token: String?) async throws {
      ended.record(token ?? "")
      throw Offline()
    }
  }

  struct Offline: Error {}

  actor SessionKeeper {
    let tokens: TokenStore
    let api: LoginAPI
    private var handlers = Disposer()
    private var savings: [Saving] = []
    private var database: Database?

    init(_ tokens: TokenStore, _ api: LoginAPI) {
      self.tokens = tokens
      self.api = api
    }

    func open(_ database: Database, handlers: Disposer, savings: [Saving]) {
      (self.database, self.handlers, self.savings) = (database, handlers, savings)
    }

    func logOut(_ account: Account) async throws {
      handlers.dispose()
      for saving in savings { await saving.discard() }
      savings = []
      await database?.close()
      await database?.delete()
      database = nil
      let token = await tokens.token(for: account.id)
      await tokens.setToken(nil, for: account.id)
      try? await api.logOut(token)
    }

    func close() async {
      handlers.dispose()
      for saving in savings {
        saving.dispose()
        try? await saving.flush()
      }
      savings = []
      await database?.close()
      database = nil
    }
  }
}

/// The snippets of LoggingOut.md.
@Suite struct LoggingOutTests {
  private typealias Account = LoggingOutExamples.Account
  private typealias Session = LoggingOutExamples.Session
  private typealias AppState = LoggingOutExamples.AppState
  private typealias AppAction = LoggingOutExamples.AppAction
  private typealias SessionAction = LoggingOutExamples.SessionAction
  private typealias Remote = LoggingOutExamples.Remote
  private typealias SessionKeeper = LoggingOutExamples.SessionKeeper
  private typealias Offline = LoggingOutExamples.Offline
  private let appReducer = LoggingOutExamples.appReducer
  private let ada = Account(id: "ada")
  private let ben = Account(id: "ben")

  private var loggedIn: AppState {
    AppState(accounts: [ada, ben], currentID: "ada", session: Session(id: "ada"))
  }

  @Test func `A new session opens when the current account changes`() async {
    let opened = ValueRecorder<String>()
    let disposer = Disposer()
    let store = Store(state: loggedIn, reducer: appReducer)
    let load = { @Sendable (id: Account.ID) async throws -> Session in
      opened.record(id)
      return Session(id: id, messages: ["stored"])
    }

    store.run(for: { $0.isLoggingOut ? nil : $0.currentID }) { id in
      .run { send in
        if let id { send(AppAction.sessionOpened(try await load(id))) }
      }
    }
    .dispose(on: disposer)

    await store.wait { $0.session?.messages == ["stored"] }
    store.dispatch(AppAction.switched(to: "ben"))
    await store.wait { $0.session?.id == "ben" }
    #expect(opened.values == ["ada", "ben"])
    disposer.dispose()
  }

  @Test func `A late answer of the old account changes nothing`() async {
    let clock = ManualClock()
    let disposer = Disposer()
    let store = Store(state: loggedIn, reducer: appReducer, clock: clock)
    store.handle(Remote.self) { _ in
      .run { send in
        try await send.sleep(for: .seconds(1))
        send(SessionAction.loaded(by: "ada", "private"))
      }
    }
    .dispose(on: disposer)

    let old = store.ifPresent(\.session)
    store.dispatch(SessionAction.refreshed)
    store.dispatch(AppAction.switched(to: "ben"))
    store.dispatch(AppAction.sessionOpened(Session(id: "ben")))
    old?.dispatch(SessionAction.loaded(by: "ada", "private"))
    await clock.advance(by: .seconds(1))
    #expect(store.state.session == Session(id: "ben"))
    #expect(store.runningEffects.isEmpty)

    store.dispatch(AppAction.sessionOpened(Session(id: "ada", messages: ["late"])))
    await store.settled()
    #expect(store.state.session == Session(id: "ben"))
    disposer.dispose()
  }

  @Test func `Late answers never reach another account`() async {
    await explore(state: AppState(), reducer: appReducer) { random in
      let account = Account(id: random.oneOf("ada", "ben"))
      return random.oneOf(
        AppAction.loggedIn(account) as any Action, AppAction.switched(to: account.id),
        AppAction.sessionOpened(Session(id: account.id)), SessionAction.refreshed,
        AppAction.logOutTapped)
    } performing: { command, random in
      switch command {
      case Remote.load(let id): return [SessionAction.loaded(by: id, "of \(id)")]
      default:
        if random.bool() { throw Offline() }
        return []
      }
    } holds: { state in
      guard let session = state.session else { return true }
      return session.id == state.currentID && !state.isLoggingOut
        && session.messages.allSatisfy { $0 == "of \(session.id)" }
    }
  }

  @Test func `Logging out removes the data in order`() async throws {
    let database = LoggingOutExamples.Database()
    let tokens = LoggingOutExamples.TokenStore()
    await tokens.setToken("t1", for: "ada")
    let api = LoggingOutExamples.LoginAPI(ended: ValueRecorder())
    let keeper = SessionKeeper(tokens, api)
    let clock = ManualClock()
    let store = Store(state: loggedIn, reducer: appReducer, clock: clock)
    let session = try #require(store.ifPresent(\.session))
    let saving = session.persist(
      to: StoredValue(in: database.cell, initial: Session(id: "ada")))
    let handlers = Disposer()
    store.handle(Remote.self) { command in
      switch command {
      case .load(let id): .once { SessionAction.loaded(by: id, "of \(id)") }
      case .logOut(let account): .run { _ in try await keeper.logOut(account) }
      }
    }
    .dispose(on: handlers)
    await keeper.open(database, handlers: handlers, savings: [saving])
    store.dispatch(SessionAction.loaded(by: "ada", "private"))

    await store.dispatchAndWait(AppAction.logOutTapped)
    #expect(store.state == AppState(accounts: [ben], currentID: "ben"))
    await clock.advance(by: .seconds(60))
    #expect(database.cell.writeCount == 0)
    #expect(await database.events == ["closed", "deleted"])
    #expect(await tokens.tokens.isEmpty)
    #expect(api.ended.values == ["t1"])
    #expect(store.connections.isEmpty)
    #expect(store.runningEffects.isEmpty)
  }

  @Test func `Switching saves the rest`() async throws {
    let database = LoggingOutExamples.Database()
    let keeper = SessionKeeper(
      LoggingOutExamples.TokenStore(), LoggingOutExamples.LoginAPI(ended: ValueRecorder()))
    let store = Store(state: loggedIn, reducer: appReducer, clock: ManualClock())
    let session = try #require(store.ifPresent(\.session))
    let stored = StoredValue(in: database.cell, initial: Session(id: "ada"))
    _ = stored.load()
    await keeper.open(database, handlers: Disposer(), savings: [session.persist(to: stored)])
    store.dispatch(SessionAction.loaded(by: "ada", "private"))
    store.dispatch(AppAction.switched(to: "ben"))
    await keeper.close()
    #expect(stored.load().value.messages == ["private"])
    #expect(await database.events == ["closed"])
  }

  @Test func `An account whose data can't be removed stays`() async {
    let store = TestStore(state: loggedIn, reducer: appReducer)
    store.handle(Remote.self) { _ in .once { throw Offline() } }
    await store.send(AppAction.logOutTapped) {
      $0.isLoggingOut = true
      $0.session = nil
    }
    await store.receive(AppAction.logOutFailed("Offline()")) {
      $0.isLoggingOut = false
      $0.problem = "Offline()"
    }
    await store.finish()
  }
}
