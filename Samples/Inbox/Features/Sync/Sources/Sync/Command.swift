// SPDX-License-Identifier: MIT

public import Runnel

extension SyncFeature {
  /// A request to the server for an account, whose ID is that of the state.
  public enum Command: Runnel.Command, Equatable {
    /// Opens the socket, and sends the changes after a revision and then each new one.
    ///
    /// The handler sends ``Action/connected`` when the socket is open, and ``Action/received(_:)``
    /// for each change. It ends or throws when the socket closes.
    case listen(account: String, since: Int64)
    /// Sends a message.
    ///
    /// The handler sends ``Action/sent(id:payload:)`` or ``Action/refused(id:reason:)``, or throws.
    case send(account: String, Outgoing)
    /// Requests the changes after a revision.
    ///
    /// The handler sends ``Action/caughtUp(_:)``, or throws.
    case catchUp(account: String, since: Int64)
  }
}
