// SPDX-License-Identifier: MIT

/// An error of reading or writing saved state.
///
/// The listeners of the store's `onError` receive it once for each distinct failure. Without one,
/// it is a runtime warning. The app goes on, and the storage is left as it is.
public struct PersistenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cause of the error.
  public enum Reason: Hashable, Sendable {
    /// The storage can't be read.
    case unreadable(String)
    /// The storage has bytes that are no saved value.
    case damaged(String)
    /// A newer version of the app has written the storage.
    case newerVersion(Int, supported: Int)
    /// The storage has an older version, and there is no migration from that version.
    case missingMigration(from: Int)
    /// A migration threw an error.
    case failedMigration(from: Int, String)
    /// Someone else has changed the storage since it was loaded.
    case changedElsewhere
    /// The storage has contents that were not loaded before it was persisted to.
    case notLoaded
    /// The value can't be encoded.
    case notEncodable(String)
    /// The key of the row is that of another element, too: the one with this ID.
    case duplicateKey(of: String)
    /// The storage can't be written.
    case unwritable(String)
  }

  /// The cause of the error.
  public let reason: Reason
  /// The description of the storage, such as the path of a file.
  public let storage: String
  /// The key of the row, if the error is about one row.
  public let row: String?

  init(_ reason: Reason, in storage: Any, row: String? = nil) {
    self.reason = reason
    self.storage = String(describing: storage)
    self.row = row
  }

  /// Creates an error with the text of another one, or returns an error of this type as it is.
  init(
    _ error: any Error, or reason: (String) -> Reason, in storage: Any, row: String? = nil
  ) {
    self =
      error as? PersistenceError
      ?? PersistenceError(reason(ErrorText.of(error)), in: storage, row: row)
  }

  /// Returns what `body` returns, and throws its error as the text of a reason.
  static func wrap<Success>(
    _ reason: (String) -> Reason, in storage: Any, row: String? = nil, _ body: () throws -> Success
  ) throws(PersistenceError) -> Success {
    do {
      return try body()
    } catch {
      throw PersistenceError(reason(ErrorText.of(error)), in: storage, row: row)
    }
  }

  /// Whether the same save can succeed later.
  var isTransient: Bool {
    switch reason {
    case .unreadable, .unwritable: true
    default: false
    }
  }

  /// Whether the contents can be replaced once there is a backup.
  var allowsBackup: Bool {
    if case .unreadable = reason { true } else { isReplaceable }
  }

  /// Whether the storage has contents that can't be loaded.
  var isReplaceable: Bool {
    switch reason {
    case .damaged, .newerVersion, .missingMigration, .failedMigration: row == nil
    default: false
    }
  }

  /// One sentence.
  ///
  /// For example, `settings.json is damaged: value.volume is missing.`
  public var description: String {
    let subject = row.map { "Row \($0) of \(storage)" } ?? storage
    let words =
      switch reason {
      case .unreadable(let text): "can't be read: \(text)"
      case .damaged(let text): "is damaged: \(text)"
      case .newerVersion(let version, let supported):
        "has version \(version), and this app supports version \(supported)"
      case .missingMigration(let version):
        "has version \(version), and there is no migration from that version"
      case .failedMigration(let version, let text):
        "has version \(version), and the migration from it failed: \(text)"
      case .changedElsewhere:
        "was changed by someone else after it was loaded, and is left as it is"
      case .notLoaded: "has contents that were not loaded before `persist`, and is left as it is"
      case .duplicateKey(let id): "can't be written: it is the row of the ID \(id), too"
      case .notEncodable(let text), .unwritable(let text): "can't be written: \(text)"
      }
    return "\(subject) \(words)."
  }
}
