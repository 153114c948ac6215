// SPDX-License-Identifier: MIT

public import Composer
public import Runnel
public import Sync
public import ThreadList

/// Everything that belongs to one account while it is the current one.
///
/// It has the identity of the account: when the account changes, all effects and scopes of the
/// earlier session end, and its late answers are dropped.
public struct Session: Codable, Equatable, Sendable, Identifiable {
  /// The ID of the account.
  public let id: String
  /// The name of the user.
  public let user: String
  /// The list of threads, which is the root of the navigation.
  public var threads: ThreadListFeature.State
  /// The screens above the list.
  public var path = ScreenStack<Screen>()
  /// The drafts that are on no screen.
  public var drafts = Entities<ComposerFeature.State>()
  /// The connection to the server.
  public var sync: SyncFeature.State
  /// A message for the user, such as a message that the server refused.
  public var notice: String?
  /// The text at the end of each message that the user sends.
  var signature = ""

  /// Creates the session of an account.
  public init(
    id: String, user: String, threads: ThreadListFeature.State, sync: SyncFeature.State
  ) {
    self.id = id
    self.user = user
    self.threads = threads
    self.sync = sync
  }

  /// The number of drafts, on a screen or not.
  public var draftCount: Int { drafts.count + path.count { $0.draft != nil } }
}

extension Screen {
  /// The draft, if this is a composer.
  public var draft: ComposerFeature.State? {
    if case .composer(let draft) = self { draft } else { nil }
  }
}
