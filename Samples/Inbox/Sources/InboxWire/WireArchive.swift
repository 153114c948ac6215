// SPDX-License-Identifier: MIT

/// A request to archive a thread, or to take it out of the archive.
public struct WireArchive: Codable, Sendable, Equatable {
  /// Whether the thread is archived from now on.
  public var isArchived: Bool

  /// Creates a value from its parts.
  public init(isArchived: Bool) {
    self.isArchived = isArchived
  }
}
