// SPDX-License-Identifier: MIT

import InboxCore
import Runnel

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
