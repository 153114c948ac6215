// SPDX-License-Identifier: MIT

// The parts of the app are part of its interface: who imports the app sees them, too.
@_exported public import Accounts
@_exported public import Composer
@_exported public import Runnel
@_exported public import RunnelNavigation
@_exported public import Settings
@_exported public import Sync
@_exported public import ThreadDetail
@_exported public import ThreadList

/// The state of the app.
public struct AppState: Codable, Equatable, Sendable {
  /// The accounts and the login.
  public var accounts = AccountsFeature.State()
  /// The settings, which all accounts share.
  public var settings = SettingsFeature.State()
  /// The session of the current account, after its data was loaded.
  public var session: Session?
  /// A problem that concerns the whole app, such as a file that can't be written.
  public var problem: String?
  /// The accounts whose data is being removed.
  public internal(set) var leaving: [AccountsFeature.Account.ID] = []
  /// The actions of a link that waits for a session.
  var link: [SessionAction] = []
  /// Whether the user has quit.
  public var isOver = false

  /// Creates the state of an app without accounts.
  public init() {}

  /// The current account, unless its data is being removed.
  public var openAccountID: AccountsFeature.Account.ID? {
    accounts.currentID.flatMap { leaving.contains($0) ? nil : $0 }
  }
}

/// An action of the app, outside of its features.
public enum AppAction: Action, Codable, Equatable {
  case sessionOpened(Session)
  /// The data of an account can't be loaded, for this reason.
  case sessionFailed(account: String, reason: String)
  /// A file can't be read or written. `nil` removes the message.
  case problem(String?)
  /// The user follows a link, such as one that ``inboxLinks`` understands.
  ///
  /// Its actions are reduced when there is a session, which can be later.
  case linkOpened([SessionAction])
  case quit
}

/// An action of the session, outside of its features.
public enum SessionAction: Action, Codable, Equatable {
  case threadTapped(id: String, subject: String)
  /// The user writes a message in a new thread.
  case composeTapped(subject: String)
  case settingsTapped
  /// The user goes back to the screen below.
  case backTapped
  case homeTapped
  /// A view changes the screens, such as a `NavigationStack` when the user goes back.
  case path(StackAction<Screen>)
  /// The user has read the message of the app.
  case noticeClosed

  /// A draft with a new ID can be shown.
  case drafted(id: String, threadID: String?, subject: String)
  /// A draft becomes a message, at a time in milliseconds since 1970.
  case submitted(draftID: String, at: Int64)
}

/// A request for a value that varies, so that reducers stay pure functions.
public enum AppCommand: Command, Equatable {
  /// Makes the ID of a draft. The handler sends ``SessionAction/drafted(id:threadID:subject:)``.
  case makeDraft(threadID: String?, subject: String)
  /// Reads the clock. The handler sends ``SessionAction/submitted(draftID:at:)``.
  case submit(draftID: String)
}

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
  public init(id: String, user: String, threads: ThreadListFeature.State, sync: SyncFeature.State) {
    self.id = id
    self.user = user
    self.threads = threads
    self.sync = sync
  }
}

/// A screen above the list of threads.
public enum Screen: Codable, Equatable, Sendable {
  case thread(ThreadDetailFeature.State)
  case composer(ComposerFeature.State)
  case settings

  /// The draft, if this is a composer.
  public var draft: ComposerFeature.State? {
    if case .composer(let draft) = self { draft } else { nil }
  }
}

extension CasePath where Root == Screen, Value == ThreadDetailFeature.State {
  /// The screens of threads.
  public static var thread: Self {
    CasePath(embed: Screen.thread) { if case .thread(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Screen, Value == ComposerFeature.State {
  /// The screens of composers.
  public static var composer: Self {
    CasePath(embed: Screen.composer) { if case .composer(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Screen, Value == Void {
  /// The screens of settings, which have no state of their own.
  public static var settings: Self {
    CasePath(embed: { Screen.settings }) { if case .settings = $0 { () } else { nil } }
  }
}
