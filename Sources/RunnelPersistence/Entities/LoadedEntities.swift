// SPDX-License-Identifier: MIT

public import Runnel

/// A collection that was loaded, and a report of how.
public struct LoadedEntities<Element: Identifiable & Sendable>: Sendable
where Element.ID: Sendable {
  /// The loaded elements, in order.
  public let value: Entities<Element>
  /// The result of loading.
  public let outcome: LoadedValue<Entities<Element>>.Outcome
  /// One error for each row that couldn't be loaded.
  ///
  /// Such rows stay in the storage.
  public let damagedRows: [PersistenceError]
  /// The properties that rows lacked, and that were filled in.
  public let addedProperties: [String]
}
