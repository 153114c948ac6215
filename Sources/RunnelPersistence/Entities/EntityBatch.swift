// SPDX-License-Identifier: MIT

/// The changes of one transaction of an entity storage.
public struct EntityBatch: Hashable, Sendable {
  /// The version to store.
  public var version: Int
  /// The rows to insert, or to replace if their keys are stored, in the order of their ranks.
  public var upserts: [EntityRow]
  /// The keys of the rows to remove, in order.
  ///
  /// A row with such a key can be absent.
  public var removals: [String]

  /// Creates a batch.
  public init(version: Int, upserts: [EntityRow], removals: [String]) {
    self.version = version
    self.upserts = upserts
    self.removals = removals
  }
}
