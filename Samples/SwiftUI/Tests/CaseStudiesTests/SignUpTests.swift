// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct SignUpTests {
  private let clock = ManualClock()
  private let valid = SignUp.Fields(name: "Ada", email: "ada@example.com")

  private func testStore(
    _ fields: SignUp.Fields = SignUp.Fields()
  ) -> TestStoreOf<SignUp.State, SignUp.Action> {
    TestStore(
      state: SignUp.State(fields: fields), reducer: SignUp.reducer, handlers: AppHandlers.live,
      clock: clock
    ).accepting(SignUp.Action.self)
  }

  @Test func aFreePlanHasOneSeat() async {
    let store = testStore()
    await store.send(.set(\.seats, to: 3))
    await store.send(.set(\.plan, to: .team)) { $0.fields.plan = .team }
    await store.send(.set(\.seats, to: 3)) { $0.fields.seats = 3 }
    await store.send(.set(\.plan, to: .free)) {
      $0.fields.plan = .free
      $0.fields.seats = 1
    }
    await store.finish()
  }

  @Test func theFocusMovesToTheFirstInvalidField() async {
    let store = testStore()
    await store.send(.submitted) {
      $0.problem = SignUp.Problem(field: .name, text: "Fill in this field.")
      $0.focus = .name
    }
    await store.send(.set(\.name, to: "Ada")) {
      $0.fields.name = "Ada"
      $0.problem = nil
    }
    await store.send(.focused(nil)) { $0.focus = nil }
    await store.send(.submitted) {
      $0.problem = SignUp.Problem(field: .email, text: "Fill in this field.")
      $0.focus = .email
    }
    await store.finish()
  }

  @Test func aSecondTapSubmitsNothing() async {
    let store = testStore(valid)
    let spy = CommandSpy(SignUp.Register.self, sending: SignUp.Action.self) { command in
      .run { send in
        try await send.sleep(for: .seconds(1))
        send(.accepted(name: command.fields.name))
      }
    }
    store.handle(with: spy)

    await store.send(.submitted) { $0.isWorking = true }
    await store.send(.submitted)
    await store.send(.set(\.name, to: "Eve"))
    await clock.advance(by: .seconds(1))
    await store.receive(.accepted(name: "Ada")) { $0 = SignUp.State(account: "Ada") }
    await store.send(.closed) { $0.account = nil }
    #expect(spy.commands == [SignUp.Register(fields: valid)])
    await store.finish()
  }

  @Test func theServerRefusesAName() async {
    let store = testStore(SignUp.Fields(name: "admin", email: "ada@example.com"))
    let problem = SignUp.Problem(field: .name, text: "This name is taken.")

    await store.send(.submitted) { $0.isWorking = true }
    await clock.advance(by: .seconds(1))
    await store.receive(.refused(problem)) {
      $0.isWorking = false
      $0.problem = problem
      $0.focus = .name
    }
    await store.finish()
  }

  @Test func aServerThatDoesNotAnswerEndsTheWait() async {
    let store = testStore(valid)
    store.handle(SignUp.Register.self) { _ in
      .run { send in try await send.sleep(for: .seconds(60)) }
    }

    await store.send(.submitted) { $0.isWorking = true }
    await clock.advance(by: .seconds(30))
    let problem = SignUp.Problem(text: "\(EffectTimeoutError(duration: .seconds(30)))")
    await store.receive(.refused(problem)) {
      $0.isWorking = false
      $0.problem = problem
    }
    await store.finish()
  }
}
