// SPDX-License-Identifier: MIT

import Accounts
import Foundation
import InboxClient
import InboxCore
import InboxStorage
import InboxWire
import Runnel

/// Logs in and out.
struct AccountHandlers: CommandHandler {
  let files: AppFiles
  let keeper: SessionKeeper

  func handle(_ command: AccountsFeature.Command) -> Effect {
    switch command {
    case .logIn(let server, let user, let password):
      .once { [files] in
        guard let url = URL(string: "http://\(server)"), url.host != nil else {
          return AccountsFeature.Action.loginFailed(reason: "\(server) isn't a server")
        }
        do {
          let session = try await InboxAPI(server: url)
            .login(user: user, password: password.revealed())
          let account = AccountsFeature.Account(user: session.user, server: server)
          try Task.checkCancellation()
          try files.tokens.setToken(session.token, for: account.id)
          return AccountsFeature.Action.loggedIn(account)
        } catch InboxError.unauthorized {
          return AccountsFeature.Action.loginFailed(reason: "The name or the password is wrong.")
        }
      }
    case .logOut(let account):
      .run { [files, keeper] _ in
        try await keeper.discard(account)
        let token = try files.tokens.token(for: account.id)
        try files.tokens.setToken(nil, for: account.id)
        // Without a connection, the server keeps the token, which no file contains anymore.
        if let url = URL(string: "http://\(account.server)") {
          try? await InboxAPI(server: url, token: token, timeout: .seconds(3)).logout()
        }
      }
    }
  }
}

/// Supplies the values that vary.
struct AppHandlers: CommandHandler {
  let environment: AppEnvironment

  func handle(_ command: AppCommand) -> Effect {
    switch command {
    case .makeDraft(let threadID, let subject):
      .once { [environment] in
        SessionAction.drafted(id: environment.makeID(), threadID: threadID, subject: subject)
      }
    case .submit(let draftID):
      .once { [environment] in
        SessionAction.submitted(draftID: draftID, at: environment.now())
      }
    }
  }
}
