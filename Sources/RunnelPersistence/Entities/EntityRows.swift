// SPDX-License-Identifier: MIT

/// The contents of an entity storage.
public struct EntityRows: Hashable, Sendable {
  /// The version of the last batch.
  public var version: Int
  /// The rows, in any order.
  public var rows: [EntityRow]

  /// Creates the contents of a storage.
  public init(version: Int, rows: [EntityRow]) {
    self.version = version
    self.rows = rows
  }
}
