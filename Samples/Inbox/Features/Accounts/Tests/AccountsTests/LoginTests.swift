// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import Accounts

@Suite struct LoginTests {
  private let clock = ManualClock()

  @Test func `A login adds the account and selects it`() async {
    let store = makeStore(State(accounts: [cleo]))
    let spy = CommandSpy(Command.self, sending: Action.self) { _ in .once { .loggedIn(ada) } }
    store.handle(with: spy)
    await store.send(.addTapped) { $0.login = .init(server: "example.org:443") }
    await store.send(.serverChanged(" localhost:80 ")) { $0.login?.server = " localhost:80 " }
    await store.send(.userChanged("ada\n")) { $0.login?.user = "ada\n" }
    await store.send(.passwordChanged(Secret(" river"))) { $0.login?.password = Secret(" river") }
    await store.send(.loginTapped) {
      $0.login?.server = "localhost:80"
      $0.login?.user = "ada"
      $0.login?.password = Secret()
      $0.login?.isWorking = true
    }
    await store.receive(.loggedIn(ada)) {
      $0.accounts = [cleo, ada]
      $0.currentID = "ada@localhost:80"
      $0.login = nil
    }
    await store.finish()
    #expect(
      spy.commands == [.logIn(server: "localhost:80", user: "ada", password: Secret(" river"))])
  }

  @Test func `A login into an account that exists selects it`() async {
    let store = makeStore(entering(ada, into: State(accounts: [ada, ben], currentID: ben.id)))
    store.handle(Command.self) { _ in .once { .loggedIn(ada) } }
    await logIn(in: store)
    await store.receive(.loggedIn(ada)) {
      $0.currentID = ada.id
      $0.login = nil
    }
    await store.finish()
  }

  @Test func `A replay, whose password is empty, logs in`() async {
    let store = makeStore(entering(ada, ""))
    store.handle(Command.self) { _ in .once { .loggedIn(ada) } }
    await logIn(in: store)
    await store.receive(.loggedIn(ada)) { $0 = State(accounts: [ada]) }
    await store.finish()
  }

  @Test func `A login needs a server and a user`() async {
    let store = makeStore(entering(Account(user: " ", server: "localhost:80")))
    await store.send(.loginTapped) {
      $0.login?.user = ""
      $0.login?.password = Secret()
      $0.login?.problem = "Enter a server and a user."
    }
    await store.send(.userChanged("ada")) {
      $0.login?.user = "ada"
      $0.login?.problem = nil
    }
    await store.finish()
  }

  @Test func `A refused login shows its reason, and can be repeated`() async {
    let store = makeStore(entering(ada))
    store.handle(Command.self) { _ in .once { .loginFailed(reason: "Wrong password") } }
    await logIn(in: store)
    await receiveFailure("Wrong password", in: store)
    await store.send(.passwordChanged(Secret("river"))) {
      $0.login?.password = Secret("river")
      $0.login?.problem = nil
    }
    store.handle(Command.self) { _ in .once { .loggedIn(ada) } }
    await logIn(in: store)
    await store.receive(.loggedIn(ada)) {
      $0.accounts = [ada]
      $0.currentID = ada.id
      $0.login = nil
    }
    await store.finish()
  }

  @Test func `A handler that throws or ends without an answer fails the login`() async {
    let cases: [(EffectOf<Action>, reason: String)] = [
      (.once { throw Unavailable() }, "Unavailable()"), (.none, "The server didn't answer."),
    ]
    for (answer, reason) in cases {
      let store = makeStore(entering(ada))
      store.handle(Command.self) { _ in answer }
      await logIn(in: store)
      await receiveFailure(reason, in: store)
      await store.finish()
    }
  }

  @Test func `A login for another account than the requested one fails`() async {
    let store = makeStore(entering(ada))
    store.handle(Command.self) { _ in .once { .loggedIn(ben) } }
    await logIn(in: store)
    await store.receive(.loggedIn(ben))
    await receiveFailure("The server didn't answer.", in: store)
    await store.finish()
  }

  @Test func `A login without an answer fails after 30 seconds`() async {
    let store = makeStore(entering(ada), clock: clock)
    store.handle(Command.self) { _ in .run { try await $0.sleep(for: .seconds(99)) } }
    await logIn(in: store)
    await clock.advance(by: .milliseconds(29_999))
    #expect(store.state.login?.isWorking == true)
    await clock.advance(by: .milliseconds(1))
    await store.receive(Action.self) {
      $0.login?.isWorking = false
      $0.login?.problem = "\(EffectTimeoutError(duration: .seconds(30)))"
    }
    await store.finish()
  }

  @Test func `A late answer of a canceled login changes nothing`() async {
    let store = makeStore(entering(ada), clock: clock)
    store.handle(Command.self) { _ in
      .run { send in
        // Work that ignores cancellation.
        try? await send.sleep(for: .seconds(1))
        send(.loggedIn(ada))
      }
    }
    await logIn(in: store)
    await store.send(.cancelTapped) { $0.login = nil }
    await clock.advance(by: .seconds(60))
    // From outside the effect, for example from another program.
    await store.send(.loggedIn(ada))
    await store.send(.loginFailed(reason: "late"))
    await store.finish()
    // The user has opened the form again and filled it in for the same account.
    for late: Action in [.loggedIn(ada), .loginFailed(reason: "late")] {
      var form = entering(ada)
      AccountsFeature.reducer.reduce(&form, late)
      #expect(form == entering(ada))
    }
  }

  @Test func `The form can't be changed or sent again during an attempt`() async {
    let store = makeStore(entering(ada))
    let spy = CommandSpy(Command.self) { _ in .run { try await $0.sleep(for: .seconds(9)) } }
    store.handle(with: spy)
    await logIn(in: store)
    await store.send(.serverChanged("elsewhere"))
    await store.send(.userChanged("ben"))
    await store.send(.passwordChanged(Secret("river")))
    await store.send(.loginTapped)
    await store.send(.addTapped)
    #expect(spy.commands.count == 1)
    await store.send(.cancelTapped) { $0.login = nil }
    await store.send(.cancelTapped)
    await store.send(.loginTapped)
    await store.send(.userChanged("ben"))
    await store.finish()
  }
}

typealias State = AccountsFeature.State
typealias Action = AccountsFeature.Action
typealias Account = AccountsFeature.Account
typealias Command = AccountsFeature.Command

let ada = Account(user: "ada", server: "localhost:80")
let ben = Account(user: "ben", server: "localhost:80")
let cleo = Account(user: "cleo", server: "example.org:443")

struct Unavailable: Error {}

func entering(
  _ account: Account, _ password: String = "river", into state: State = State()
) -> State {
  var state = state
  for action: Action in [
    .addTapped, .serverChanged(account.server), .userChanged(account.user),
    .passwordChanged(Secret(password)),
  ] {
    AccountsFeature.reducer.reduce(&state, action)
  }
  return state
}

func logIn(in store: TestStoreOf<State, Action>) async {
  await store.send(.loginTapped) {
    $0.login?.password = Secret()
    $0.login?.isWorking = true
  }
}

func receiveFailure(_ reason: String, in store: TestStoreOf<State, Action>) async {
  await store.receive(.loginFailed(reason: reason)) {
    $0.login?.isWorking = false
    $0.login?.problem = reason
  }
}

func makeStore(_ state: State, clock: ManualClock = ManualClock()) -> TestStoreOf<State, Action> {
  TestStore(state: state, reducer: AccountsFeature.reducer, clock: clock).accepting(Action.self)
}
