// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of WizardAcrossScreens.md.
@Suite struct WizardAcrossScreensTests {
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

    enum Action: Runnel.Action, Equatable {
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

  @Test func `The data of several screens is submitted as one form`() async {
    struct Offline: Error {}
    let clock = ManualClock()
    let submitted = ValueRecorder<SignUp.Command>()
    let store = TestStore(
      state: AppState(), reducer: SignUp.reducer.ifPresent(\.signUp), clock: clock)
    store.handle(SignUp.Command.self) { command in
      submitted.record(command)
      return .run { [count = submitted.count] send in
        try await send.sleep(for: .seconds(1))
        if count == 2 { throw Offline() }
        send(SignUp.Action.submitted)
      }
    }

    await store.send(SignUp.Action.nextTapped)  // Without a name, the wizard stays.
    await store.send(NameScreen.Action.typed("Anna")) { $0.signUp?.name.name = "Anna" }
    await store.send(SignUp.Action.nextTapped) { $0.signUp?.step = .plan }
    await store.send(PlanScreen.Action.chosen(.large)) { $0.signUp?.plan.plan = .large }
    await store.send(SignUp.Action.nextTapped) { $0.signUp?.step = .review }
    await store.send(SignUp.Action.submitTapped) { $0.signUp?.isSubmitting = true }

    // Going back cancels the request, and keeps the data.
    await store.send(SignUp.Action.backTapped) {
      $0.signUp?.step = .plan
      $0.signUp?.isSubmitting = false
    }
    await clock.advance(by: .seconds(1))

    await store.send(SignUp.Action.nextTapped) { $0.signUp?.step = .review }
    await store.send(SignUp.Action.submitTapped) { $0.signUp?.isSubmitting = true }
    await clock.advance(by: .seconds(1))
    await store.receive(SignUp.Action.failed("Offline()")) {
      $0.signUp?.isSubmitting = false
      $0.signUp?.problem = "Offline()"
    }
    await store.send(SignUp.Action.submitTapped) {
      $0.signUp?.isSubmitting = true
      $0.signUp?.problem = nil
    }
    await clock.advance(by: .seconds(1))
    await store.receive(SignUp.Action.submitted) {
      $0.signUp?.isSubmitting = false
      $0.signUp?.step = .done
    }
    #expect(submitted.values.last == .submit(SignUp.Form(name: "Anna", plan: .large)))
    await store.finish()
  }

  @Test func `Each screen has a store of its part`() async {
    let printed = ValueRecorder<String>()
    func print(_ text: String) { printed.record(text) }
    let store = Store(state: AppState(), reducer: SignUp.reducer.ifPresent(\.signUp))

    if let signUp = store.ifPresent(\.signUp) {
      let wizard = signUp.accepting(SignUp.Action.self)
      let nameScreen = signUp.scope(\.name, accepting: NameScreen.Action.self)
      let review = signUp.scope(\.form)
      nameScreen.dispatch(.typed("Anna"))
      wizard.dispatch(.nextTapped)
      print(review.state.name)
    }

    await store.settled()
    #expect(printed.count == 1)
    #expect(store.state.signUp?.step == .plan)
  }
}
