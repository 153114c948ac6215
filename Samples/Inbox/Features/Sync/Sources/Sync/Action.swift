// SPDX-License-Identifier: MIT

public import Runnel

extension SyncFeature {
  /// An action of the connection.
  public enum Action: Runnel.Action, Codable, Equatable {
    // MARK: From the app

    /// A session has begun, with a new state or one from the disk.
    ///
    /// ``SyncFeature/start(on:at:)`` sends it.
    case started
    /// The user chose to work online or offline.
    case enabled(Bool)
    /// The user ends the pause between two attempts.
    case retryTapped
    /// The user sends a message.
    case submitted(Outgoing)

    // MARK: From handlers and timers

    /// The pause between two attempts is over.
    case waited
    /// The socket is open.
    case connected
    /// The socket has closed or couldn't be opened, for this reason.
    case disconnected(reason: String)
    /// The socket delivered a change.
    case received(Event)
    /// The server has the message, and described the result as JSON text.
    case sent(id: Outgoing.ID, payload: String)
    /// The server doesn't take the message, for this reason.
    case refused(id: Outgoing.ID, reason: String)
    /// The request failed, for this reason. The message may have arrived.
    case sendingFailed(id: Outgoing.ID, reason: String)
    /// The pause after a failed request is over.
    case sendingDue
    /// The changes of a gap arrived.
    case caughtUp(Changes)
    /// The request for the changes of a gap failed, for this reason.
    case catchingUpFailed(reason: String)

    // MARK: For the app

    /// A message is on the server and has left the queue. This occurs once for each message.
    ///
    /// The payload is the JSON text of ``sent(id:payload:)``.
    case confirmed(Outgoing, payload: String)
    /// The server refused a message, which has left the queue. This occurs once for each message.
    case rejected(Outgoing, reason: String)
    /// The app applies these changes, after which it has the state of a revision.
    case applied([Event], revision: Int64)
  }
}
