// SPDX-License-Identifier: MIT

public import Accounts
public import Settings

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

  /// The account that has a session, open or about to open.
  ///
  /// It is the current account, unless its data is being removed.
  public var openAccountID: AccountsFeature.Account.ID? {
    accounts.currentID.flatMap { leaving.contains($0) ? nil : $0 }
  }
}
