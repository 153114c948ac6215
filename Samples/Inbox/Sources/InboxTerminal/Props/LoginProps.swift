// SPDX-License-Identifier: MIT

import Accounts

/// The form of a login.
struct LoginProps: Equatable, Sendable {
  var login: AccountsFeature.Login
  var field: LoginField
}

/// A field of the login form.
enum LoginField: CaseIterable, Sendable {
  case server, user, password

  /// The field after this one, and after the last one the first.
  var next: LoginField {
    switch self {
    case .server: .user
    case .user: .password
    case .password: .server
    }
  }
}
