// SPDX-License-Identifier: MIT

public import Runnel

extension SyncFeature {
  /// The connection of one account.
  ///
  /// Its encoding is complete, so a recording replays to the same state. After a restart,
  /// ``Action/started`` resets all that belonged to the previous run of the program.
  public struct State: Codable, Equatable, Sendable, Identifiable {
    /// The ID of the account.
    public let id: String
    /// The connection.
    public internal(set) var connection: Connection
    /// The revision up to which the app has applied all changes.
    public internal(set) var revision: Int64
    /// The messages to send, in order.
    public internal(set) var queue: Entities<Outgoing>

    /// The revision up to which changes have arrived, whose `applied` actions can be pending.
    var received: Int64

    /// Creates the state of an account, with the revision of the app's data and the messages to
    /// send from the disk.
    public init(
      id: String, revision: Int64 = 0, queue: Entities<Outgoing> = [], isEnabled: Bool = true
    ) {
      self.id = id
      self.queue = queue
      self.revision = revision
      received = revision
      connection = isEnabled ? .connecting(attempt: 0) : .off
    }

    /// A Boolean value that indicates whether the user works online.
    public var isEnabled: Bool { connection != .off }
  }

  /// The connection to the server, with the number of failures since the last one.
  public enum Connection: Codable, Hashable, Sendable {
    case off
    /// The next attempt begins after a pause.
    case waiting(attempt: Int)
    /// The server is being asked.
    case connecting(attempt: Int)
    case online
  }

  /// A message to send.
  public struct Outgoing: Codable, Equatable, Sendable, Identifiable {
    /// The progress of a message in the queue.
    public enum Progress: String, Codable, Sendable {
      /// The message waits for its turn, for a connection, or for a pause.
      case waiting
      /// A request with the message has begun.
      case sending
      /// The server has answered, and the action with the answer is pending.
      case answered
    }

    /// The client ID, with which the server recognizes a repeated message.
    public let id: String
    /// The thread, or `nil` for a new one.
    public var threadID: String?
    /// The subject of a new thread.
    public var subject: String?
    /// The text.
    public var text: String
    /// The time of the message, in milliseconds since 1970.
    public var createdAt: Int64
    /// The number of requests so far.
    public internal(set) var attempts = 0
    /// The progress in the queue.
    public internal(set) var progress = Progress.waiting

    /// Creates the state of an account, with the revision of the app's data and the messages to
    /// send from the disk.
    public init(
      clientID: String, threadID: String? = nil, subject: String? = nil, text: String,
      createdAt: Int64
    ) {
      id = clientID
      self.threadID = threadID
      self.subject = subject
      self.text = text
      self.createdAt = createdAt
    }
  }

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

extension SyncFeature.State {
  typealias Effect = EffectOf<SyncFeature.Action>

  /// Forgets the requests of the previous run, whose answers can't arrive anymore.
  ///
  /// Pending results are dropped, because they will arrive again.
  mutating func start() -> Effect {
    if isEnabled { connection = .connecting(attempt: 0) }
    received = revision
    return .merge(.cancel(id: SyncFeature.ID.results), forgetRequests(andResults: true))
  }

  mutating func enable(_ isEnabled: Bool) -> Effect {
    guard isEnabled != self.isEnabled else { return .none }
    connection = isEnabled ? .connecting(attempt: 0) : .off
    return isEnabled ? .none : forgetRequests(andResults: false)
  }

  mutating func connect() -> Effect {
    guard isEnabled else { return .none }
    connection = .online
    return resend()
  }

  mutating func disconnect() {
    switch connection {
    case .off, .waiting: break
    case .connecting(let attempt): connection = .waiting(attempt: attempt + 1)
    case .online: connection = .waiting(attempt: 1)
    }
  }

  /// Cancels all requests, so that the messages of the queue wait again.
  private mutating func forgetRequests(andResults includesResults: Bool) -> Effect {
    for id in queue.ids where includesResults || queue[id: id]?.progress == .sending {
      queue[id: id]?.progress = .waiting
    }
    return .cancel(id: SyncFeature.ID.sending)
  }

  mutating func submit(_ message: SyncFeature.Outgoing) -> Effect {
    guard queue[id: message.id] == nil else { return .none }
    queue.upsert(message)
    return sendNext()
  }

  /// Sends the first message, unless its request or its result is pending.
  mutating func sendNext() -> Effect {
    guard connection == .online, let id = queue.ids.first, queue[id: id]?.progress == .waiting
    else { return .none }
    queue[id: id]?.progress = .sending
    queue[id: id]?.attempts += 1
    guard let message = queue[id: id] else { return .none }
    return .concatenate(
      .perform(SyncFeature.Command.send(account: self.id, message)).timeout(after: .seconds(30)),
      // The answer cancels this effect, so this action means that there was no answer.
      .send(.sendingFailed(id: id, reason: "The server didn't answer."))
    )
    .catch { .sendingFailed(id: id, reason: "\($0)") }
    .cancellable(id: SyncFeature.ID.sending, cancelInFlight: true)
  }

  /// Sends the first message again if its request began before a connection, in any run.
  mutating func resend() -> Effect {
    if let id = queue.ids.first, queue[id: id]?.progress == .sending {
      queue[id: id]?.progress = .waiting
    }
    return sendNext()
  }

  /// Accepts the first answer for a message.
  ///
  /// The message stays in the queue until the action with the answer removes it. So no stored state
  /// has lost the message without its answer.
  mutating func answer(
    _ id: SyncFeature.Outgoing.ID,
    with action: (SyncFeature.Outgoing) -> SyncFeature.Action
  ) -> Effect {
    guard let message = queue[id: id], message.progress != .answered else { return .none }
    queue[id: id]?.progress = .answered
    return .merge(
      queue.ids.first == id ? .cancel(id: SyncFeature.ID.sending) : .none,
      .send(action(message)).cancellable(id: SyncFeature.ID.results))
  }

  /// Keeps a message whose request failed, and sends it again after a pause.
  mutating func postpone(_ id: SyncFeature.Outgoing.ID) -> Effect {
    guard let message = queue[id: id], message.progress == .sending else { return .none }
    queue[id: id]?.progress = .waiting
    return .send(.sendingDue)
      .delay(for: SyncFeature.pause(after: message.attempts))
      .cancellable(id: SyncFeature.ID.sending, cancelInFlight: true)
  }

  mutating func remove(_ id: SyncFeature.Outgoing.ID) -> Effect {
    queue.remove(id: id)
    return sendNext()
  }

  /// Passes a change to the app, which then has the state of its revision.
  ///
  /// After a gap, a new connection delivers the changes that are missing.
  mutating func receive(_ event: SyncFeature.Event) -> Effect {
    guard event.revision == received + 1 else {
      if event.revision > received { disconnect() }
      return .none
    }
    received = event.revision
    return .send(.applied([event], revision: received)).cancellable(id: SyncFeature.ID.results)
  }
}
