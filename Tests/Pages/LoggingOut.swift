// SPDX-License-Identifier: MIT

@Suite struct LoggingOutTests {
  struct Account: Codable, Equatable, Sendable, Identifiable { let id: String }

  #snippet("Keep a session in the state")

  enum AppAction: Action, Equatable {
    case loggedIn(Account)
    case switched(to: Account.ID)
    case sessionOpened(Session)
    case logOutTapped
    case loggedOut(Account.ID)
    case logOutFailed(String)
  }

  enum SessionAction: Action, Equatable { case refreshed, loaded(by: Account.ID, String) }

  enum Remote: Command, Equatable { case load(Account.ID), logOut(Account) }

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

  /// A service of a session that records what it does.
  struct Service: Sendable {
    let events: Recorder<String>
    func close() async { events.record("closed") }
    func delete() async { events.record("deleted") }

    func logOut(_ token: String?) async throws {
      events.record("logged out with \(token ?? "")")
      throw Offline()
    }
  }

  actor TokenStore {
    private(set) var tokens: [Account.ID: String] = [:]
    func setToken(_ token: String?, for id: Account.ID) { tokens[id] = token }
    func token(for id: Account.ID) -> String? { tokens[id] }
  }

  struct Offline: Error {}

  actor SessionKeeper {
    let events = Recorder<String>()
    let cell = MemoryStorage()
    let tokens = TokenStore()
    private let api: Service
    private var handlers = Disposer()
    private var savings: [Saving] = []
    private var database: Service?

    init() {
      api = Service(events: events)
      database = api
    }

    func open(handlers: Disposer, savings: [Saving]) {
      (self.handlers, self.savings) = (handlers, savings)
    }

    #snippet("Remove the data in order")
    #snippet("Switch accounts", 3)
  }

  private let ada = Account(id: "ada")
  private let ben = Account(id: "ben")

  private var loggedIn: AppState {
    AppState(accounts: [ada, ben], currentID: "ada", session: Session(id: "ada"))
  }

  private func open(
    _ store: Store<AppState>, _ disposer: Disposer,
    load: @escaping @Sendable (Account.ID) async throws -> Session
  ) {
    #snippet("Switch accounts")
  }

  @Test func `A late answer of the old account changes nothing`() async {
    let clock = ManualClock()
    let store = Store(state: loggedIn, reducer: Self.appReducer, clock: clock)
    let handler = store.handle(Remote.self) { _ in
      .run { send in
        try await send.sleep(for: .seconds(1))
        send(SessionAction.loaded(by: "ada", "private"))
      }
    }
    #snippet("What ends with the session")
    handler.dispose()
  }

  @Test func `Late answers never reach another account`() async {
    await explore(state: AppState(), reducer: Self.appReducer) { random in
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
    let keeper = SessionKeeper()
    await keeper.tokens.setToken("t1", for: "ada")
    let clock = ManualClock()
    let store = Store(state: loggedIn, reducer: Self.appReducer, clock: clock)
    let session = try #require(store.ifPresent(\.session))
    let saving = session.persist(to: StoredValue(in: keeper.cell, initial: Session(id: "ada")))
    let handlers = Disposer()
    store.handle(Remote.self) { command in
      switch command {
      case .load(let id): .once { SessionAction.loaded(by: id, "of \(id)") }
      case .logOut(let account): .run { _ in try await keeper.logOut(account) }
      }
    }
    .dispose(on: handlers)
    await keeper.open(handlers: handlers, savings: [saving])
    store.dispatch(SessionAction.loaded(by: "ada", "private"))
    #snippet("Test that nothing is left")
    await clock.advance(by: .seconds(60))
    #expect(keeper.cell.writeCount == 0)
    #expect(keeper.events.values == ["closed", "deleted", "logged out with t1"])
    #expect(await keeper.tokens.tokens.isEmpty)
    #snippet("Test that nothing is left", 2)
  }

  @Test func `Switching saves the rest`() async throws {
    let keeper = SessionKeeper()
    let store = Store(state: loggedIn, reducer: Self.appReducer, clock: ManualClock())
    let session = try #require(store.ifPresent(\.session))
    let stored = StoredValue(in: keeper.cell, initial: Session(id: "ada"))
    _ = stored.load()
    await keeper.open(handlers: Disposer(), savings: [session.persist(to: stored)])
    store.dispatch(SessionAction.loaded(by: "ada", "private"))
    store.dispatch(AppAction.switched(to: "ben"))
    await keeper.close()
    #expect(stored.load().value.messages == ["private"])
    #expect(keeper.events.values == ["closed"])
  }

  @Test func `An account whose data can't be removed stays`() async {
    let store = Store(state: loggedIn, reducer: Self.appReducer)
    let handler = store.handle(Remote.self) { _ in .once { throw Offline() } }
    await store.dispatchAndWait(AppAction.logOutTapped)
    #expect(store.state.accounts == [ada, ben])
    #expect(store.state.problem == "Offline()")
    handler.dispose()
  }
}

extension LoggingOutTests.AppState {
  typealias AppAction = LoggingOutTests.AppAction
  typealias Remote = LoggingOutTests.Remote

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
