// SPDX-License-Identifier: MIT

/// A part of the list of threads, newest first.
public struct WirePage: Codable, Sendable, Equatable {
  /// The threads of the page.
  public var threads: [WireThread]
  /// The cursor of the next page, or `nil` for the last page.
  public var next: String?
  /// The revision of the server that the page shows.
  public var revision: Int64

  /// Creates a value from its parts.
  public init(threads: [WireThread], next: String?, revision: Int64) {
    self.threads = threads
    self.next = next
    self.revision = revision
  }
}
