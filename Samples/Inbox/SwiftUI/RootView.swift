// SPDX-License-Identifier: MIT

import Foundation
import InboxApp
import InboxCore
import RunnelObservation
import SwiftUI

/// The app for macOS and iOS.
@main
struct InboxMain: App {
  @State private var inbox = InboxApp(AppEnvironment(folder: folder))

  var body: some Scene { InboxScene(inbox: inbox) }

  private static var folder: URL {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    return folders[0].appendingPathComponent("Inbox")
  }
}

struct InboxScene: Scene {
  let inbox: InboxApp
  @Environment(\.scenePhase) private var phase

  var body: some Scene {
    WindowGroup {
      RootView(app: inbox.store)
        .onChange(of: phase) { _, phase in
          if phase == .background { save() }
        }
    }
  }

  /// Writes everything to the disk, because the system can end an app in the background.
  private func save() {
    Task { [inbox] in
      do { try await inbox.flush() } catch {
        inbox.store.dispatch(AppAction.problem("\(error)"))
      }
    }
  }
}

/// The session of the current account, or the way to log in.
struct RootView: View {
  private let app: Store<AppState>
  private let accounts: StoreOf<AccountsFeature.State, AccountsFeature.Action>
  @State private var model: ViewStoreOf<AppState, AppAction>
  @State private var login: ViewStoreOf<AccountsFeature.State, AccountsFeature.Action>

  init(app: Store<AppState>) {
    let accounts = app.scope(\.accounts, accepting: AccountsFeature.Action.self)
    self.app = app
    self.accounts = accounts
    _model = State(initialValue: ViewStoreOf(app.accepting(AppAction.self)))
    _login = State(initialValue: ViewStoreOf(accounts))
  }

  var body: some View {
    Group {
      if let id = model[\.session?.id] {
        // Another account has other stores, so its views need another identity.
        ScopeView(app.ifPresent(\.session)) { SessionView(session: $0, app: app) }.id(id)
      } else if login.currentID != nil {
        ProgressView("Loading")
      } else {
        WelcomeView(accounts: accounts)
      }
    }
    .sheet(isPresented: login.binding(isPresent: \.login, send: .cancelTapped)) {
      ScopeView(accounts.ifPresent(\.login)) { LoginView(login: $0) }
    }
    .alert(
      "Inbox", isPresented: model.binding(isPresent: \.problem, send: .problem(nil)),
      presenting: model.problem
    ) { _ in
      Button("OK") {}
    } message: {
      Text($0)
    }
    .preferredColorScheme(model[\.settings.theme].colorScheme)
    .onOpenURL { follow($0) }
  }

  private func follow(_ url: URL) {
    do { model.dispatch(.linkOpened(try inboxLinks.value(for: url.absoluteString))) } catch {
      model.dispatch(.problem("\(error)"))
    }
  }
}

extension SettingsFeature.Theme {
  /// The color scheme, or `nil` for that of the system.
  fileprivate var colorScheme: ColorScheme? {
    switch self {
    case .dark: .dark
    case .light: .light
    case .plain: nil
    }
  }
}
