// SPDX-License-Identifier: MIT

public import Runnel

/// The connection to the server: a queue of messages to send, and the changes that arrive.
///
/// The feature doesn't depend on the content of messages and changes. It makes sure that the server
/// receives each message once, in order, and that the app applies each change once, in order.
///
/// Outgoing messages:
/// - The queue is part of the state, so it survives a restart. One message is sent at a time.
/// - A message that may have arrived is sent again with the same client ID, for which the server
///   stores it once.
/// - A message leaves the queue with ``Action/confirmed(_:payload:)`` or
///   ``Action/rejected(_:reason:)``. The app reduces these actions for other features, so one
///   action changes both.
///
/// Incoming changes:
/// - The app applies a change with ``Action/applied(_:revision:)``, the action that also raises
///   ``State/revision``.
/// - A change with an old revision is ignored. A gap is filled with ``Command/catchUp``.
///
/// Put the state into a session with an identity: `ifPresent(\.session, id: \.id)`. Then answers
/// for the session of another account are dropped.
public enum SyncFeature {
  enum ID { case sending, catchingUp, results }

  /// The reducer of the connection.
  public static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .started: state.start()
    case .enabled(let isEnabled): state.enable(isEnabled)
    case .retryTapped, .waited: state.reconnect()
    case .connected: state.connect()
    case .disconnected: state.disconnect()
    case .submitted(let message): state.submit(message)
    case .sendingDue: state.sendNext()
    case .sent(let id, let payload): state.answer(id) { .confirmed($0, payload: payload) }
    case .refused(let id, let reason): state.answer(id) { .rejected($0, reason: reason) }
    case .sendingFailed(let id, _): state.postpone(id)
    case .confirmed(let message, _), .rejected(let message, _): state.remove(message.id)
    case .received(let event): state.receive(event)
    case .caughtUp(let changes): state.catchUp(with: changes)
    case .catchingUpFailed: state.failToCatchUp()
    case .applied(_, let revision): state.apply(revision)
    }
  }

  /// Returns the pause after some failures in a row: 1, 2, 4 seconds and so on, up to 30.
  public static func pause(after failures: Int) -> Duration {
    .seconds(min(30, 1 << min(max(failures - 1, 0), 5)))
  }
}
