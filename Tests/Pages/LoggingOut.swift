// SPDX-License-Identifier: MIT

import Foundation
import RunnelPersistence

/// The app of the article on logging out.
enum LoggingOutExamples {
  struct Account: Codable, Equatable, Sendable, Identifiable {
    let id: String
  }

  #snippet("Keep a session in the state")

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

  #snippet("Keep a session in the state", 2)
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
      #snippet("Switch accounts", 2)
      #snippet("Log out")
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

    #snippet("Remove the data in order")
    #snippet("Switch accounts", 3)
  }
}

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

    #snippet("Switch accounts")
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
    #snippet("What ends with the session")
    store.dispatch(AppAction.sessionOpened(Session(id: "ada", messages: ["late"])))
    await store.settled()
    #expect(store.state.session == Session(id: "ben"))
    disposer.dispose()
  }

  @Test func `Late answers never reach another account`() async {
    #snippet("Test that nothing is left", 3)
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
    #snippet("Test that nothing is left")
    await clock.advance(by: .seconds(60))
    #expect(database.cell.writeCount == 0)
    #expect(await database.events == ["closed", "deleted"])
    #expect(await tokens.tokens.isEmpty)
    #expect(api.ended.values == ["t1"])
    #snippet("Test that nothing is left", 2)
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
