// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The recipes of Cookbook.md, and their tests.
@Suite struct CookbookTests {
  struct Offline: Error {}

  // MARK: Search as you type

  enum Search {
    struct State: Equatable, Sendable {
      var text = ""
      var hits: [String] = []
      var problem: String?
    }

    enum Action: Runnel.Action {
      case typed(String)
      case found([String])
      case failed(String)
    }

    enum Command: Runnel.Command, Equatable { case search(String) }
    enum ID { case search }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        state.problem = nil
        guard !text.isEmpty else {
          state.hits = []
          return .cancel(id: ID.search)
        }
        return .perform(Command.search(text))
          .catch { .failed("\($0)") }
          .debounce(id: ID.search, for: .milliseconds(300))
          .cancellable(id: ID.search, cancelInFlight: true)
      case .found(let hits):
        state.hits = hits
        return .none
      case .failed(let problem):
        state.problem = problem
        return .none
      }
    }
  }

  @Test func `what was typed last is searched for, after a pause`() async {
    let clock = ManualClock()
    let disposer = Disposer()
    let asked = ValueRecorder<Search.Command>()
    let store = Store(state: Search.State(), reducer: Search.reducer, clock: clock)
      .accepting(Search.Action.self)
    let handler = store.handle(Search.Command.self) { command in
      asked.record(command)
      return .run { send in
        try await send.sleep(for: .seconds(1))
        send(.found(["\(command)"]))
      }
    }
    handler.dispose(on: disposer)

    store.dispatch(.typed("o"))
    await clock.advance(by: .milliseconds(200))
    store.dispatch(.typed("ot"))
    await clock.advance(by: .milliseconds(300))
    #expect(asked.values == [.search("ot")])

    // Typed while the search goes on, which is cancelled: its hits never come.
    store.dispatch(.typed("otter"))
    await clock.advance(by: .seconds(1))
    #expect(store.state.hits == [])
    await clock.advance(by: .seconds(1))
    #expect(asked.values == [.search("ot"), .search("otter")])
    #expect(store.state.hits == [#"search("otter")"#])

    store.dispatch(.typed("otters"))
    store.dispatch(.typed(""))
    await clock.advance(by: .seconds(2))
    #expect(asked.count == 2)
    #expect(store.state == Search.State())
    disposer.dispose()
  }

  // MARK: Polling

  enum Weather {
    struct State: Equatable, Sendable {
      var isShown = false
      var degrees: Int?
    }

    enum Action: Runnel.Action {
      case shown(Bool)
      case due
      case measured(Int)
    }

    enum Command: Runnel.Command { case measure }
    enum ID { case measuring }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .shown(let isShown):
        state.isShown = isShown
        return .none
      case .due:
        return .perform(Command.measure)
          .catch { _ in .none }
          .cancellable(id: ID.measuring, cancelInFlight: true)
      case .measured(let degrees):
        state.degrees = degrees
        return .none
      }
    }

    static func start(on store: StoreOf<State, Action>) -> Disposable {
      store.run(while: \.isShown) {
        .merge(.send(.due), .timer(every: .seconds(60)) { .due })
      }
    }
  }

  @Test func `the weather is measured each minute while it is shown`() async {
    let clock = ManualClock()
    let disposer = Disposer()
    let measured = ValueRecorder<Weather.Command>()
    let store = Store(state: Weather.State(), reducer: Weather.reducer, clock: clock)
      .accepting(Weather.Action.self)
    let handler = store.handle(Weather.Command.self) { command in
      measured.record(command)
      return .once { [count = measured.values.count] in
        if count == 2 { throw Offline() }
        return .measured(count)
      }
    }
    handler.dispose(on: disposer)
    Weather.start(on: store).dispose(on: disposer)

    await clock.advance(by: .seconds(600))
    #expect(measured.values.count == 0)
    store.dispatch(.shown(true))
    await clock.advance(by: .zero)
    #expect(store.state.degrees == 1)
    await clock.advance(by: .seconds(60))  // Fails, and nothing comes of it.
    #expect(store.state.degrees == 1)
    await clock.advance(by: .seconds(60))
    #expect(store.state.degrees == 3)
    store.dispatch(.shown(false))
    await clock.advance(by: .seconds(600))
    #expect(measured.values.count == 3)
    disposer.dispose()
  }

  // MARK: Pagination

  enum Feed {
    struct State: Equatable, Sendable {
      var items: [String] = []
      /// `nil` when there are no more.
      var nextPage: Int? = 0
      var isLoading = false
    }

    enum Action: Runnel.Action {
      case reachedEnd
      case refreshed
      case loaded([String], nextPage: Int?)
      case failed
    }

    enum Command: Runnel.Command, Equatable { case load(page: Int) }
    enum ID { case loading }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .reachedEnd:
        guard !state.isLoading, let page = state.nextPage else { return .none }
        return load(page, &state)
      case .refreshed:
        state = State()
        return load(0, &state)
      case .loaded(let items, let nextPage):
        state.items += items
        state.nextPage = nextPage
        state.isLoading = false
        return .none
      case .failed:
        state.isLoading = false
        return .none
      }
    }

    private static func load(_ page: Int, _ state: inout State) -> EffectOf<Action> {
      state.isLoading = true
      return .perform(Command.load(page: page))
        .retry(2, backoff: .constant(.seconds(1)))
        .catch { _ in .failed }
        .cancellable(id: ID.loading, cancelInFlight: true)
    }
  }

  @Test func `each page is loaded once, and a refresh begins anew`() async {
    let clock = ManualClock()
    let disposer = Disposer()
    let asked = ValueRecorder<Feed.Command>()
    let store = Store(state: Feed.State(), reducer: Feed.reducer, clock: clock)
      .accepting(Feed.Action.self)
    let handler = store.handle(Feed.Command.self) { command in
      asked.record(command)
      guard case .load(let page) = command else { return .none }
      return .run { send in
        try await send.sleep(for: .seconds(1))
        send(.loaded(["item \(page)"], nextPage: page < 1 ? page + 1 : nil))
      }
    }
    handler.dispose(on: disposer)

    store.dispatch(.reachedEnd)
    store.dispatch(.reachedEnd)
    await clock.advance(by: .seconds(1))
    #expect(store.state.items == ["item 0"])
    store.dispatch(.reachedEnd)
    await clock.advance(by: .milliseconds(500))
    // The second page is on its way, and is cancelled: it does not get among those of the refresh.
    store.dispatch(.refreshed)
    await clock.advance(by: .seconds(1))
    #expect(store.state.items == ["item 0"])
    store.dispatch(.reachedEnd)
    await clock.advance(by: .seconds(1))
    store.dispatch(.reachedEnd)
    await clock.advance(by: .seconds(1))
    #expect(store.state == Feed.State(items: ["item 0", "item 1"], nextPage: nil))
    #expect(asked.values == [0, 1, 0, 1].map { .load(page: $0) })
    disposer.dispose()
  }

  // MARK: A web socket

  enum Chat {
    struct State: Equatable, Sendable {
      var isOpen = false
      var isConnected = false
      var messages: [String] = []
      var unsent: [String] = []
    }

    enum Action: Runnel.Action {
      case opened, closed
      case connected, disconnected
      case received(String)
      case said(String)
      case notSent(String)
    }

    enum Command: Runnel.Command { case listen, say(String) }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .opened:
        state.isOpen = true
        return .none
      case .closed:
        state.isOpen = false
        state.isConnected = false
        return .none
      case .connected:
        state.isConnected = true
        return .none
      case .disconnected:
        state.isConnected = false
        return .none
      case .received(let text):
        state.messages.append(text)
        return .none
      case .said(let text):
        return .perform(Command.say(text)).catch { _ in .notSent(text) }
      case .notSent(let text):
        state.unsent.append(text)
        return .none
      }
    }

    static func start(on store: StoreOf<State, Action>, _ socket: any ChatSocket) -> [Disposable] {
      [
        store.handle(with: ChatHandler(socket: socket)),
        store.run(while: \.isOpen) {
          .perform(Command.listen)
            .retry(.max, backoff: .exponential(from: .seconds(1), upTo: .seconds(30)))
        },
      ]
    }
  }

  protocol ChatSocket: Sendable {
    func connect() async throws -> AsyncThrowingStream<String, any Error>
    func send(_ text: String) async throws
  }

  struct ConnectionLost: Error {}

  struct ChatHandler: CommandHandler {
    let socket: any ChatSocket

    func handle(_ command: Chat.Command) -> EffectOf<Chat.Action> {
      switch command {
      case .say(let text):
        .run { _ in try await socket.send(text) }
      case .listen:
        .run { send in
          let messages = try await socket.connect()
          send(.connected)
          defer { send(.disconnected) }
          for try await text in messages { send(.received(text)) }
          throw ConnectionLost()
        }
      }
    }
  }

  /// A socket whose other end is in the hands of a test.
  final class FakeSocket: ChatSocket {
    typealias Messages = AsyncThrowingStream<String, any Error>
    private let waiting: ValueRecorder<Messages.Continuation> = ValueRecorder()
    let sent = ValueRecorder<String>()

    func connect() async throws -> Messages {
      let (messages, otherEnd) = Messages.makeStream()
      waiting.record(otherEnd)
      return messages
    }

    func send(_ text: String) async throws {
      if text.isEmpty { throw Offline() }
      sent.record(text)
    }

    var connectionCount: Int { waiting.count }
    var otherEnd: Messages.Continuation? { waiting.values.last }
  }

  @Test func `a socket that is lost is connected again`() async {
    let clock = ManualClock()
    let disposer = Disposer()
    let socket = FakeSocket()
    let store = Store(state: Chat.State(), reducer: Chat.reducer, clock: clock)
      .accepting(Chat.Action.self)
    Chat.start(on: store, socket).forEach { $0.dispose(on: disposer) }

    store.dispatch(.opened)
    await clock.advance(by: .zero)
    #expect(store.state.isConnected)
    socket.otherEnd?.yield("hello")
    store.dispatch(.said("hi"))
    store.dispatch(.said(""))
    await clock.advance(by: .zero)
    #expect(store.state.messages == ["hello"])
    #expect(store.state.unsent == [""])
    #expect(socket.sent.values == ["hi"])

    socket.otherEnd?.finish(throwing: Offline())
    await clock.advance(by: .milliseconds(999))
    #expect(!store.state.isConnected)
    await clock.advance(by: .milliseconds(1))
    #expect(store.state.isConnected)
    #expect(socket.connectionCount == 2)

    store.dispatch(.closed)
    await clock.advance(by: .seconds(60))
    #expect(!store.state.isConnected)
    #expect(socket.connectionCount == 2)
    #expect(store.runningEffects.isEmpty)
    disposer.dispose()
  }

  // MARK: An optimistic update

  enum Photo {
    struct State: Identifiable, Equatable, Sendable {
      let id: Int
      /// What is shown.
      var isLiked = false
      /// What the server is known to have.
      var isLikedThere = false
    }

    enum Event { case likeTapped, saved(Bool), notSaved }

    struct Action: ElementAction {
      let elementID: Int
      let event: Event
    }

    enum Command: Runnel.Command, Equatable { case like(Int, Bool) }

    struct SavingID: Hashable, Sendable {
      let photo: Int
    }

    static let reducer = Reducer<State>.on(Action.self) { photo, action in
      let id = photo.id
      switch action.event {
      case .likeTapped:
        photo.isLiked.toggle()
        return .perform(Command.like(id, photo.isLiked))
          .catch { _ in Action(elementID: id, event: .notSaved) }
          .debounce(id: SavingID(photo: id), for: .milliseconds(500))
          .cancellable(id: SavingID(photo: id), cancelInFlight: true)
      case .saved(let isLiked):
        photo.isLikedThere = isLiked
        return .none
      case .notSaved:
        photo.isLiked = photo.isLikedThere
        return .none
      }
    }
  }

  @Test func `a like is shown at once, and taken back if it cannot be saved`() async {
    let clock = ManualClock()
    let disposer = Disposer()
    let asked = ValueRecorder<Photo.Command>()
    let reducer: Reducer<[Photo.State]> = Photo.reducer.forEach(\.self, id: \.id)
    let store = Store(
      state: [Photo.State(id: 1), Photo.State(id: 2)], reducer: reducer, clock: clock)
    let handlers = CommandHandlers(for: Photo.Command.self) { command in
      asked.record(command)
      guard case .like(let id, let isLiked) = command else { return .none }
      return .once {
        if id == 2 { throw Offline() }
        return Photo.Action(elementID: id, event: .saved(isLiked))
      }
    }
    store.handle(with: handlers).dispose(on: disposer)

    store.dispatch(Photo.Action(elementID: 1, event: .likeTapped))
    store.dispatch(Photo.Action(elementID: 2, event: .likeTapped))
    await clock.advance(by: .zero)
    #expect(store.state.map(\.isLiked) == [true, true])
    await clock.advance(by: .milliseconds(500))
    #expect(store.state.map(\.isLiked) == [true, false])
    #expect(asked.values == [.like(1, true), .like(2, true)])

    // Twice in a row is saved once.
    store.dispatch(Photo.Action(elementID: 1, event: .likeTapped))
    store.dispatch(Photo.Action(elementID: 1, event: .likeTapped))
    await clock.advance(by: .milliseconds(500))
    #expect(asked.values.suffix(1) == [.like(1, true)])
    #expect(asked.count == 3)
    disposer.dispose()
  }

  // MARK: A wizard

  enum NameScreen {
    struct State: Equatable, Sendable { var name = "" }
    enum Action: Runnel.Action { case typed(String) }
    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      if case .typed(let name) = action { state.name = name }
    }
  }

  enum PlanScreen {
    enum Plan: String { case small, large }
    struct State: Equatable, Sendable { var plan = Plan.small }
    enum Action: Runnel.Action { case chosen(Plan) }
    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      if case .chosen(let plan) = action { state.plan = plan }
    }
  }

  enum SignUp {
    enum Step: CaseIterable { case name, plan, review, done }

    struct State: Equatable, Sendable {
      var step = Step.name
      var name = NameScreen.State()
      var plan = PlanScreen.State()
      var isSubmitting = false
      var problem: String?

      var canGoOn: Bool { step != .name || !name.name.isEmpty }
      var form: Form { Form(name: name.name, plan: plan.plan) }
    }

    struct Form: Equatable, Sendable {
      var name: String
      var plan: PlanScreen.Plan
    }

    enum Action: Runnel.Action {
      case nextTapped, backTapped, submitTapped
      case submitted
      case failed(String)
    }

    enum Command: Runnel.Command, Equatable { case submit(Form) }
    enum ID { case submitting }

    static let reducer = Reducer<State> {
      NameScreen.reducer.scope(\.name)
      PlanScreen.reducer.scope(\.plan)
      Reducer.on(Action.self) { state, action in
        switch action {
        case .nextTapped:
          guard state.canGoOn else { return .none }
          if state.step == .name { state.step = .plan } else { state.step = .review }
          return .none
        case .backTapped:
          guard state.step != .done else { return .none }
          state.step = state.step == .review ? .plan : .name
          state.isSubmitting = false
          return .cancel(id: ID.submitting)
        case .submitTapped:
          guard !state.isSubmitting else { return .none }
          state.isSubmitting = true
          state.problem = nil
          return .perform(Command.submit(state.form))
            .catch { .failed("\($0)") }
            .cancellable(id: ID.submitting)
        case .submitted:
          state.isSubmitting = false
          state.step = .done
          return .none
        case .failed(let problem):
          state.isSubmitting = false
          state.problem = problem
          return .none
        }
      }
    }
  }

  struct AppState: Equatable, Sendable {
    var signUp: SignUp.State? = SignUp.State()
  }

  @Test func `what several screens have collected is submitted as one`() async throws {
    let clock = ManualClock()
    let disposer = Disposer()
    let asked = ValueRecorder<SignUp.Command>()
    let store = Store(
      state: AppState(), reducer: SignUp.reducer.ifPresent(\.signUp), clock: clock)
    let signUp = try #require(store.ifPresent(\.signUp))
    let wizard = signUp.accepting(SignUp.Action.self)
    let nameScreen = signUp.scope(\.name, accepting: NameScreen.Action.self)
    let planScreen = signUp.scope(\.plan, accepting: PlanScreen.Action.self)
    let handler = wizard.handle(SignUp.Command.self) { command in
      asked.record(command)
      return .run { [count = asked.count] send in
        try await send.sleep(for: .seconds(1))
        if count == 2 { throw Offline() }
        send(.submitted)
      }
    }
    handler.dispose(on: disposer)

    wizard.dispatch(.nextTapped)
    await wizard.settled()
    #expect(wizard.state.step == .name)
    nameScreen.dispatch(.typed("Anna"))
    wizard.dispatch(.nextTapped)
    planScreen.dispatch(.chosen(.large))
    wizard.dispatch(.nextTapped)
    wizard.dispatch(.submitTapped)
    await clock.advance(by: .milliseconds(500))
    #expect(wizard.state.isSubmitting)

    // Back in time: nothing is submitted, and nothing that was collected is lost.
    wizard.dispatch(.backTapped)
    await clock.advance(by: .seconds(1))
    #expect(wizard.state.step == .plan)
    #expect(nameScreen.state.name == "Anna")

    wizard.dispatch(.nextTapped)
    wizard.dispatch(.submitTapped)
    await clock.advance(by: .seconds(1))
    #expect(wizard.state.problem == "Offline()")
    wizard.dispatch(.submitTapped)
    await clock.advance(by: .seconds(1))
    #expect(wizard.state.step == .done)
    #expect(asked.values.last == .submit(SignUp.Form(name: "Anna", plan: .large)))
    disposer.dispose()
  }

  // MARK: Parallel loads

  enum Home {
    struct State: Equatable, Sendable {
      var isLoading = false
      var profile: String?
      var posts: [String] = []
      var photos: [Int: String] = [:]
      var problems = 0
    }

    enum Action: Runnel.Action {
      case openedTogether, openedEachAlone
      case photosShown([Int])
      case gotProfile(String)
      case gotPosts([String])
      case gotPhoto(Int, String)
      case loaded
      case failed
    }

    enum Command: Runnel.Command, Hashable { case profile, posts, photo(Int) }
    enum ID { case photos }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .openedTogether:
        state.isLoading = true
        return .concatenate(
          .merge(.perform(Command.profile), .perform(Command.posts)),
          .send(.loaded)
        )
        .catch { _ in .failed }
      case .openedEachAlone:
        state.isLoading = true
        return .concatenate(
          .merge(
            .perform(Command.profile).catch { _ in .failed },
            .perform(Command.posts).catch { _ in .failed }
          ),
          .send(.loaded)
        )
      case .photosShown(let ids):
        return .merge(
          ids.map { id in
            .perform(Command.photo(id))
              .catch { _ in .none }
              .limited(id: ID.photos, to: 2)
          })
      case .gotProfile(let profile):
        state.profile = profile
        return .none
      case .gotPosts(let posts):
        state.posts = posts
        return .none
      case .gotPhoto(let id, let photo):
        state.photos[id] = photo
        return .none
      case .loaded:
        state.isLoading = false
        return .none
      case .failed:
        state.isLoading = false
        state.problems += 1
        return .none
      }
    }
  }

  struct HomeHandler: CommandHandler {
    var failing: Set<Home.Command> = []

    func handle(_ command: Home.Command) -> EffectOf<Home.Action> {
      .run { send in
        try await send.sleep(for: .seconds(command == .profile ? 2 : 1))
        if failing.contains(command) { throw Offline() }
        switch command {
        case .profile: send(.gotProfile("Anna"))
        case .posts: send(.gotPosts(["Hello"]))
        case .photo(let id): send(.gotPhoto(id, "photo \(id)"))
        }
      }
    }
  }

  @Test func `two loads that fail together`() async {
    let clock = ManualClock()
    let store = Store(state: Home.State(), reducer: Home.reducer, clock: clock)
    let working = store.handle(with: HomeHandler())
    store.dispatch(Home.Action.openedTogether)
    await clock.advance(by: .seconds(1))
    #expect(store.state == Home.State(isLoading: true, posts: ["Hello"]))
    await clock.advance(by: .seconds(1))
    #expect(store.state == Home.State(profile: "Anna", posts: ["Hello"]))
    working.dispose()

    let broken = Store(state: Home.State(), reducer: Home.reducer, clock: clock)
    let failing = broken.handle(with: HomeHandler(failing: [.posts]))
    broken.dispatch(Home.Action.openedTogether)
    await clock.advance(by: .seconds(2))
    #expect(broken.state == Home.State(problems: 1))
    failing.dispose()
  }

  @Test func `two loads that fail each alone`() async {
    let clock = ManualClock()
    let store = Store(state: Home.State(), reducer: Home.reducer, clock: clock)
    let failing = store.handle(with: HomeHandler(failing: [.posts]))
    store.dispatch(Home.Action.openedEachAlone)
    await clock.advance(by: .seconds(2))
    #expect(store.state == Home.State(profile: "Anna", problems: 1))
    failing.dispose()
  }

  @Test func `no more than two photos are loaded at a time`() async {
    let clock = ManualClock()
    let store = Store(state: Home.State(), reducer: Home.reducer, clock: clock)
    let working = store.handle(with: HomeHandler(failing: [.photo(2)]))
    store.dispatch(Home.Action.photosShown([1, 2, 3, 4, 5]))
    await clock.advance(by: .seconds(1))
    #expect(store.state.photos.keys.sorted() == [1])
    await clock.advance(by: .seconds(1))
    #expect(store.state.photos.keys.sorted() == [1, 3, 4])
    await clock.advance(by: .seconds(1))
    #expect(store.state.photos.keys.sorted() == [1, 3, 4, 5])
    working.dispose()
  }

  // MARK: A form

  enum Registration {
    struct Fields: Equatable, Sendable {
      var name = ""
      var password = ""
      var wantsNews = false
    }

    struct State: Equatable, Sendable {
      var fields = Fields()
      var isSaving = false
      var problem: String?

      var canSave: Bool { !fields.name.isEmpty && fields.password.count >= 8 && !isSaving }
    }

    enum Action: FormAction, Equatable {
      case set(SetAction<Fields>)
      case saveTapped
      case saved
      case failed(String)
    }

    struct Save: Command, Equatable { let fields: Fields }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .set(let change):
        change.apply(to: &state.fields)
        state.fields.name = String(state.fields.name.prefix(20))
        state.problem = nil
        return .none
      case .saveTapped:
        guard state.canSave else { return .none }
        state.isSaving = true
        return .perform(Save(fields: state.fields)).catch { .failed("\($0)") }
      case .saved:
        state = State()
        return .none
      case .failed(let problem):
        state.isSaving = false
        state.problem = problem
        return .none
      }
    }
  }

  @Test func `a registration is checked, corrected and saved`() async {
    let store = TestStore(state: Registration.State(), reducer: Registration.reducer)
      .accepting(Registration.Action.self)
    let spy = CommandSpy(Registration.Save.self) { _ in .once { Registration.Action.saved } }
    store.handle(with: spy)

    await store.send(.set(\.name, to: "Ada")) { $0.fields.name = "Ada" }
    await store.send(.saveTapped)
    await store.send(.set(\.name, to: String(repeating: "a", count: 21))) {
      $0.fields.name = String(repeating: "a", count: 20)
    }
    await store.send(.set(\.password, to: "12345678")) { $0.fields.password = "12345678" }
    await store.send(.saveTapped) { $0.isSaving = true }
    await store.receive(.saved) { $0 = Registration.State() }
    #expect(spy.commands.map(\.fields.password) == ["12345678"])
    await store.finish()
  }
}
