// SPDX-License-Identifier: MIT

extension SyncFeature {
  /// An answer to ``Command/catchUp``.
  public struct Changes: Codable, Equatable, Sendable {
    /// The revision in the request.
    public var since: Int64
    /// The changes after ``since``, in order.
    ///
    /// Revisions can be missing, if the changes with these numbers don't concern the user.
    public var events: [Event]
    /// The revision up to which the answer contains every change.
    public var revision: Int64
    /// A Boolean value that indicates whether there were no further changes.
    public var isComplete: Bool

    /// Creates an answer.
    public init(since: Int64, events: [Event], revision: Int64, isComplete: Bool = true) {
      self.since = since
      self.events = events
      self.revision = revision
      self.isComplete = isComplete
    }
  }
}
