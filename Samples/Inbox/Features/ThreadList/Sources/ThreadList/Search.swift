// SPDX-License-Identifier: MIT

public import Runnel

extension ThreadListFeature {
  /// A search, whose hits are kept apart from the list.
  public struct Search: Codable, Equatable, Sendable {
    /// The text as typed.
    public internal(set) var text = ""
    /// The hits, in the order of the server.
    public internal(set) var hits: Entities<Row> = []
    /// A Boolean value that indicates whether hits are requested.
    public internal(set) var isLoading = false
    /// The reason why the search failed, if it did.
    public internal(set) var error: String?

    /// Creates an empty search.
    public init() {}

    /// A Boolean value that indicates whether the hits are shown instead of the list.
    public var isActive: Bool { !text.allSatisfy(\.isWhitespace) }
  }
}
