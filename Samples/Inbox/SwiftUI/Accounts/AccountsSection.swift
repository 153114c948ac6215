// SPDX-License-Identifier: MIT

import Accounts
import Runnel
import RunnelObservation
import SwiftUI

/// The accounts, one of which is the current one.
struct AccountsSection: View {
  @State private var model: ViewStoreOf<AccountsFeature.State, AccountsFeature.Action>

  init(accounts: StoreOf<AccountsFeature.State, AccountsFeature.Action>) {
    _model = State(initialValue: ViewStoreOf(accounts))
  }

  var body: some View {
    Section("Accounts") {
      ForEach(model[\.accounts.ids], id: \.self) { id in
        Button {
          model.dispatch(.switched(to: id))
        } label: {
          HStack {
            Text(id)
            Spacer()
            if id == model.currentID { Image(systemName: "checkmark") }
          }
        }
      }
      Button("Add Account") { model.dispatch(.addTapped) }
      Button("Log Out", role: .destructive) { model.dispatch(.logOutTapped) }
      if let problem = model.problem { Text(problem).foregroundStyle(.red) }
    }
  }
}
