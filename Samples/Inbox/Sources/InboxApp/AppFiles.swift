// SPDX-License-Identifier: MIT

import Accounts
public import Foundation
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

/// The values that vary between a real run of the app and a test.
public struct AppEnvironment: Sendable {
  /// The folder of the app's files.
  public var folder: URL
  /// Whether drafts, messages and settings are saved.
  ///
  /// Without it, the app only reads the accounts, so that it can run beside another one.
  public var isSaving = true
  /// The clock of the store.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Returns the time, in milliseconds since 1970.
  public var now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
  /// Returns a new unique ID.
  public var makeID: @Sendable () -> String = { UUID().uuidString }

  /// Creates the environment of a real run.
  public init(folder: URL) {
    self.folder = folder
  }
}

/// Stores the revision of the rows, after the rows themselves.
///
/// A stored revision that were newer than the rows would lose changes when the program ends between
/// the two writes. An older one only makes the server send some changes again.
struct RevisionStorage: ValueStorage, CustomStringConvertible {
  let storage: any ValueStorage
  let rows: Saving

  var identity: StorageIdentity? { storage.identity }

  func read() throws -> Data? { try storage.read() }

  func write(_ data: Data) throws {
    try rows.waitUntilFlushed()
    try storage.write(data)
  }

  var description: String { "\(storage)" }
}
