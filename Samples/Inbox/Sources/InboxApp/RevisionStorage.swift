// SPDX-License-Identifier: MIT

import Foundation
import RunnelPersistence

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
