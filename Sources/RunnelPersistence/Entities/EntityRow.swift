// SPDX-License-Identifier: MIT

public import Foundation

/// A stored element of a collection.
public struct EntityRow: Hashable, Sendable {
  /// The text of the element's ID, which is unique in the storage.
  public var key: String
  /// The place of the element: elements are ordered by their ranks.
  public var rank: Int64
  /// The element as JSON.
  public var payload: Data

  /// Creates a row.
  public init(key: String, rank: Int64, payload: Data) {
    self.key = key
    self.rank = rank
    self.payload = payload
  }
}
