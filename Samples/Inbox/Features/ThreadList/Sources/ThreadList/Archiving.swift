// SPDX-License-Identifier: MIT

extension ThreadListFeature {
  /// A thread that is being archived, or taken out of the archive.
  struct Archiving: Codable, Equatable, Sendable {
    /// The newest row, which the list can have removed.
    var row: Row
    /// The value on the server.
    var known: Bool
    /// The value that the user chose last, and that the list shows.
    var chosen: Bool
    /// The value in the current request.
    var requested: Bool
  }

  /// An archived thread that the user can take back.
  public struct ArchiveUndo: Codable, Equatable, Sendable, Identifiable {
    /// The row, with its subject for a message such as "Archived …".
    public internal(set) var row: Row

    /// The ID of the thread.
    public var id: String { row.id }
  }
}
