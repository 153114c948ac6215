// SPDX-License-Identifier: MIT

import Composer
import InboxCore
import Runnel
import RunnelNavigation
import Sync
import ThreadDetail

/// The part of a session that must be stored as a whole: drafts, messages to send, and screens.
///
/// When a message is sent, its draft disappears and the queue receives the message. Both are one
/// action and one write, so the end of the program never loses the message.
struct Desk: Codable, Equatable, Sendable {
  /// A screen, without what can be loaded again.
  enum SavedScreen: Codable, Equatable, Sendable {
    case thread(id: String, subject: String)
    case composer(draftID: String)
    case settings
  }

  var queue: Entities<SyncFeature.Outgoing> = []
  var drafts: Entities<ComposerFeature.State> = []
  var screens: [SavedScreen] = []
}

extension Session {
  /// What the desk of the session contains now.
  var desk: Desk {
    var desk = Desk(queue: sync.queue, drafts: drafts)
    for screen in path {
      switch screen {
      case .thread(let thread):
        desk.screens.append(.thread(id: thread.id, subject: thread.subject))
      case .composer(let draft):
        desk.screens.append(.composer(draftID: draft.id))
        desk.drafts.upsert(draft)
      case .settings: desk.screens.append(.settings)
      }
    }
    return desk
  }

  /// Puts the drafts and the screens of a desk back.
  ///
  /// The queue is part of `sync`.
  mutating func restore(_ desk: Desk) {
    drafts = desk.drafts
    for screen in desk.screens {
      switch screen {
      case .thread(let id, let subject):
        path.push(.thread(ThreadDetailFeature.State(id: id, subject: subject)))
      case .composer(let id):
        if let draft = drafts.remove(id: id) { path.push(.composer(draft)) }
      case .settings: path.push(.settings)
      }
    }
  }
}
