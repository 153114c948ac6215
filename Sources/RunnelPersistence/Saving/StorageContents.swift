// SPDX-License-Identifier: MIT

import Foundation

/// What a process knows of the contents of a storage.
///
/// A new generation begins each time someone else has changed the contents. A connection whose
/// state comes from an older generation doesn't overwrite them.
struct StorageContents {
  /// What contents are compared by.
  enum Mark: Equatable {
    case bytes(Data?)
    /// A number of the storage's own, which changes with the contents.
    case number(Int)
  }

  private(set) var generation: UInt64 = 0
  /// The number of writes of this process that have begun.
  private(set) var writeCount = 0
  /// The identity of the store that has written last.
  private weak var writer: (any AnyObject & Sendable)?
  /// The version of the contents, if this process has loaded or written them.
  private(set) var version: Int?
  private var known: Mark?
  /// What a write that failed has tried to store.
  private var attempt: Mark?

  /// Compares what the storage has with what is known, and returns its generation.
  mutating func observe(_ found: Mark) -> UInt64 {
    if found != known, !isLeftBehind(found) {
      generation += 1
      version = nil
    }
    known = found
    attempt = nil
    return generation
  }

  /// A write that failed has stored all, a part or nothing of its bytes.
  ///
  /// The transaction of a table that failed has left its number as it was.
  private func isLeftBehind(_ found: Mark) -> Bool {
    guard case (.bytes(let attempt?), .bytes(let found)) = (attempt, found) else { return false }
    return found.map { attempt.starts(with: $0) } ?? true
  }

  /// Records the version of contents that were observed.
  mutating func setVersion(_ version: Int, of generation: UInt64) {
    if generation == self.generation { self.version = version }
  }

  /// Begins to write `new`, which has failed until `endWrite`.
  mutating func beginWrite(_ new: Mark?, by store: any AnyObject & Sendable) {
    attempt = new
    writeCount += 1
    writer = store
  }

  /// Returns the number of writes before a load after which the state of a new connection is what
  /// is stored, or `nil` for every load: only the same store has written last.
  func newestLoad(for store: any AnyObject & Sendable) -> Int? {
    writer === store ? nil : writeCount
  }

  mutating func endWrite(_ stored: Mark, version: Int) {
    known = stored
    self.version = version
    attempt = nil
  }
}
