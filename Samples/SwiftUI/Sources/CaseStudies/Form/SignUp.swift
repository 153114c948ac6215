// SPDX-License-Identifier: MIT

import Runnel

/// A form that is validated and submitted once.
nonisolated enum SignUp {
  enum Plan: String, CaseIterable, Sendable {
    case free = "Free"
    case team = "Team"
  }

  enum Field: Sendable { case name, email }

  /// The values that a view edits with a set action.
  struct Fields: Equatable, Sendable {
    var name = ""
    var email = ""
    var plan = Plan.free
    var seats = 1
    var wantsNews = false
  }

  struct Problem: Equatable, Sendable {
    var field: Field?
    var text: String
  }

  struct State: Equatable, Sendable {
    var fields = Fields()
    var focus: Field?
    var isWorking = false
    var problem: Problem?
    /// The name of the new account.
    var account: String?
  }

  enum Action: FormAction, Equatable {
    case set(SetAction<Fields>)
    case focused(Field?)
    case submitted
    case accepted(name: String)
    case refused(Problem)
    case closed
  }

  struct Register: Command, Equatable { let fields: Fields }

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
    case .accepted(let name):
      state = State(account: name)
      return .none
    case .refused(let problem):
      state.isWorking = false
      state.show(problem)
      return .none
    case .closed:
      state.account = nil
      return .none
    }
  }
}

nonisolated extension SignUp.State {
  /// The first field that prevents the submission.
  var invalidField: SignUp.Field? {
    if fields.name.isEmpty { .name } else if !fields.email.contains("@") { .email } else { nil }
  }

  fileprivate mutating func edit(_ change: SetAction<SignUp.Fields>) {
    change.apply(to: &fields)
    if fields.plan == .free { fields.seats = 1 }
    problem = nil
  }

  fileprivate mutating func show(_ problem: SignUp.Problem) {
    self.problem = problem
    focus = problem.field ?? focus
  }

  fileprivate mutating func submit() -> EffectOf<SignUp.Action> {
    guard !isWorking else { return .none }
    if let invalidField {
      show(SignUp.Problem(field: invalidField, text: "Fill in this field."))
      return .none
    }
    isWorking = true
    problem = nil
    return .perform(SignUp.Register(fields: fields))
      .timeout(after: .seconds(30))
      .catch { .refused(SignUp.Problem(text: "\($0)")) }
  }
}
