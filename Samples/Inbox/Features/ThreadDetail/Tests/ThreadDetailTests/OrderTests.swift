// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import ThreadDetail

/// Events, answers and failures in every order.
@Suite struct OrderTests {
  @Test func `Every order of event, answer, failure and reload ends with one message`() throws {
    let stored = reply("a").stored(as: "2", at: 2)
    let actions: [Feature.Action] = [
      .outgoing(reply("a")), .received(stored), .received(stored),
      .failed(clientID: "a", reason: "late"), .resendTapped(clientID: "a"),
      .received(message("1", at: 1)),
      .loaded(subject: "Otters", [message("1", at: 1), stored], isStale: false),
    ]
    try check(actions, endWith: [message("1", at: 1), stored])
  }

  @Test func `Every order with a stale answer and an answer before the reply keeps all messages`()
    throws
  {
    let stored = reply("a").stored(as: "3", at: 3)
    let actions: [Feature.Action] = [
      .outgoing(reply("a")), .received(stored), .failed(clientID: "a", reason: "late"),
      .received(message("2", at: 2)),
      .loaded(subject: "Otters", [message("1", at: 1)], isStale: true),
      .loaded(subject: "Otters", [message("1", at: 1), message("2", at: 2)], isStale: false),
    ]
    try check(actions, endWith: [message("1", at: 1), message("2", at: 2), stored])
  }

  @Test func `Every order keeps replies without an answer at the end`() throws {
    let actions: [Feature.Action] = [
      .outgoing(reply("a")), .received(message("2", at: 2)), .received(message("1", at: 1)),
      .loaded(subject: "Otters", [message("1", at: 1)], isStale: false),
      .loaded(subject: "Otters", [message("1", at: 1)], isStale: true), .scrolled(by: 1),
    ]
    try check(actions, endWith: [message("1", at: 1), message("2", at: 2), reply("a")])
  }

  @Test func `A failure and a resend count in the order in which they happen`() {
    for order in permutations(of: 3) {
      var state = State.shown(reply("a"))
      let actions: [Feature.Action] = [
        .failed(clientID: "a", reason: "rude"), .resendTapped(clientID: "a"),
        .received(message("1", at: 1)),
      ]
      for place in order { state.reduce(actions[place]) }
      let isFailed = order.filter { $0 != 2 } == [1, 0]
      #expect(
        Array(state.messages) == [message("1", at: 1), isFailed ? reply("a").failed() : reply("a")])
    }
  }

  /// Reduces actions in every order, and checks each state and the last messages.
  private func check(
    _ actions: [Feature.Action], endWith messages: [Message],
    location: SourceLocation = #_sourceLocation
  ) throws {
    var orders = 0
    for order in permutations(of: actions.count) {
      var state = State(id: "t", subject: "Otters")
      for place in order {
        let before = state
        state.reduce(actions[place])
        try Invariants.check(from: before, actions[place], to: state)
      }
      orders += 1
      guard Array(state.messages) == messages else {
        Issue.record(
          "\(order.map { actions[$0] }) ended with \(state.messages)",
          sourceLocation: location)
        return
      }
    }
    #expect(orders == (1...actions.count).reduce(1, *), sourceLocation: location)
  }

  private func permutations(of count: Int) -> [[Int]] {
    (0..<count).reduce([[]]) { orders, new in
      orders.flatMap { order in
        (0...order.count).map { place in
          var order = order
          order.insert(new, at: place)
          return order
        }
      }
    }
  }
}
