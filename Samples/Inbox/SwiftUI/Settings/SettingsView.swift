// SPDX-License-Identifier: MIT

import Accounts
import Foundation
import InboxCore
import Runnel
import RunnelObservation
import Settings
import SwiftUI

/// The settings, which all accounts share, and the accounts.
struct SettingsView: View {
  private let accounts: StoreOf<AccountsFeature.State, AccountsFeature.Action>
  @State private var model: ViewStoreOf<SettingsFeature.State, SettingsFeature.Action>

  init(app: Store<AppState>) {
    accounts = app.scope(\.accounts, accepting: AccountsFeature.Action.self)
    _model = State(
      initialValue: ViewStoreOf(app.scope(\.settings, accepting: SettingsFeature.Action.self)))
  }

  var body: some View {
    Form {
      Picker("Theme", selection: model.binding(\.theme) { .themeChanged($0) }) {
        ForEach(SettingsFeature.Theme.allCases, id: \.self) { theme in
          Text(theme.rawValue.capitalized).tag(theme)
        }
      }
      Section("Threads") {
        Stepper(
          "\(model.pageSize) in a page", value: model.binding(\.pageSize) { .pageSizeChanged($0) },
          in: SettingsFeature.State.pageSizes, step: 10)
        Toggle("Show archived", isOn: model.binding(\.showsArchived) { _ in .archivedToggled })
      }
      Section("Messages") {
        Toggle("Work offline", isOn: model.binding(\.isOffline) { _ in .offlineToggled })
        TextField(
          "Signature", text: model.binding(\.signature) { .signatureChanged($0) }, axis: .vertical)
      }
      AccountsSection(accounts: accounts)
    }
    .navigationTitle("Settings")
  }
}
