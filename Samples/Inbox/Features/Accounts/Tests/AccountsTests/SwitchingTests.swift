// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTesting
import Testing

@testable import Accounts

@Suite struct SwitchingTests {
  private let clock = ManualClock()
  private let all = State(accounts: [ada, ben, cleo], currentID: ben.id)

  @Test func `The user switches to an account, or to the next one`() async {
    let store = makeStore(all)
    await store.send(.nextTapped) { $0.currentID = cleo.id }
    await store.send(.nextTapped) { $0.currentID = ada.id }
    await store.send(.switched(to: cleo.id)) { $0.currentID = cleo.id }
    await store.send(.switched(to: "unknown"))
    #expect(store.state.current == cleo)
    await store.finish()

    let empty = makeStore(State())
    await empty.send(.nextTapped)
    await empty.send(.logOutTapped)
    await empty.finish()
    #expect(empty.state.current == nil)
  }

  @Test(arguments: [(ada, ben), (ben, cleo), (cleo, ada)])
  func `A logout selects the next account`(account: Account, next: Account) async {
    let store = makeStore(State(accounts: all.accounts, currentID: account.id))
    let spy = CommandSpy(Command.self)
    store.handle(with: spy)
    await store.send(.logOutTapped)
    await store.receive(.loggedOut(account.id)) {
      $0.accounts.remove(id: account.id)
      $0.currentID = next.id
    }
    await store.finish()
    #expect(spy.commands == [.logOut(account)])
  }

  @Test func `The account that the user selects during a logout stays the current one`() async {
    let store = makeStore(all, clock: clock)
    store.handle(Command.self) { _ in .run { try await $0.sleep(for: .seconds(1)) } }
    await store.send(.logOutTapped)
    await store.send(.switched(to: ada.id)) { $0.currentID = ada.id }
    await clock.advance(by: .seconds(1))
    await store.receive(.loggedOut(ben.id)) { $0.accounts.remove(id: ben.id) }
    await store.finish()
  }

  @Test func `An account whose data can't be removed stays`() async {
    let store = makeStore(all)
    store.handle(Command.self) { _ in .once { throw Unavailable() } }
    await store.send(.logOutTapped)
    await store.receive(.logOutFailed(ben.id, reason: "Unavailable()")) {
      $0.problem = "Unavailable()"
    }
    store.handle(Command.self) { _ in .none }
    await store.send(.logOutTapped) { $0.problem = nil }
    await store.receive(.loggedOut(ben.id)) {
      $0.accounts.remove(id: ben.id)
      $0.currentID = cleo.id
    }
    await store.finish()
  }

  @Test func `A new login ends a logout of the same account`() async {
    let store = makeStore(entering(ben, into: all), clock: clock)
    store.handle(Command.self) { command in
      switch command {
      case .logIn: .once { .loggedIn(ben) }
      case .logOut: .run { try await $0.sleep(for: .seconds(9)) }
      }
    }
    await store.send(.logOutTapped)
    await logIn(in: store)
    await store.receive(.loggedIn(ben)) { $0.login = nil }
    await clock.advance(by: .seconds(60))
    await store.finish()
  }

  @Test func `A second tap replaces the first logout`() async {
    let store = makeStore(all, clock: clock)
    store.handle(Command.self) { _ in .run { try await $0.sleep(for: .seconds(1)) } }
    await store.send(.logOutTapped)
    await clock.advance(by: .milliseconds(500))
    await store.send(.logOutTapped)
    await clock.advance(by: .milliseconds(999))
    #expect(store.state.accounts.count == 3)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.loggedOut(ben.id)) {
      $0.accounts.remove(id: ben.id)
      $0.currentID = cleo.id
    }
    await store.finish()
  }

  @Test func `Stored accounts have a current one`() throws {
    #expect(State(accounts: [ada, ben]).currentID == ada.id)
    #expect(State(accounts: [ada], currentID: "unknown").currentID == ada.id)
    #expect(State(currentID: "unknown").currentID == nil)
    let restored = try JSONDecoder().decode(State.self, from: JSONEncoder().encode(all))
    #expect(restored == all)
    #expect(entering(ada, into: all).stored == all)
  }

  @Test func `The current account is one of the accounts, and no attempt has a password`() async {
    let accounts = [ada, ben, cleo]
    await explore(state: State(), reducer: AccountsFeature.reducer) { random in
      let account = random.element(of: accounts)
      return random.oneOf(
        Action.addTapped, .serverChanged(account.server), .userChanged(account.user),
        .passwordChanged(Secret("river")), .loginTapped, .cancelTapped, .nextTapped, .logOutTapped,
        .switched(to: account.id), .loggedIn(account), .loginFailed(reason: ""),
        .loggedOut(account.id))
    } performing: { command, random in
      switch command as? Command {
      case .logIn(let server, let user, let password):
        guard random.bool(), password == Secret("river") else { throw Unavailable() }
        return [Action.loggedIn(Account(user: user, server: server))]
      default: return []
      }
    } holds: { state in
      (state.current != nil) == !state.accounts.isEmpty
        && !(state.login?.isWorking == true && state.login?.password.isEmpty == false)
    }
  }
}
