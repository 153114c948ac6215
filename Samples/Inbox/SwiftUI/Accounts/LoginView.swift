// SPDX-License-Identifier: MIT

import Accounts
import Runnel
import RunnelObservation
import SwiftUI

/// The form of a login.
struct LoginView: View {
  @State private var model: ViewStoreOf<AccountsFeature.Login, AccountsFeature.Action>

  init(login: StoreOf<AccountsFeature.Login, AccountsFeature.Action>) {
    _model = State(initialValue: ViewStoreOf(login))
  }

  var body: some View {
    NavigationStack {
      Form {
        TextField("Server", text: model.binding(\.server) { .serverChanged($0) })
        TextField("Name", text: model.binding(\.user) { .userChanged($0) })
        SecureField(
          "Password", text: model.binding(\.password.text) { .passwordChanged(Secret($0)) })
        if let problem = model.problem { Text(problem).foregroundStyle(.red) }
        if model.isWorking { ProgressView("Logging in") }
      }
      .autocorrectionDisabled()
      .disabled(model.isWorking)
      .navigationTitle("Log In")
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button("Cancel") { model.dispatch(.cancelTapped) }
        }
        ToolbarItem(placement: .confirmationAction) {
          Button("Log In") { model.dispatch(.loginTapped) }.disabled(model.isWorking)
        }
      }
    }
  }
}

extension Secret {
  /// The text for a field that hides it.
  fileprivate var text: String { revealed() }
}
