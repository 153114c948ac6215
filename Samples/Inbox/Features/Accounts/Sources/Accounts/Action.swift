// SPDX-License-Identifier: MIT

public import Runnel

extension AccountsFeature {
  /// An action of the accounts.
  public enum Action: Runnel.Action, Codable, Equatable {
    // MARK: The login form

    /// The user opens the form for a further account.
    case addTapped
    /// The user changed the server, such as `localhost:8080`.
    case serverChanged(String)
    /// The user changed the name.
    case userChanged(String)
    /// The user changed the password.
    case passwordChanged(Secret)
    /// The user logs in.
    case loginTapped
    /// The user closes the form, and ends an attempt to log in.
    case cancelTapped

    // MARK: The accounts

    /// The user selects an account.
    case switched(to: Account.ID)
    /// The user selects the next account, and after the last one the first.
    case nextTapped
    /// The user logs out of the current account.
    case logOutTapped

    // MARK: From handlers

    /// The server accepted the password for an account.
    case loggedIn(Account)
    /// The login failed, for this reason.
    case loginFailed(reason: String)
    /// The token and the data of an account are removed.
    case loggedOut(Account.ID)
    /// The token or the data of an account can't be removed, for this reason.
    case logOutFailed(Account.ID, reason: String)
  }
}
