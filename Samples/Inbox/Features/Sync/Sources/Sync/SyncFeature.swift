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
/// - A change with an old revision is ignored. A gap ends the connection, and the next one delivers
///   the changes that are missing.
///
/// Put the state into a session with an identity: `ifPresent(\.session, id: \.id)`. Then answers
/// for the session of another account are dropped.
public enum SyncFeature {
  enum ID { case sending, results }

  /// The reducer of the connection.
  public static let reducer = Reducer<State>.on(Action.self) { state, action in
    switch action {
    case .started: return state.start()
    case .enabled(let isEnabled): return state.enable(isEnabled)
    case .retryTapped, .waited:
      if case .waiting(let attempt) = state.connection {
        state.connection = .connecting(attempt: attempt)
      }
    case .connected: return state.connect()
    case .disconnected: state.disconnect()
    case .submitted(let message): return state.submit(message)
    case .sendingDue: return state.sendNext()
    case .sent(let id, let payload): return state.answer(id) { .confirmed($0, payload: payload) }
    case .refused(let id, let reason): return state.answer(id) { .rejected($0, reason: reason) }
    case .sendingFailed(let id, _): return state.postpone(id)
    case .confirmed(let message, _), .rejected(let message, _): return state.remove(message.id)
    case .received(let event): return state.receive(event)
    case .applied(_, let revision): state.revision = max(state.revision, revision)
    }
    return .none
  }

  /// Returns the pause after some failures in a row: 1, 2, 4 seconds and so on, up to 30.
  public static func pause(after failures: Int) -> Duration {
    .seconds(min(30, 1 << min(max(failures - 1, 0), 5)))
  }

  /// An action of the connection.
  public enum Action: Runnel.Action, Codable, Equatable {
    // MARK: From the app

    /// A session has begun, with a new state or one from the disk.
    case started
    case enabled(Bool)
    /// The user ends the pause between two attempts.
    case retryTapped
    case submitted(Outgoing)

    // MARK: From handlers and timers

    /// The pause between two attempts is over.
    case waited
    case connected
    /// The connection is lost or couldn't be opened, for this reason.
    case disconnected(reason: String)
    case received(Event)
    /// The server has the message, and described the result as JSON text.
    case sent(id: Outgoing.ID, payload: String)
    /// The server doesn't take the message, for this reason.
    case refused(id: Outgoing.ID, reason: String)
    /// The request failed, for this reason. The message may have arrived.
    case sendingFailed(id: Outgoing.ID, reason: String)
    /// The pause after a failed request is over.
    case sendingDue

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

  /// A request to the server for an account, whose ID is that of the state.
  public enum Command: Runnel.Command, Equatable {
    /// Connects, and sends the changes after a revision and then each new one.
    ///
    /// The handler sends ``Action/connected`` when the server has answered, and
    /// ``Action/received(_:)`` for each change. It ends or throws when the connection is lost.
    case listen(account: String, since: Int64)
    /// Sends a message.
    ///
    /// The handler sends ``Action/sent(id:payload:)`` or ``Action/refused(id:reason:)``, or throws.
    case send(account: String, Outgoing)
  }

  /// Connects the session that an app has, until the returned token is disposed or released.
  ///
  /// ```swift
  /// SyncFeature.start(on: store.accepting(SyncFeature.Action.self)) { $0.session?.sync }
  ///   .forEach { $0.dispose(on: disposer) }
  /// ```
  ///
  /// The connection follows the state: it ends with its session, and a session of another account
  /// opens its own connection.
  public static func start<App>(
    on store: StoreOf<App, Action>, at sync: @escaping @Sendable (App) -> State?
  ) -> [Disposable] {
    [
      store.run(for: { sync($0)?.id }) { id in id == nil ? .none : .send(.started) },
      store.run(for: { sync($0).flatMap(Link.init) }) { link in
        switch link {
        case nil: .none
        case .pause(_, let failures): .send(.waited).delay(for: pause(after: failures))
        case .connection(let account):
          listen(account, since: sync(store.state)?.revision ?? 0)
        }
      },
    ]
  }

  private static func listen(_ account: String, since revision: Int64) -> EffectOf<Action> {
    .concatenate(
      .perform(Command.listen(account: account, since: revision)),
      .send(.disconnected(reason: "The server closed the connection."))
    )
    .catch { .disconnected(reason: "\($0)") }
  }

  /// The part of the state that the effect of the connection depends on.
  private enum Link: Hashable {
    case pause(String, failures: Int)
    /// The connection, which stays the same when it has succeeded.
    case connection(String)

    init?(_ state: State) {
      switch state.connection {
      case .off: return nil
      case .waiting(let attempt): self = .pause(state.id, failures: attempt)
      case .connecting, .online: self = .connection(state.id)
      }
    }
  }

  /// The connection as text, for a status line.
  public struct Status: Equatable, Sendable {
    /// The importance of the status.
    public enum Level: Sendable { case good, neutral, bad }

    /// The connection, such as "Online".
    public var text: String
    /// The number of messages that wait, such as "2 to send", or an empty text.
    public var queue: String
    /// The importance.
    public var level: Level

    /// Creates the status of a connection.
    public init(_ state: State) {
      let count = state.queue.count
      queue = count == 0 ? "" : "\(count) to send"
      switch state.connection {
      case .off: (text, level) = ("Working offline", .neutral)
      case .waiting(let attempt): (text, level) = ("No connection, attempt \(attempt) failed", .bad)
      case .connecting(0): (text, level) = ("Connecting", .neutral)
      case .connecting(let attempt):
        (text, level) = ("Connecting again, attempt \(attempt + 1)", .bad)
      case .online: (text, level) = ("Online", .good)
      }
    }
  }
}
