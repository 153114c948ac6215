// SPDX-License-Identifier: MIT

import Accounts
import Composer
public import Runnel
import RunnelNavigation
import Settings
import Sync
import ThreadDetail
import ThreadList

/// The reducer of the app: the features, and the code that connects them.
public let appReducer = Reducer<AppState> {
  Reducer<AppState>.updating(AccountsFeature.Action.self) { state, action in
    // A login that succeeds cancels the removal of the same account.
    guard case .loggedIn(let account) = action, let login = state.accounts.login, login.isWorking,
      (login.user, login.server) == (account.user, account.server)
    else { return }
    state.leaving.removeAll { $0 == account.id }
  }
  AccountsFeature.reducer.scope(\AppState.accounts)
  SettingsFeature.reducer.scope(\AppState.settings)
  sessionReducer.ifPresent(\.session)

  Reducer.updating(AccountsFeature.Action.self) { state, action in
    switch action {
    case .logOutTapped: if let id = state.accounts.currentID { state.leaving.append(id) }
    case .loggedOut(let id), .logOutFailed(let id, _): state.leaving.removeAll { $0 == id }
    default: break
    }
    // Nothing of an account stays in the state when another one is the current one.
    if state.session?.id != state.openAccountID { state.session = nil }
  }
  Reducer.on(SettingsFeature.Action.self) { state, _ in
    let settings = state.settings
    return EffectOf(state.session?.configure(settings) ?? .none)
  }
  Reducer.on(AppAction.self) { state, action in
    switch action {
    case .sessionOpened(let session):
      guard session.id == state.openAccountID else { return .none }
      state.session = session
      let (settings, link) = (state.settings, state.link)
      state.link = []
      return .merge(
        EffectOf(state.session?.configure(settings) ?? .none),
        EffectOf(session.begin()),
        EffectOf(follow(link)))
    case .sessionFailed(let account, let reason):
      if account == state.accounts.currentID { state.problem = reason }
    case .problem(let problem): state.problem = problem
    case .linkOpened(let actions):
      guard state.session == nil else { return EffectOf(follow(actions)) }
      state.link = actions
    case .quit: state.isOver = true
    }
    return .none
  }
}

/// The reducer of the session of one account.
public let sessionReducer = Reducer<Session> {
  ThreadListFeature.reducer.scope(\.threads)
  ThreadDetailFeature.reducer.forEach(\.path, .thread)
  ComposerFeature.reducer.forEach(\.path, .composer)
  SyncFeature.reducer.scope(\.sync)
  navigation
  synchronization
}

private func follow(_ link: [SessionAction]) -> Effect {
  .concatenate(link.map { .send($0) })
}
