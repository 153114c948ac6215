// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import Sync

struct Broken: Error, CustomStringConvertible {
  let description: String

  static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws {
    if !condition { throw Broken(description: description()) }
  }
}

@Suite struct ExplorationTests {
  private func explore(
    runs: Int, length: Int,
    holds: @escaping @Sendable (ModelApp.State, any Action, ModelApp.State) throws -> Void
  ) async {
    await RunnelTesting.explore(
      state: ModelApp.State(), reducer: ModelApp.reducer, runs: runs, length: length,
      actions: { random, state in ModelApp.action(&random, state) },
      performing: { try ModelApp.perform($0, &$1) },
      holds: { before, action, after in
        try holds(before, action, after)
        return true
      })
  }

  @Test func `Each message ends once, and each change is applied once in order`() async {
    await explore(runs: 2_000, length: 60) { before, _, after in
      try Self.check(after)
      if let old = before.session, let new = after.session, old.id == new.id {
        try Broken.unless(new.sync.revision >= old.sync.revision, "the revision went back")
      }
      for session in after.sessions {
        try Broken.unless(
          session.applied == (0..<session.sync.revision).map { $0 + 1 }, "\(session.applied)")
      }
    }
  }

  @Test func `From any state, a server that answers empties the queue`() async {
    await explore(runs: 200, length: 40) { _, _, state in
      guard state.session != nil else { return }
      let end = Self.drained(state)
      try Self.check(end)
      try Broken.unless(end.session?.sync.queue.isEmpty != false, "the queue isn't empty")
    }
  }

  /// Checks that no message is lost, doubled or moved.
  static func check(_ state: ModelApp.State) throws {
    for session in state.sessions {
      let stored = state.stored[session.id] ?? []
      let ends = session.confirmed + session.rejected + session.sync.queue.ids
      try Broken.unless(
        ends.sorted() == session.submitted.map(\.id).sorted(),
        "\(ends) are not the submitted messages")
      try Broken.unless(
        Set(stored.map(\.id)).count == stored.count, "a message is twice on the server")
      try Broken.unless(
        stored.map(\.id).filter { !session.sync.queue.ids.contains($0) } == session.confirmed,
        "the confirmed messages are not those of the server")
      let order = session.submitted.filter { message in stored.contains { $0.id == message.id } }
      try Broken.unless(order.map(\.id) == stored.map(\.id), "the order has changed")
    }
  }

  /// Returns the state after a restart, with a connection that lasts and a server that answers.
  private static func drained(_ state: ModelApp.State) -> ModelApp.State {
    var state = state
    func reduce(_ action: some Action) { ModelApp.reducer.reduce(&state, action) }
    reduce(SyncFeature.Action.started)
    reduce(SyncFeature.Action.enabled(true))
    reduce(SyncFeature.Action.connected)
    while let session = state.session, let message = session.sync.queue.first {
      guard message.progress == .sending else { break }
      if message.text == "reject-me" {
        reduce(SyncFeature.Action.refused(id: message.id, reason: ""))
        reduce(SyncFeature.Action.rejected(message, reason: ""))
      } else {
        reduce(ModelApp.Action.arrived(account: session.id, message))
        reduce(SyncFeature.Action.sent(id: message.id, payload: ""))
        reduce(SyncFeature.Action.confirmed(message, payload: ""))
      }
    }
    return state
  }
}

/// A small app with a server in its state, for an exploration.
enum ModelApp {
  /// The session of one account: the feature, and the data that the app stores with it.
  struct Session: Equatable, Sendable, Identifiable {
    var sync: SyncFeature.State
    var submitted: [Outgoing] = []
    var confirmed: [Outgoing.ID] = []
    var rejected: [Outgoing.ID] = []
    var applied: [Int64] = []

    var id: String { sync.id }

    init(_ account: String) { sync = SyncFeature.State(id: account) }
  }

  struct State: Equatable, Sendable {
    var session: Session? = Session("ada")
    /// The sessions as they were when they ended.
    var disk: [String: Session] = [:]
    /// The messages on the server, in the order in which they arrived.
    var stored: [String: [Outgoing]] = [:]
    /// The number of changes on the server.
    var revision: Int64 = 0

    var sessions: [Session] { disk.values + (session.map { [$0] } ?? []) }
  }

  enum Action: Runnel.Action, Equatable {
    /// The program ends without notice. Its session is on the disk.
    case crashed
    /// The program starts with an account, whose session is restored.
    case launched(String)
    /// A request with a message reached the server.
    case arrived(account: String, Outgoing)
    /// The server changes for another reason.
    case changed
    /// The connection delivers the change with a number, if the server has it.
    case delivered(Int64)
    /// An answer for a stored message arrives late or again, from outside of the request.
    case repeated(place: Int)
  }

  static let reducer = Reducer<State> {
    Reducer<Session> {
      Reducer.updating(SyncFeature.Action.self) { session, action in
        switch action {
        case .submitted(let message): session.submitted.append(message)
        case .confirmed(let message, _): session.confirmed.append(message.id)
        case .rejected(let message, _): session.rejected.append(message.id)
        case .applied(let events, _): session.applied += events.map(\.revision)
        default: break
        }
      }
      SyncFeature.reducer.scope(\.sync)
    }
    .ifPresent(\.session, id: \.id)
    Reducer.on(Action.self) { state, action in
      switch action {
      case .crashed:
        if let session = state.session { state.disk[session.id] = session }
        state.session = nil
        return .none
      case .launched(let account):
        if let session = state.session { state.disk[session.id] = session }
        state.session = state.disk.removeValue(forKey: account) ?? Session(account)
        return .send(SyncFeature.Action.started)
      case .arrived(let account, let message):
        let isNew = state.stored[account, default: []].allSatisfy { $0.id != message.id }
        guard isNew else { return .none }
        state.stored[account, default: []].append(message)
        state.revision += 1
        return .none
      case .changed:
        state.revision += 1
        return .none
      case .delivered(let revision):
        guard (1...state.revision + 1).contains(revision + 1) else { return .none }
        return .send(SyncFeature.Action.received(event(revision)))
      case .repeated(let place):
        let stored = state.session.flatMap { state.stored[$0.id] } ?? []
        guard stored.indices.contains(place) else { return .none }
        return .send(SyncFeature.Action.sent(id: stored[place].id, payload: ""))
      }
    }
  }

  static func action(_ random: inout ExplorationRandom, _ state: State) -> any Runnel.Action {
    let count = state.sessions.reduce(0) { $0 + $1.submitted.count }
    let text = random.weighted((4, "hello"), (1, "reject-me"))
    let new = message("\(count)", thread: random.oneOf("a", "b"), text: text)
    let revision = Int64(random.int(in: 0...Int(state.revision)))
    let stored = state.session.flatMap { state.stored[$0.id] } ?? []
    return random.weighted(
      (8, SyncFeature.Action.submitted(new) as any Runnel.Action),
      (6, SyncFeature.Action.connected),
      (4, SyncFeature.Action.disconnected(reason: "")),
      (2, SyncFeature.Action.waited),
      (1, SyncFeature.Action.enabled(random.bool())),
      (4, Action.changed),
      (8, Action.delivered(revision)),
      (2, Action.repeated(place: random.int(in: 0...stored.count))),
      (1, Action.crashed),
      (2, Action.launched(random.oneOf("ada", "ben"))))
  }

  static func perform(
    _ command: any Command, _ random: inout ExplorationRandom
  ) throws -> [any Runnel.Action] {
    switch command {
    case SyncFeature.Command.send(let account, let message):
      if message.text == "reject-me" {
        return [SyncFeature.Action.refused(id: message.id, reason: "")]
      }
      let arrived = Action.arrived(account: account, message)
      let sent = SyncFeature.Action.sent(id: message.id, payload: "")
      switch random.int(in: 0...5) {
      case 0, 1: return [arrived, sent]
      case 2: return [arrived, sent, sent]
      case 3: return [arrived]
      case 4: return [arrived, SyncFeature.Action.sendingFailed(id: message.id, reason: "")]
      default: throw Unavailable()
      }
    default: return []
    }
  }
}
