// SPDX-License-Identifier: MIT

public import Foundation
import InboxCore
import InboxStorage
import RunnelPersistence

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
  /// Whether anything is saved, without which the app can run beside another one.
  public var isSaving = true
  /// The clock of the store.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Returns the time, in milliseconds since 1970.
  public var now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
  /// Returns a new unique ID.
  public var makeID: @Sendable () -> String = { UUID().uuidString }

  /// Creates the environment of a real run.
  public init(folder: URL) { self.folder = folder }
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

  /// Puts the drafts and the screens of a desk back, whose queue is part of `sync`.
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
