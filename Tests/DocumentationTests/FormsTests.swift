// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTesting
import Testing

/// A text that no log, dump or file shows.
struct Secret: Equatable, Sendable {
  private let text: String
  init(_ text: String = "") { self.text = text }
  func revealed() -> String { text }
}

extension Secret: CustomStringConvertible, CustomReflectable {
  var description: String { "•••" }
  var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Secret: Codable {
  func encode(to encoder: any Encoder) throws { try "".encode(to: encoder) }
  init(from decoder: any Decoder) throws { self.init(try String(from: decoder)) }
}

/// The forms of the article on forms.
enum FormsExamples {
  enum Login {
    enum Field { case server, user, password }

    struct Fields: Equatable, Sendable {
      var server = ""
      var user = ""
      var password = Secret()
    }

    struct Problem: Equatable, Sendable {
      var field: Field?
      var text: String
    }

    struct State: Equatable, Sendable {
      var fields = Fields()
      var focus: Field? = .server
      var isWorking = false
      var problem: Problem?

      var missing: Field? {
        if fields.server.isEmpty { .server } else if fields.user.isEmpty { .user } else { nil }
      }
    }

    enum Action: FormAction, Equatable {
      case set(SetAction<Fields>)
      case focused(Field?)
      case submitted
      case accepted(user: String)
      case refused(Problem)
    }

    struct LogIn: Command, Equatable { let fields: Fields }

    enum ID { case login }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .set(let change):
        if !state.isWorking { state.edit(change) }
        return .none
      case .focused(let field):
        state.focus = field
        return .none
      case .submitted:
        return state.submit()
      case .accepted:
        state = State()
        return .cancel(id: ID.login)
      case .refused(let problem):
        guard state.isWorking else { return .none }
        state.isWorking = false
        state.show(problem)
        return .cancel(id: ID.login)
      }
    }
  }
}

extension FormsExamples.Login.State {
  typealias Login = FormsExamples.Login

  mutating func edit(_ change: SetAction<Login.Fields>) {
    change.apply(to: &fields)
    fields.user = String(fields.user.prefix(64))
    problem = nil
  }

  mutating func show(_ problem: Login.Problem) {
    self.problem = problem
    focus = problem.field ?? focus
  }

  mutating func submit() -> EffectOf<Login.Action> {
    guard !isWorking else { return .none }
    if let missing {
      show(Login.Problem(field: missing, text: "Fill in this field."))
      return .none
    }
    let command = Login.LogIn(fields: fields)
    fields.password = Secret()
    isWorking = true
    return .concatenate(
      .perform(command).timeout(after: .seconds(30)),
      .send(.refused(Login.Problem(text: "The server didn't answer.")))
    )
    .catch { .refused(Login.Problem(text: "\($0)")) }
    .cancellable(id: Login.ID.login)
  }
}

extension FormsExamples {
  enum Composer {
    struct State: Codable, Equatable, Sendable {
      var text = ""
      var history = History<String>()
    }

    enum Action: Runnel.Action, Equatable {
      case textChanged(String)
      case undoTapped, redoTapped
    }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .textChanged(let text): state.text = text
      case .undoTapped: state.history.undo(&state.text)
      case .redoTapped: state.history.redo(&state.text)
      }
    }
    .undoable(\.text, history: \.history, limit: 100) { action in
      guard case Action.textChanged(let text) = action else { return nil }
      return "word \(text.filter(\.isWhitespace).count)"
    }
  }

  struct AppState: Equatable, Sendable {
    var composer = Composer.State()
  }
}

/// The snippets of Forms.md.
@Suite struct FormsTests {
  private typealias Login = FormsExamples.Login
  private typealias Composer = FormsExamples.Composer
  private typealias AppState = FormsExamples.AppState
  private struct LoginAPI: Sendable {
    func logIn(_ server: String, _ user: String, _ password: String) async throws -> Bool {
      password == "river"
    }
  }
  private let api = LoginAPI()

  @Test func `A store of the form takes an edit with a leading dot`() async {
    let store = Store(state: Login.State(), reducer: Login.reducer)
      .accepting(Login.Action.self)
    store.dispatch(.set(\.user, to: "ada"))
    store.dispatch(.focused(.password))
    await store.settled()
    #expect(store.state.fields.user == "ada")
    #expect(store.state.focus == .password)
    store.dispatch(.set(\.user, to: String(repeating: "a", count: 99)))
    await store.settled()
    #expect(store.state.fields.user.count == 64)
  }

  @Test func `The handler of the login decides which field is wrong`() async {
    let store = TestStore(state: Login.State(), reducer: Login.reducer)
      .accepting(Login.Action.self)
    let api = api

    store.handle(Login.LogIn.self) { command in
      .once {
        let fields = command.fields
        if try await api.logIn(fields.server, fields.user, fields.password.revealed()) {
          return .accepted(user: fields.user)
        }
        return .refused(Login.Problem(field: .password, text: "The password is wrong."))
      }
    }

    await store.send(.set(\.server, to: "localhost")) { $0.fields.server = "localhost" }
    await store.send(.set(\.user, to: "ada")) { $0.fields.user = "ada" }
    await store.send(.submitted) { $0.isWorking = true }
    await store.receive(
      .refused(Login.Problem(field: .password, text: "The password is wrong."))
    ) {
      $0.isWorking = false
      $0.focus = .password
      $0.problem = Login.Problem(field: .password, text: "The password is wrong.")
    }
    await store.send(.set(\.password, to: Secret("river"))) {
      $0.fields.password = Secret("river")
      $0.problem = nil
    }
    await store.send(.submitted) {
      $0.fields.password = Secret()
      $0.isWorking = true
    }
    await store.receive(.accepted(user: "ada")) { $0 = Login.State() }
    await store.finish()
  }

  @Test func `A form is submitted once, and its password leaves the state`() async {
    let clock = ManualClock()
    let store = TestStore(
      state: Login.State(fields: Login.Fields(server: "localhost", user: "ada")),
      reducer: Login.reducer, clock: clock
    ).accepting(Login.Action.self)
    let spy = CommandSpy(Login.LogIn.self) { _ in .run { try await $0.sleep(for: .seconds(60)) } }
    store.handle(with: spy)

    await store.send(.set(\.password, to: Secret("river"))) {
      $0.fields.password = Secret("river")
    }
    await store.send(.submitted) {
      $0.fields.password = Secret()
      $0.isWorking = true
    }
    await store.send(.submitted)
    await store.send(.set(\.user, to: "ben"))
    await clock.advance(by: .seconds(30))
    await store.receive(where: { if case Login.Action.refused = $0 { true } else { false } }) {
      $0.isWorking = false
      $0.problem = Login.Problem(text: "\(EffectTimeoutError(duration: .seconds(30)))")
    }
    #expect(spy.commands.map { $0.fields.password.revealed() } == ["river"])
    await store.finish()
  }

  @Test func `A missing field gets the focus`() async {
    let store = TestStore(state: Login.State(), reducer: Login.reducer)
      .accepting(Login.Action.self)
    await store.send(.set(\.server, to: "localhost")) { $0.fields.server = "localhost" }
    await store.send(.submitted) {
      $0.focus = .user
      $0.problem = Login.Problem(field: .user, text: "Fill in this field.")
    }
    await store.finish()
  }

  @Test func `No text shows a secret`() throws {
    let action = Login.Action.set(\.password, to: Secret("river"))
    var text = "\(action) \(Login.LogIn(fields: Login.Fields(password: Secret("river"))))"
    dump(action, to: &text)
    dump(Login.State(fields: Login.Fields(password: Secret("river"))), to: &text)
    #expect(text.contains("•••"))
    #expect(!text.contains("river"))
    let data = try JSONEncoder().encode([Secret("river")])
    #expect(String(decoding: data, as: UTF8.self) == #"[""]"#)
    #expect(try JSONDecoder().decode([Secret].self, from: data) == [Secret()])
  }

  @Test func `A draft is saved with its history, and undone after a restart`() async throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    let appReducer = Composer.reducer.scope(\AppState.composer)
    let clock = ManualClock()

    let stored = StoredValue(in: .file(url), initial: Composer.State())
    let store = Store(
      state: AppState(composer: stored.load().value), reducer: appReducer, clock: clock)
    let saving = store.persist(\.composer, to: stored, delay: .seconds(1))

    for text in ["o", "ot", "ott", "ott ", "ott e"] {
      store.dispatch(Composer.Action.textChanged(text))
    }
    await clock.advance(by: .seconds(1))
    try await saving.flush()
    let restarted = Store(state: AppState(composer: stored.load().value), reducer: appReducer)
    #expect(restarted.state.composer.text == "ott e")
    await restarted.settle(after: Composer.Action.undoTapped)
    #expect(restarted.state.composer.text == "ott")
    await restarted.settle(after: Composer.Action.undoTapped)
    #expect(restarted.state.composer.text == "")
    await restarted.settle(after: Composer.Action.redoTapped)
    #expect(restarted.state.composer.text == "ott")
    await saving.discard()
  }
}
