// SPDX-License-Identifier: MIT

#snippet("Keep secrets out of the state")

@Suite struct FormsTests {
  #snippet("Edit fields with one action")

  enum Composer { struct State: Codable, Equatable, Sendable { var text = "" } }

  private struct Profile: Sendable { var age = 0 }

  private func reduce(_ change: SetAction<Profile>) -> Effect {
    #snippet("FormAction.swift", 4)
    return .run { _ in }
  }

  @Test func `An edit prints its path and its value`() {
    #expect("\(Login.Action.set(\.user, to: "ada"))" == #"set(user = "ada")"#)
  }

  struct AppState: Equatable, Sendable { var composer = Composer.State() }

  private struct LoginAPI: Sendable {
    func logIn(_ server: String, _ user: String, _ password: String) async throws -> Bool {
      password == "river"
    }
  }
  private let api = LoginAPI()

  @Test func `The handler of the login decides which field is wrong`() async {
    let fields = Login.Fields(server: "localhost", user: "ada", password: Secret("lake"))
    let store = TestStore(
      state: Login.State(fields: fields), reducer: Login.reducer, exhaustivity: .off
    ).accepting(Login.Action.self)
    let api = api
    #snippet("Show errors from the server")
    await store.send(.submitted)
    await store.receive(.refused(Login.Problem(field: .password, text: "The password is wrong."))) {
      $0.focus = .password
    }
    await store.send(.set(\.password, to: Secret("river"))) { $0.problem = nil }
    await store.send(.submitted)
    await store.receive(.accepted(user: "ada")) { $0 = Login.State() }
    await store.finish()
  }

  @Test func `A form is submitted once, and its password leaves the state`() async {
    let clock = ManualClock()
    let fields = Login.Fields(server: "localhost", user: "ada", password: Secret("river"))
    let store = TestStore(
      state: Login.State(fields: fields), reducer: Login.reducer, clock: clock
    ).accepting(Login.Action.self)
    let spy = CommandSpy(Login.LogIn.self) { _ in .run { try await $0.sleep(for: .seconds(60)) } }
    store.handle(with: spy)

    await store.send(.submitted) {
      $0.fields.password = Secret()
      $0.isWorking = true
    }
    await store.send(.submitted)
    await store.send(.set(\.user, to: "ben"))
    await clock.advance(by: .seconds(30))
    let problem = Login.Problem(text: "\(EffectTimeoutError(duration: .seconds(30)))")
    await store.receive(.refused(problem)) {
      $0.isWorking = false
      $0.problem = problem
    }
    #expect(spy.commands == [Login.LogIn(fields: fields)])
    await store.finish()
  }

  @Test func `A missing field gets the focus`() {
    var state = Login.State(fields: Login.Fields(server: "localhost"))
    #expect(Login.reducer.reduce(&state, Login.Action.submitted).isNone)
    #expect(state.focus == .user)
    #expect(state.problem == Login.Problem(field: .user, text: "Fill in this field."))
  }

  @Test func `No text shows a secret`() throws {
    let fields = Login.Fields(password: Secret("river"))
    var text = "\(Login.Action.set(\.password, to: Secret("river"))) \(Login.LogIn(fields: fields))"
    dump(Login.State(fields: fields), to: &text)
    #expect(text.contains("•••"))
    #expect(!text.contains("river"))
    let data = try JSONEncoder().encode([Secret("river")])
    #expect(String(decoding: data, as: UTF8.self) == #"[""]"#)
    #expect(try JSONDecoder().decode([Secret].self, from: data) == [Secret()])
  }

  private func save(to url: URL, _ appReducer: Reducer<AppState>, _ clock: ManualClock) {
    #snippet("Save a draft automatically")
  }
}

extension FormsTests.Login.State {
  typealias Login = FormsTests.Login

  #snippet("Validate fields and move the focus")
  #snippet("Submit once")
}
