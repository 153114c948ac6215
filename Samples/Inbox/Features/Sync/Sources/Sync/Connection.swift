// SPDX-License-Identifier: MIT

extension SyncFeature {
  /// The connection to the server.
  ///
  /// An attempt is the number of failures since the last connection.
  public enum Connection: Codable, Hashable, Sendable {
    /// The user works offline.
    case off
    /// The next attempt begins after a pause.
    case waiting(attempt: Int)
    /// The socket is being opened.
    case connecting(attempt: Int)
    /// The socket is open.
    case online
  }
}
