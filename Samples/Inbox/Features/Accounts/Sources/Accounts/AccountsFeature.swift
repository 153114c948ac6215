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

  /// An action of the accounts.
  public enum Action: Runnel.Action, Codable, Equatable {
    // MARK: The login form

    /// The user opens the form for a further account.
    case addTapped
    /// The user changed the server, such as `localhost:8080`.
    case serverChanged(String)
    case userChanged(String)
    case passwordChanged(Secret)
    case loginTapped
    /// The user closes the form, and ends an attempt to log in.
    case cancelTapped

    // MARK: The accounts

    case switched(to: Account.ID)
    /// The user selects the next account, and after the last one the first.
    case nextTapped
    case logOutTapped

    // MARK: From handlers

    case loggedIn(Account)
    case loginFailed(reason: String)
    /// The token and the data of an account are removed.
    case loggedOut(Account.ID)
    /// The token or the data of an account can't be removed, for this reason.
    case logOutFailed(Account.ID, reason: String)
  }

  /// A request of the accounts.
  public enum Command: Runnel.Command, Equatable {
    /// Logs in, and stores the token.
    ///
    /// The handler sends ``Action/loggedIn(_:)`` with an account of the same server and user, or
    /// ``Action/loginFailed(reason:)``, or throws. It stores no token if it is canceled.
    case logIn(server: String, user: String, password: Secret)
    /// Removes the token of an account, also on the server if possible, and its data, or throws.
    case logOut(Account)
  }
}
