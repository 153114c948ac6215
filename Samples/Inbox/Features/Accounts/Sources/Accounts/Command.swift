// SPDX-License-Identifier: MIT

public import Runnel

extension AccountsFeature {
  /// A request of the accounts.
  public enum Command: Runnel.Command, Equatable {
    /// Logs in, and stores the token.
    ///
    /// The handler sends ``Action/loggedIn(_:)`` with an account of the same server and user, or
    /// ``Action/loginFailed(reason:)``, or throws. It stores no token if it is canceled.
    case logIn(server: String, user: String, password: Secret)
    /// Removes the token of an account, on the server too if possible, and its stored data.
    ///
    /// The handler ends, or throws if something can't be removed.
    case logOut(Account)
  }
}
