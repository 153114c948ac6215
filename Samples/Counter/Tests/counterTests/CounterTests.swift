// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import counter

/// The feature alone: no terminal, no files.
@Suite struct CounterTests {
  @Test func `Actions add to the count or reset it`() async {
    let store = TestStore(state: Counter.State(), reducer: Counter.reducer)
      .accepting(Counter.Action.self)
    await store.send(.added(2)) { $0.count = 2 }
    await store.send(.added(-5)) { $0.count = -3 }
    await store.send(.reset) { $0.count = 0 }
    await store.finish()
  }

  @Test(arguments: [Int.max, .min])
  func `A sum that doesn't fit fails and leaves the count as it is`(limit: Int) async {
    let store = TestStore(state: Counter.State(count: limit), reducer: Counter.reducer)
      .accepting(Counter.Action.self)
    await store.send(.added(limit.signum())) {
      $0.failures = 1
      $0.reason = "The count stays at \(limit): the sum doesn't fit into an Int."
    }
    await store.send(.added(-limit.signum())) { $0.count = limit - limit.signum() }
    await store.finish()
  }

  @Test func `Each failure is counted, even the same one again`() async {
    let store = TestStore(state: Counter.State(count: 3), reducer: Counter.reducer)
      .accepting(Counter.Action.self)
    await store.send(.failed("no")) { ($0.failures, $0.reason) = (1, "no") }
    await store.send(.failed("no")) { $0.failures = 2 }
    await store.finish()
  }

  @Test(
    arguments: [
      ("+", .added(1)), ("-", .added(-1)), ("+5", .added(5)), ("-3", .added(-3)), ("+0", .added(0)),
      ("+9223372036854775807", .added(.max)), ("-9223372036854775808", .added(.min)),
      ("reset", .reset),
    ] as [(String, Counter.Action)])
  func `A line is an action`(line: String, action: Counter.Action) {
    #expect(Counter.Action(line: line) == action)
  }

  @Test(
    arguments: [
      "", " ", "5", "++", "+-5", "+ 5", "+5.0", "+1e3", "RESET", "nonsense",
      "+9223372036854775808", "\u{1B}[31m", String(repeating: "x", count: 1_000),
    ])
  func `Any other line is a failure that quotes it, in printable characters`(line: String) {
    guard case .failed(let reason) = Counter.Action(line: line) else {
      Issue.record("\(line) is an action")
      return
    }
    #expect(reason.hasSuffix(" is no command: use + - +N -N reset q."))
    #expect(reason.hasPrefix(line.prefix(40).debugDescription))
    #expect(!reason.contains("\u{1B}"))
  }
}
