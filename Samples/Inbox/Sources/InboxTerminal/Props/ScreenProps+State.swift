// SPDX-License-Identifier: MIT

import Accounts
import InboxApp
import Runnel
import Settings
import Sync

extension ScreenProps {
  /// Maps the state of the app to what is visible of it.
  ///
  /// - Parameters:
  ///   - state: The state, which isn't kept.
  ///   - view: The part of the screen that isn't in the state.
  ///   - now: The time, in milliseconds since 1970.
  init(_ state: AppState, view: ViewState, now: Int64) {
    theme = state.settings.theme
    header.settings = state.settings.summary
    notice = state.problem ?? state.session?.notice ?? state.accounts.problem ?? ""
    if let account = state.accounts.current {
      header.account = account.id
      header.status = (state.session?.sync).map(SyncFeature.Status.init)
    }
    content = Content(state, view: view, now: now)
  }
}

extension ScreenProps.Content {
  fileprivate init(_ state: AppState, view: ViewState, now: Int64) {
    if let login = state.accounts.login {
      self = .login(LoginProps(login: login, field: view.field))
    } else if let session = state.session {
      self.init(session, state, view: view, now: now)
    } else if let account = state.accounts.current {
      self = .opening(account: account.id)
    } else {
      self = .welcome
    }
  }

  private init(_ session: Session, _ state: AppState, view: ViewState, now: Int64) {
    let (columns, height) = (view.columns, view.contentHeight)
    guard let screen = session.path.topID, let top = session.path.last else {
      self = .list(
        ListProps(session.threads, window: view.list, height: height, now: now))
      return
    }
    switch top {
    case .thread(let thread):
      self = .thread(
        ThreadProps(thread, screen: screen, height: height, columns: columns, now: now))
    case .composer(let draft):
      self = .composer(
        ComposerProps(
          draft, screen: screen, height: height - ComposerProps.headHeight(of: draft),
          columns: columns))
    case .settings:
      self = .settings(state.settings)
    }
  }
}
