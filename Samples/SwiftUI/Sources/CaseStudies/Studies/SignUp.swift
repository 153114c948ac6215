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
    case .set(let change): if !state.isWorking { state.edit(change) }
    case .focused(let field): state.focus = field
    case .submitted: return state.submit()
    case .accepted(let name): state = State(account: name)
    case .refused(let problem):
      state.isWorking = false
      state.show(problem)
    case .closed: state.account = nil
    }
    return .none
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

#if canImport(SwiftUI)
  import RunnelObservation
  import SwiftUI

  /// Fields write with one set action, and the reducer validates, moves the focus and submits once.
  ///
  /// See `Forms.md`, and *Bindings* in `UsingSwiftUI.md`.
  struct SignUpView: View {
    @State private var model: ViewStoreOf<SignUp.State, SignUp.Action>
    /// The fields alone, so that no binding can write to the rest of the state.
    @State private var fields: ViewStoreOf<SignUp.Fields, SignUp.Action>
    @FocusState private var focus: SignUp.Field?

    init(_ store: StoreOf<SignUp.State, SignUp.Action>) {
      _model = State(initialValue: ViewStoreOf(store))
      _fields = State(initialValue: ViewStoreOf(store.scope(\.fields)))
    }

    var body: some View {
      Form {
        Section("Account") {
          TextField("Name", text: fields.binding(\.name)).focused($focus, equals: .name)
          ProblemText(problem: model.problem, field: .name)
          TextField("Email", text: fields.binding(\.email)).focused($focus, equals: .email)
          ProblemText(problem: model.problem, field: .email)
        }
        Section("Plan") {
          Picker("Plan", selection: fields.binding(\.plan)) {
            ForEach(SignUp.Plan.allCases, id: \.self) { Text($0.rawValue).tag($0) }
          }
          // The reducer resets the seats of a free plan, and the stepper shows the result.
          Stepper("Seats: \(fields.seats)", value: fields.binding(\.seats), in: 1...20)
          Toggle("Send me news", isOn: fields.binding(\.wantsNews))
        }
        ProblemText(problem: model.problem, field: nil)
        Button("Sign Up") { model.dispatch(.submitted) }
        if model.isWorking { ProgressView("Signing up") }
      }
      .disabled(model.isWorking)
      // With `send`, the state has the new focus before the user can move the focus again.
      .onChange(of: focus) { _, field in model.send(.focused(field)) }
      .onChange(of: model.focus) { _, field in focus = field }
      .navigationTitle("Form")
      .alert(
        "Welcome", isPresented: model.binding(isPresent: \.account, send: .closed),
        presenting: model.account
      ) { _ in
        Button("OK") {}
      } message: { name in
        Text("You have signed up as \(name).")
      }
    }
  }

  /// The problem of one field, or of the whole form.
  private struct ProblemText: View {
    let problem: SignUp.Problem?
    let field: SignUp.Field?

    var body: some View {
      if let problem, problem.field == field {
        Text(problem.text).font(.footnote).foregroundStyle(.red)
      }
    }
  }
#endif
