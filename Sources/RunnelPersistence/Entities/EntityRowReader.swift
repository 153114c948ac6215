// SPDX-License-Identifier: MIT

import Foundation

struct EntityRowReader<Element: Identifiable & Codable & Sendable> where Element.ID: Sendable {
  struct Result {
    var elements: [Element] = []
    var rows = StoredEntities<Element>.Loaded()
    var added: [String] = []
  }

  private let stored: StoredEntities<Element>
  private let version: Int
  private let decoder = SavedCoding.makeDecoder()
  private let completion: Completion

  /// Creates a reader of rows of a version, or throws an error if it has no migrations.
  init(_ stored: StoredEntities<Element>, version: Int) throws(PersistenceError) {
    self.stored = stored
    self.version = version
    completion = Completion(examples: stored.examples)
    for version in version..<max(version, stored.version)
    where !stored.migrations.contains(where: { $0.version == version }) {
      throw PersistenceError(.missingMigration(from: version), in: stored.storage)
    }
  }

  /// Migrates all rows on the calling thread, and decodes them, in the order of their ranks.
  ///
  /// A row can have another key than its element has now: the app has changed the text of the IDs.
  func read(_ rows: [EntityRow]) -> Result {
    var result = Result()
    result.rows.isCanonical = version == stored.version
    let rows = rows.sorted { ($0.rank, $0.key) < ($1.rank, $1.key) }
    let payloads = rows.map { row in Swift.Result { try migratedPayload(of: row) } }
    let isDeep = rows.contains { $0.payload.isDeep }
    DeepStack.run(if: isDeep) { decode(rows, payloads, into: &result) }
    result.added = completion.added
    return result
  }

  private func decode(
    _ rows: [EntityRow], _ payloads: [Swift.Result<Data, any Error>], into result: inout Result
  ) {
    var decoded: [(row: EntityRow, element: Element, key: RowKey)] = []
    for (row, payload) in zip(rows, payloads) {
      do {
        let element = try completion.value(Element.self, from: payload.get(), decoder)
        decoded.append((row, element, stored.key(element.id)))
        if OldRow.isOne(row.payload) { result.rows.isCanonical = false }
      } catch {
        let damage = PersistenceError(
          error, or: { .damaged(row.payload.isEmpty ? "it is empty" : $0) }, in: stored.storage,
          row: row.key)
        skip(row, damage, in: &result)
      }
    }
    let proper = Set(decoded.lazy.filter { $0.row.key == $0.key.text }.map(\.element.id))
    var last: Int64?
    for (row, element, key) in decoded {
      let id = element.id
      let isProper = row.key == key.text
      if result.rows.ranks[id] != nil || !isProper && proper.contains(id) {
        let reason = PersistenceError.Reason.damaged("another row has the same ID")
        skip(row, PersistenceError(reason, in: stored.storage, row: row.key), in: &result)
        continue
      }
      result.elements.append(element)
      result.rows.ranks[id] = row.rank
      if !isProper { result.rows.formerKeys[id] = row.key }
      if !key.isExact, isProper || result.rows.owners[key.text] == nil {
        result.rows.owners[key.text] = id
      }
      if !isProper || last.map({ $0 >= row.rank }) ?? false { result.rows.isCanonical = false }
      last = row.rank
    }
  }

  /// Leaves a row as it is, or to be written with its version if the others are migrated.
  private func skip(_ row: EntityRow, _ error: PersistenceError, in result: inout Result) {
    result.rows.damagedRows.append(error)
    guard version < stored.version, !OldRow.isOne(row.payload),
      let json = try? decoder.decode(JSON.self, from: row.payload),
      let payload = try? SavedCoding.encode(OldRow(row: json, version: version))
    else { return }
    result.rows.oldRows.append(EntityRow(key: row.key, rank: row.rank, payload: payload))
  }

  private func migratedPayload(of row: EntityRow) throws -> Data {
    let isOldRow = OldRow.isOne(row.payload)
    guard isOldRow || version < stored.version else { return row.payload }
    let old = try DeepStack.run(if: row.payload.isDeep) {
      isOldRow
        ? try decoder.decode(OldRow.self, from: row.payload)
        : OldRow(row: try decoder.decode(JSON.self, from: row.payload), version: version)
    }
    let json = try SavedCoding.migrate(
      old.row, from: old.version, to: stored.version, with: stored.migrations, completion,
      in: stored.storage, row: row.key)
    return try DeepStack.run(if: json.isDeep()) { try SavedCoding.encode(json) }
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

  private static let start = Data(#"{"runnel row":"#.utf8)

  static func isOne(_ payload: Data) -> Bool { payload.starts(with: start) }
}
