// SPDX-License-Identifier: MIT

public import Runnel

/// The accounts of a user, one of which is the current one, and the login of a further account.
///
/// Passwords and tokens aren't part of the state. A password leaves the state with the login
/// command, and the handler of the command stores the token that it receives.
public enum AccountsFeature {
  enum ID: Hashable { case login, logOut(Account.ID) }

  /// The reducer of the accounts.
  public static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .addTapped: state.beginLogin()
    case .serverChanged(let server): state.edit { $0.server = server }
    case .userChanged(let user): state.edit { $0.user = user }
    case .passwordChanged(let password): state.edit { $0.password = password }
    case .loginTapped: return state.logIn()
    case .loggedIn(let account): return state.finishLogin(with: account)
    case .loginFailed(let reason): return state.failLogin(reason)
    case .cancelTapped: return state.cancelLogin()
    case .switched(let id): state.select(id)
    case .nextTapped: state.selectNext()
    case .logOutTapped: return state.logOut()
    case .loggedOut(let id): state.remove(id)
    case .logOutFailed(_, let reason): state.problem = reason
    }
    return .none
  }
}
