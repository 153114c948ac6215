// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
  import Runnel
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
