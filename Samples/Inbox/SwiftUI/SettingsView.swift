// SPDX-License-Identifier: MIT

import Foundation
import InboxCore
import RunnelObservation
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
