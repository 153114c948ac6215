// SPDX-License-Identifier: MIT

import Accounts
import Runnel
import SwiftUI

/// The app without an account.
struct WelcomeView: View {
  let accounts: StoreOf<AccountsFeature.State, AccountsFeature.Action>

  var body: some View {
    ContentUnavailableView {
      Label("No Account", systemImage: "tray")
    } description: {
      Text("Log in to see your threads.")
    } actions: {
      Button("Log In") { accounts.dispatch(.addTapped) }
    }
  }
}
