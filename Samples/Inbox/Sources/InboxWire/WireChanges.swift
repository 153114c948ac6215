// SPDX-License-Identifier: MIT

/// A part of the server's events, in order.
public struct WireChanges: Codable, Sendable, Equatable {
  /// The events, with the lowest revision first.
  public var events: [WireEvent]
  /// The revision to pass with the next request: the one of the last event, or the requested one
  /// if there is no event.
  public var revision: Int64
  /// Whether the events reach the server's newest revision.
  public var isComplete: Bool

  /// Creates a value from its parts.
  public init(events: [WireEvent], revision: Int64, isComplete: Bool) {
    self.events = events
    self.revision = revision
    self.isComplete = isComplete
  }
}
