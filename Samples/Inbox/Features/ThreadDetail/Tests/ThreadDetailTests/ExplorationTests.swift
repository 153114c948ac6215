// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import ThreadDetail

@Suite struct ExplorationTests {
  private func explore(
    runs: Int,
    holds: @escaping @Sendable (ModelServer.State, any Action, ModelServer.State) throws -> Bool
  ) async {
    await RunnelTesting.explore(
      state: ModelServer.State(), reducer: ModelServer.reducer, runs: runs, length: 50,
      actions: { random, state in ModelServer.action(&random, state) },
      performing: { command, random in ModelServer.perform(command, &random) }, holds: holds)
  }

  @Test func `No message is lost, doubled, out of order, or marked twice`() async {
    await explore(runs: 1_000) { before, action, after in
      try Invariants.check(from: before.thread, action, to: after.thread)
      let dates = after.marked.compactMap { id in after.stored.first { $0.id == id }?.sentAt }
      return Set(after.marked).count == after.marked.count && dates == dates.sorted()
    }
  }

  @Test func `From any state, an answer of the server shows all of its messages`() async {
    await explore(runs: 200) { _, _, state in
      var thread = state.thread
      thread.reduce(.loaded(subject: "Otters", state.stored, isStale: false))
      return Array(thread.messages.filter(\.isSent))
        == state.stored.sorted { $0.isOlder(than: $1) }
    }
  }
}

/// A server in the state of an exploration, and the thread of one of its users.
enum ModelServer {
  struct State: Equatable, Sendable {
    var thread = ThreadDetailFeature.State(id: "t", subject: "Otters")
    /// The messages on the server, in the order in which they arrived.
    var stored: [Message] = []
    var replies: [Message] = []
    /// The messages that were marked as read, in order.
    var marked: [Message.ID] = []
  }

  enum Action: Runnel.Action, Equatable {
    /// Another user sends a message, with a clock that is late.
    case written(late: Int64)
    /// A reply arrives on the server, once.
    case arrived(place: Int)
    /// The server, or the cache with its first messages, answers a request.
    case answered(count: Int, isStale: Bool)
    /// The server delivers one of its messages.
    case delivered(place: Int)
  }

  static let reducer = Reducer<State> {
    Reducer.updating(Feature.Action.self) { state, action in
      if case .outgoing(let reply) = action, state.replies.allSatisfy({ $0.id != reply.id }) {
        state.replies.append(reply)
      }
    }
    Reducer<State>.on(Feature.Action.self) { state, action in
      let marked = state.thread.marked
      let effect = Feature.reducer.reduce(&state.thread, action)
      if let new = state.thread.marked, new != marked { state.marked.append(new) }
      return EffectOf(effect)
    }
    Reducer.on(Action.self) { state, action in
      switch action {
      case .written(let late):
        let number = Int64(state.stored.count)
        state.stored.append(message("m\(number)", at: number - late))
        return .none
      case .arrived(let place):
        guard state.replies.indices.contains(place) else { return .none }
        let reply = state.replies[place]
        let number = Int64(state.stored.count)
        if state.stored.allSatisfy({ $0.clientID != reply.clientID }) {
          state.stored.append(reply.stored(as: "m\(number)", at: number))
        }
        return .none
      case .answered(let count, let isStale):
        return .send(
          Feature.Action.loaded(
            subject: "Otters", Array(state.stored.prefix(count)), isStale: isStale))
      case .delivered(let place):
        guard state.stored.indices.contains(place) else { return .none }
        return .send(Feature.Action.received(state.stored[place]))
      }
    }
  }

  static func action(_ random: inout ExplorationRandom, _ state: State) -> any Runnel.Action {
    let place = random.int(in: 0...state.stored.count)
    let client = "c\(random.int(in: 0...state.replies.count))"
    return random.weighted(
      (4, Feature.Action.outgoing(reply(client)) as any Runnel.Action),
      (3, Feature.Action.failed(clientID: client, reason: "rude")),
      (2, Feature.Action.resendTapped(clientID: client)),
      (2, Feature.Action.discardTapped(clientID: client)),
      (2, Feature.Action.opened),
      (1, Feature.Action.retryTapped),
      (1, Feature.Action.closeTapped),
      (4, Action.written(late: Int64(random.int(in: 0...2)))),
      (6, Action.arrived(place: random.int(in: 0...state.replies.count))),
      (8, Action.delivered(place: place)),
      (2, Action.answered(count: place, isStale: random.bool())))
  }

  static func perform(
    _ command: any Command, _ random: inout ExplorationRandom
  ) -> [any Runnel.Action] {
    guard case Feature.Command.load = command else { return [] }
    let cached = Action.answered(count: random.int(in: 0...5), isStale: true)
    let answer = Action.answered(count: .max, isStale: false)
    return random.oneOf(
      [cached, answer], [answer, cached], [answer], [cached],
      [Feature.Action.loadingFailed(reason: "")])
  }
}

struct Broken: Error, CustomStringConvertible {
  let description: String

  static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws {
    if !condition { throw Broken(description: description()) }
  }
}

/// The conditions that hold after every action.
enum Invariants {
  static func check(from before: State, _ action: any Action, to after: State) throws {
    try check(after)
    for message in before.messages {
      let replaced = after.messages.first { $0.clientID == message.clientID }
      let isDiscarded =
        if case Feature.Action.discardTapped(message.id) = action, case .failed = message.status {
          true
        } else { false }
      try Broken.unless(replaced != nil || isDiscarded, "\(message) is lost")
      try Broken.unless(!message.isSent || replaced?.isSent == true, "\(message) is a reply")
    }
    if before.isAnswered, case Feature.Action.loaded(_, _, isStale: true) = action {
      try Broken.unless(before == after, "a stale answer replaced the one of the server")
    }
  }

  static func check(_ state: State) throws {
    let clients = state.messages.map(\.clientID)
    try Broken.unless(Set(clients).count == clients.count, "a client ID is twice in \(clients)")
    let sent = state.messages.prefix(while: \.isSent)
    let replies = state.messages.dropFirst(sent.count)
    try Broken.unless(
      replies.allSatisfy { !$0.isSent && $0.id == $0.clientID }, "the replies aren't at the end")
    try Broken.unless(
      zip(sent, sent.dropFirst()).allSatisfy { $0.isOlder(than: $1) },
      "the messages are not sorted: \(sent.map(\.sentAt))")
  }
}
