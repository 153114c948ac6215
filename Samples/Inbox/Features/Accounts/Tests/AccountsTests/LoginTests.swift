// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import Accounts

/// The login of a further account.
@Suite struct LoginTests {
  @Test func `A login adds the account and selects it`() async {
    let store = makeStore(State(accounts: [cleo]))
    let spy = CommandSpy(Command.self) { _ in .once { Action.loggedIn(ada) } }
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
    await store.send(.loginTapped) {
      $0.login?.password = Secret()
      $0.login?.isWorking = true
    }
    await store.receive(.loggedIn(ada)) {
      $0.currentID = ada.id
      $0.login = nil
    }
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
    await store.send(.loginTapped) {
      $0.login?.password = Secret()
      $0.login?.isWorking = true
    }
    await store.receive(.loginFailed(reason: "Wrong password")) {
      $0.login?.isWorking = false
      $0.login?.problem = "Wrong password"
    }
    await store.send(.passwordChanged(Secret("river"))) {
      $0.login?.password = Secret("river")
      $0.login?.problem = nil
    }
    store.handle(Command.self) { _ in .once { .loggedIn(ada) } }
    await store.send(.loginTapped) {
      $0.login?.password = Secret()
      $0.login?.isWorking = true
    }
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
      await store.send(.loginTapped) {
        $0.login?.password = Secret()
        $0.login?.isWorking = true
      }
      await store.receive(.loginFailed(reason: reason)) {
        $0.login?.isWorking = false
        $0.login?.problem = reason
      }
      await store.finish()
    }
  }

  @Test func `A login for another account than the requested one fails`() async {
    let store = makeStore(entering(ada))
    store.handle(Command.self) { _ in .once { .loggedIn(ben) } }
    await store.send(.loginTapped) {
      $0.login?.password = Secret()
      $0.login?.isWorking = true
    }
    await store.receive(.loggedIn(ben))
    await store.receive(.loginFailed(reason: "The server didn't answer.")) {
      $0.login?.isWorking = false
      $0.login?.problem = "The server didn't answer."
    }
    await store.finish()
  }

  @Test func `A login without an answer fails after 30 seconds`() async {
    let clock = ManualClock()
    let store = makeStore(entering(ada), clock: clock)
    store.handle(Command.self) { _ in .run { try await $0.sleep(for: .seconds(99)) } }
    await store.send(.loginTapped) {
      $0.login?.password = Secret()
      $0.login?.isWorking = true
    }
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
    let clock = ManualClock()
    let store = makeStore(entering(ada), clock: clock)
    store.handle(Command.self) { _ in
      .run { send in
        // Work that ignores cancellation.
        try? await send.sleep(for: .seconds(1))
        send(.loggedIn(ada))
      }
    }
    await store.send(.loginTapped) {
      $0.login?.password = Secret()
      $0.login?.isWorking = true
    }
    await store.send(.cancelTapped) { $0.login = nil }
    await clock.advance(by: .seconds(60))
    // From outside the effect, for example from another program.
    await store.send(.loggedIn(ada))
    await store.send(.loginFailed(reason: "late"))
    await store.finish()
    // The user has opened the form again and filled it in for the same account.
    let form = makeStore(entering(ada))
    await form.send(.loggedIn(ada))
    await form.send(.loginFailed(reason: "late"))
    await form.finish()
  }

  @Test func `The form can't be changed or sent again during an attempt`() async {
    let store = makeStore(entering(ada))
    let spy = CommandSpy(Command.self) { _ in .run { try await $0.sleep(for: .seconds(9)) } }
    store.handle(with: spy)
    await store.send(.loginTapped) {
      $0.login?.password = Secret()
      $0.login?.isWorking = true
    }
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
