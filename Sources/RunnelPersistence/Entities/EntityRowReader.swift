// SPDX-License-Identifier: MIT

import Foundation

/// Decodes the rows of a storage.
struct EntityRowReader<Element: Identifiable & Codable & Sendable> where Element.ID: Sendable {
  struct Result {
    var elements: [Element] = []
    var ranks: [Element.ID: Int64] = [:]
    var damaged: [PersistenceError] = []
    /// Each rank is larger than the previous one.
    var isOrdered = true
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
    completion = Completion(examples: Examples(in: stored.examples))
    for version in version..<max(version, stored.version)
    where !stored.migrations.contains(where: { $0.version == version }) {
      throw PersistenceError(.missingMigration(from: version), in: stored.storage)
    }
  }

  /// Decodes all rows, in the order of their ranks.
  func read(_ rows: [EntityRow]) -> Result {
    var result = Result()
    var last: Int64?
    for row in rows.sorted(by: { ($0.rank, $0.key) < ($1.rank, $1.key) }) {
      do {
        let element = try decode(row)
        result.elements.append(element)
        result.ranks[element.id] = row.rank
        if let last, last >= row.rank { result.isOrdered = false }
        last = row.rank
      } catch {
        result.damaged.append(error)
      }
    }
    result.added = completion.added
    return result
  }

  /// Decodes a row.
  func decode(_ row: EntityRow) throws(PersistenceError) -> Element {
    do {
      var payload = row.payload
      if version < stored.version {
        let json = try SavedCoding.migrate(
          decoder.decode(JSON.self, from: payload), from: version, to: stored.version,
          with: stored.migrations, in: stored.storage, row: row.key)
        payload = try SavedCoding.encode(json)
      }
      let element: Element
      do {
        element = try decoder.decode(Element.self, from: payload)
      } catch DecodingError.keyNotFound {
        element = try completion.decode(Filled<Element>.self, from: payload).value
      }
      let key = stored.key(element.id)
      if key != row.key { throw damaged(row, "its element has the key \(key)") }
      return element
    } catch let error as PersistenceError {
      throw error
    } catch {
      throw damaged(row, row.payload.isEmpty ? "it is empty" : ErrorText.of(error))
    }
  }

  private func damaged(_ row: EntityRow, _ text: String) -> PersistenceError {
    PersistenceError(.damaged(text), in: stored.storage, row: row.key)
  }
}
