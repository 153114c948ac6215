// SPDX-License-Identifier: MIT

import Accounts
import TerminalUI

/// Returns the meaning of a key in the login form.
///
/// Enter moves to the next field, and logs in from the last one.
func loginMeanings(
  of key: Key, _ login: AccountsFeature.Login, _ field: LoginField
) -> [KeyMeaning] {
  switch key {
  case .escape: [.accounts(.cancelTapped)]
  case .enter where field == .password: [.accounts(.loginTapped)]
  case .enter, .tab, .down: [.field(field.next)]
  case .up: [.field(field.next.next)]
  case .control("u"): [.accounts(login.setting(field, to: ""))]
  case .backspace: [.accounts(login.setting(field, to: String(login.text(of: field).dropLast())))]
  case .character(let character):
    [.accounts(login.setting(field, to: login.text(of: field) + String(character)))]
  default: []
  }
}

extension AccountsFeature.Login {
  fileprivate func text(of field: LoginField) -> String {
    switch field {
    case .server: server
    case .user: user
    case .password: password.revealed()
    }
  }

  fileprivate func setting(_ field: LoginField, to text: String) -> AccountsFeature.Action {
    switch field {
    case .server: .serverChanged(text)
    case .user: .userChanged(text)
    case .password: .passwordChanged(Secret(text))
    }
  }
}
