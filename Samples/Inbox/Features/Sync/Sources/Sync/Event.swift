// SPDX-License-Identifier: MIT

extension SyncFeature {
  /// A change on the server.
  public struct Event: Codable, Equatable, Sendable {
    /// The number of the change, which is higher than that of each earlier one.
    public var revision: Int64
    /// The content as JSON text, which only the app reads.
    public var payload: String

    /// Creates a change.
    public init(revision: Int64, payload: String) {
      self.revision = revision
      self.payload = payload
    }
  }
}
