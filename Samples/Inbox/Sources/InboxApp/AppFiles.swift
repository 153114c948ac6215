// SPDX-License-Identifier: MIT

import Accounts
import Foundation
import InboxStorage
import Runnel
import RunnelPersistence
import Settings

/// The files of the app.
struct AppFiles: Sendable {
  let folder: URL
  let accounts: StoredValue<AccountsFeature.State>
  let settings: StoredValue<SettingsFeature.State>
  let tokens: TokenFile

  /// Describes the files in a folder, which is created if it doesn't exist.
  init(in folder: URL) {
    self.folder = folder
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    accounts = StoredValue(
      in: .file(folder.appendingPathComponent("accounts.json")), initial: AccountsFeature.State())
    settings = StoredValue(
      in: .file(folder.appendingPathComponent("settings.json")), initial: SettingsFeature.State(),
      version: SettingsFeature.version,
      migrations: [Migration(from: 1) { (old: SettingsV1) in SettingsFeature.State(old) }])
    tokens = TokenFile(folder.appendingPathComponent("tokens.json"))
  }

  /// Returns the path of an account's database.
  func database(of account: AccountsFeature.Account.ID) -> String {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "@.-_"))
    let name = account.addingPercentEncoding(withAllowedCharacters: allowed) ?? account
    return folder.appendingPathComponent("\(name).sqlite").path
  }
}
