// SPDX-License-Identifier: MIT

import Foundation

struct EntityRowReader<Element: Identifiable & Codable & Sendable> where Element.ID: Sendable {
  struct Result {
    var elements: [Element] = []
    var rows = StoredEntities<Element>.Loaded()
    /// Each row has its element's key, and a larger rank than the previous one.
    var isCanonical = true
    var added: [String] = []
  }

  private let stored: StoredEntities<Element>
  private let version: Int
  private let decoder = SavedCoding.makeDecoder()
  private let completion: Completion

  /// Creates a reader of rows of a version.
  ///
  /// - Throws: An error if there are no migrations from that version.
  init(_ stored: StoredEntities<Element>, version: Int) throws(PersistenceError) {
    self.stored = stored
    self.version = version
    completion = Completion(examples: stored.examples)
    for version in version..<max(version, stored.version)
    where !stored.migrations.contains(where: { $0.version == version }) {
      throw PersistenceError(.missingMigration(from: version), in: stored.storage)
    }
  }

  /// Decodes all rows, in the order of their ranks.
  ///
  /// A row can have another key than its element has now: the app has changed the text of the IDs.
  func read(_ rows: [EntityRow]) -> Result {
    var result = Result()
    var decoded: [(row: EntityRow, element: Element, key: RowKey)] = []
    for row in rows.sorted(by: { ($0.rank, $0.key) < ($1.rank, $1.key) }) {
      do {
        let element = try decode(row)
        decoded.append((row, element, stored.key(element.id)))
        if OldRow.isOne(row.payload) { result.isCanonical = false }
      } catch {
        result.rows.damagedRows.append(error)
      }
    }
    let proper = Set(decoded.lazy.filter { $0.row.key == $0.key.text }.map(\.element.id))
    var last: Int64?
    for (row, element, key) in decoded {
      let isProper = row.key == key.text
      if result.rows.ranks[element.id] != nil || !isProper && proper.contains(element.id) {
        result.rows.damagedRows.append(duplicate(row))
        continue
      }
      result.elements.append(element)
      result.rows.ranks[element.id] = row.rank
      if !key.isExact { result.rows.owners[key.text] = element.id }
      if !isProper || last.map({ $0 >= row.rank }) ?? false { result.isCanonical = false }
      last = row.rank
    }
    result.added = completion.added
    return result
  }

  func decode(_ row: EntityRow) throws(PersistenceError) -> Element {
    do {
      var payload = row.payload
      let old = try OldRow(in: payload)
      if let found = old?.version ?? (version < stored.version ? version : nil) {
        let json = try SavedCoding.migrate(
          old?.row ?? decoder.decode(JSON.self, from: payload), from: found, to: stored.version,
          with: stored.migrations, completion, in: stored.storage, row: row.key)
        payload = try SavedCoding.encode(json)
      }
      do {
        return try decoder.decode(Element.self, from: payload)
      } catch DecodingError.keyNotFound {
        return try completion.decode(Filled<Element>.self, from: payload).value
      }
    } catch {
      throw PersistenceError(
        error, or: { .damaged(row.payload.isEmpty ? "it is empty" : $0) }, in: stored.storage,
        row: row.key)
    }
  }

  /// Returns a row that can't be migrated with its version, which the other rows no longer have.
  func keepingVersion(_ row: EntityRow) -> EntityRow? {
    guard version < stored.version, !OldRow.isOne(row.payload),
      let json = try? decoder.decode(JSON.self, from: row.payload),
      let payload = try? SavedCoding.encode(OldRow(row: json, version: version))
    else { return nil }
    return EntityRow(key: row.key, rank: row.rank, payload: payload)
  }

  /// The error of a row whose element is that of another row, too.
  func duplicate(_ row: EntityRow) -> PersistenceError {
    PersistenceError(.damaged("another row has the same ID"), in: stored.storage, row: row.key)
  }
}

/// The contents of a row whose migration has failed, for a version with a better one.
private struct OldRow: Codable {
  let row: JSON
  let version: Int

  enum CodingKeys: String, CodingKey {
    case row = "runnel row"
    case version = "runnel version"
  }
}

extension OldRow {
  private static let start = Data(#"{"runnel row":"#.utf8)

  /// Decodes the payload of such a row, or returns `nil` for others.
  init?(in payload: Data) throws {
    guard OldRow.isOne(payload) else { return nil }
    self = try SavedCoding.decode(OldRow.self, from: payload)
  }

  static func isOne(_ payload: Data) -> Bool { payload.starts(with: start) }
}
