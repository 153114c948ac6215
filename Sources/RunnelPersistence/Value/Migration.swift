// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// A change of saved values from one version to the version that follows.
///
/// ```swift
/// let migrations = [
///   Migration(from: 1) { (old: SettingsV1) in SettingsV2(old) },
///   Migration(from: 2) { (json: inout JSON) in json["volume"] = 5 },
/// ]
/// ```
///
/// The migrations of a value form a chain: from version 1 to 2, from 2 to 3. They run when a value
/// of an older version is loaded, on the thread that loads it. The storage keeps the old version
/// until the value is saved. A first save without a load runs them, too, on the queue of the
/// storage, if it has to know the contents: with `replacingContents` for a backup, or for rows.
/// JSON without a version, from before the app used Runnel, counts as version 0.
public struct Migration: Sendable {
  /// The version that the migration starts from.
  public let version: Int
  let run: @Sendable (JSON, Completion) throws -> JSON

  /// Creates a migration that changes the JSON of a value, or of a row.
  public init(
    from version: Int, _ change: @escaping @Sendable (_ json: inout JSON) throws -> Void
  ) {
    self.version = version
    run = { json, _ in
      var json = json
      try change(&json)
      return json
    }
  }

  /// Creates a migration from a type of the earlier version to a type of the version that follows.
  ///
  /// Keep the earlier types as they were. Only the last migration has the present type as its
  /// result. What a value lacks of the earlier type is filled in from examples, or is zero, empty
  /// or `nil`: see ``StoredValue/filling(with:)``.
  public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    from version: Int, _ transform: @escaping @Sendable (_ old: Old) throws -> New
  ) {
    self.version = version
    run = { json, completion in
      let old = try DeepStack.run(if: json.isDeep()) {
        try completion.value(Old.self, from: SavedCoding.encode(json))
      }
      let new = try transform(old)
      return try DeepStack.run(if: json.isDeep()) { try SavedCoding.json(new) }
    }
  }

  static func check(_ migrations: [Migration], at site: CallSite) {
    var versions: Set<Int> = []
    for migration in migrations where !versions.insert(migration.version).inserted {
      Misuse.duplicateMigration(from: migration.version, at: site).warn()
    }
  }
}
