// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct SignUpTests {
  private let valid = SignUp.Fields(name: "Ada", email: "ada@example.com")

  @Test func aFreePlanHasOneSeat() async {
    let store = TestStore(state: SignUp.State(), reducer: SignUp.reducer)
      .accepting(SignUp.Action.self)
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
    let store = TestStore(state: SignUp.State(), reducer: SignUp.reducer)
      .accepting(SignUp.Action.self)
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
    let clock = ManualClock()
    let store = TestStore(
      state: SignUp.State(fields: valid), reducer: SignUp.reducer, clock: clock
    ).accepting(SignUp.Action.self)
    let spy = CommandSpy(SignUp.Register.self) { command in
      .run { send in
        try await send.sleep(for: .seconds(1))
        send(SignUp.Action.accepted(name: command.fields.name))
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
    let clock = ManualClock()
    var fields = valid
    fields.name = "admin"
    let store = TestStore(
      state: SignUp.State(fields: fields), reducer: SignUp.reducer, handlers: AppHandlers.live,
      clock: clock
    ).accepting(SignUp.Action.self)
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
    let clock = ManualClock()
    let store = TestStore(
      state: SignUp.State(fields: valid), reducer: SignUp.reducer, clock: clock
    ).accepting(SignUp.Action.self)
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
