// SPDX-License-Identifier: MIT

@Suite struct OfflineWorkTests {
  struct Draft: Codable, Equatable, Sendable, Identifiable {
    let id: String
    var text: String
  }

  struct Message: Codable, Equatable, Sendable, Identifiable {
    let id: String
    let text: String
    var revision: Int
  }

  enum Connection: Codable, Hashable, Sendable {
    case waiting(failures: Int)
    case connecting(failures: Int)
    case online
  }

  #snippet("Keep a queue in the state")

  enum SessionAction: Action, Equatable {
    case started
    case sendTapped(Draft.ID)
    case sent(Message), refused(Outgoing.ID, reason: String), failed(Outgoing.ID), due
    case connected, disconnected, waited
    case received(Message)
  }

  enum Remote: Command, Equatable {
    case send(account: String, Outgoing)
    case listen(account: String, since: Int)
  }

  enum EffectID { case sending }

  static let sessionReducer = Reducer<Session>.on(SessionAction.self) { session, action in
    switch action {
    case .started: return session.restart()
    case .sendTapped(let id):
      return session.submit(id)
      #snippet("Send each message once", 2)
    case .refused(let id, let reason): return session.takeBack(id, reason)
    case .failed(let id): return session.postpone(id)
    case .due: return session.sendNext()
    case .connected:
      session.connection = .online
      if let id = session.queue.ids.first { session.queue[id: id]?.isSending = false }
      return session.sendNext()
    case .disconnected:
      session.connection = .waiting(failures: session.connection.failures + 1)
    case .waited:
      session.connection = .connecting(failures: session.connection.failures)
    case .received(let message):
      session.place(message)
      session.revision = max(session.revision, message.revision)
    }
    return .none
  }

  #snippet("Reconnect with backoff")

  struct Desk: Codable, Equatable, Sendable {
    var queue: Entities<Outgoing> = []
    var drafts: Entities<Draft> = []
  }

  #snippet("Store the queue and the drafts in one write", 2)

  /// A session and its server.
  struct Model: Equatable, Sendable {
    var session = Session(id: "ada")
    var made = 0
    var stored: [String] = []
  }

  enum ServerAction: Action, Equatable { case written(String), arrived(String), answered(String) }

  static let modelReducer = Reducer<Model> {
    sessionReducer.scope(\Model.session)
    Reducer.on(ServerAction.self) { model, action in
      switch action {
      case .written(let text):
        model.session.drafts.upsert(Draft(id: "\(model.made)", text: text))
        model.made += 1
      case .arrived(let id):
        if !model.stored.contains(id) { model.stored.append(id) }
      case .answered(let id):
        guard let place = model.stored.firstIndex(of: id) else { return .none }
        return .send(SessionAction.sent(Message(id: id, text: "", revision: place + 1)))
      }
      return .none
    }
  }

  private struct Offline: Error {}

  @Test func `The pauses between attempts to connect grow, and a connection resets them`() async {
    let attempts = Counter()
    let clock = ManualClock()
    let store = Store(state: Session(id: "ada"), reducer: Self.sessionReducer, clock: clock)
      .accepting(SessionAction.self)
    let handler = store.handle(Remote.self) { _ in
      attempts.increment()
      return .run { send in
        if attempts.value < 4 { throw Offline() }
        send(.connected)
        try await send.sleep(for: .seconds(3600))
      }
    }
    let connection = Self.start(on: store)
    for (seconds, count) in [(6, 3), (1, 4)] {
      await clock.advance(by: .seconds(seconds))
      #expect(attempts.value == count)
    }
    #expect(store.state.connection == .online)
    await clock.advance(by: .seconds(3600))
    #expect(store.state.connection == .waiting(failures: 1))
    connection.dispose()
    handler.dispose()
  }

  @Test func `A message is shown at once, sent once, and taken back if it is refused`() async {
    let clock = ManualClock()
    let start = Session(
      id: "ada", drafts: [Draft(id: "d1", text: "Hello"), Draft(id: "d2", text: "Rude")],
      connection: .online)
    let store = Store(state: start, reducer: Self.sessionReducer, clock: clock)
      .accepting(SessionAction.self)
    let sent = Message(id: "d1", text: "Hello", revision: 1)
    let spy = CommandSpy(Remote.self, sending: SessionAction.self) { command in
      guard case .send(_, let message) = command else { return .none }
      return .once {
        if message.id == "d2" { return .refused("d2", reason: "rude") }
        if message.attempts == 1 { throw Offline() }
        return .sent(sent)
      }
    }
    let handler = store.handle(with: spy)
    store.send(.sendTapped("d1"))
    #expect(store.state.shown == ["Hello …"])
    await clock.advance(by: .zero)
    store.send(.sendTapped("d2"))
    await clock.advance(by: .seconds(60))
    #expect(store.state.messages == [sent])
    #expect(store.state.shown == ["Hello"])
    #expect(store.state.drafts == [Draft(id: "d2", text: "Rude")])
    #expect(store.state.notice == "Not sent: rude")
    #expect(spy.commands.count == 3)
    handler.dispose()
  }

  @Test func `A revision is saved after its rows, and not without them`() async throws {
    let rowStorage = MemoryEntityStorage()
    let database = (desk: MemoryStorage(), revision: MemoryStorage())
    let session = Store(state: Session(id: "ada"), reducer: Self.sessionReducer, onError: { _ in })
    let rows = StoredEntities(in: rowStorage, of: Message.self)
    _ = rows.load()
    let desk = StoredValue(in: database.desk, initial: Desk())
    #snippet("Store the queue and the drafts in one write")
    session.dispatch(SessionAction.received(Message(id: "m1", text: "Hi", revision: 1)))
    try await savings[1].flush()
    // The rows were flushed before their delay.
    #expect(rowStorage.writtenRowCount == 1)

    rowStorage.failure = Offline()
    session.dispatch(SessionAction.received(Message(id: "m2", text: "Hi", revision: 2)))
    await #expect(throws: PersistenceError.self) { try await savings[1].flush() }
    #expect(StoredValue(in: database.revision, initial: 0).load().value == 1)
    for saving in savings { await saving.discard() }
  }

  @Test func `No message is lost or doubled`() async {
    await explore(state: Model(), reducer: Self.modelReducer, runs: 250) { random, model in
      let draft = model.session.drafts.ids.randomElement(using: &random) ?? ""
      return random.oneOf(
        ServerAction.written(random.oneOf("Hello", "Rude")) as any Action,
        SessionAction.sendTapped(draft), SessionAction.connected,
        SessionAction.disconnected, SessionAction.waited, SessionAction.started)
    } performing: { command, random in
      guard case Remote.send(_, let message) = command else { return [] }
      if message.text == "Rude" { return [SessionAction.refused(message.id, reason: "rude")] }
      let arrived = ServerAction.arrived(message.id)
      switch random.int(in: 0...3) {
      case 0: return [arrived, ServerAction.answered(message.id)]
      case 1: return [arrived]
      case 2: return [arrived, SessionAction.failed(message.id)]
      default: throw Offline()
      }
    } holds: { model in
      let session = model.session
      let places = session.drafts.ids + session.queue.ids + session.messages.ids
      return Set(places).count == model.made && places.count == model.made
        && Set(model.stored).count == model.stored.count
        && session.messages.ids.allSatisfy(model.stored.contains)
    }
  }
}

extension OfflineWorkTests.Connection {
  typealias Connection = OfflineWorkTests.Connection

  enum Link: Hashable { case pause(failures: Int), socket }

  var link: Link {
    if case .waiting(let failures) = self { .pause(failures: failures) } else { .socket }
  }

  var failures: Int {
    switch self {
    case .waiting(let failures), .connecting(let failures): failures
    case .online: 0
    }
  }
}

extension OfflineWorkTests.Session {
  typealias Draft = OfflineWorkTests.Draft
  typealias Outgoing = OfflineWorkTests.Outgoing
  typealias Message = OfflineWorkTests.Message
  typealias Remote = OfflineWorkTests.Remote
  typealias EffectID = OfflineWorkTests.EffectID
  typealias SessionAction = OfflineWorkTests.SessionAction

  static func pause(after failures: Int) -> Duration {
    .seconds(min(30, 1 << min(max(failures - 1, 0), 5)))
  }

  #snippet("Keep a queue in the state", 2)
  #snippet("Send each message once")

  mutating func restart() -> EffectOf<SessionAction> {
    connection = .connecting(failures: 0)
    for id in queue.ids { queue[id: id]?.isSending = false }
    return .cancel(id: EffectID.sending)
  }

  #snippet("Roll back a refused change")
  #snippet("Resolve conflicts with revisions")
  #snippet("Show changes at once")

  var desk: OfflineWorkTests.Desk { OfflineWorkTests.Desk(queue: queue, drafts: drafts) }
}
