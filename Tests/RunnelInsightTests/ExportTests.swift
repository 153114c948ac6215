// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelInsight
import Testing

@Suite struct DevToolsTests {
  private struct Lifted: Decodable {
    struct Entry: Decodable {
      struct Action: Decodable {
        let type: String
        let number: Int?
      }

      let type: String
      let action: Action
      let timestamp: Int
    }

    struct Computed: Decodable { let state: Shop.State }

    let actionsById: [String: Entry]
    let computedStates: [Computed]
    let currentStateIndex: Int
    let nextActionId: Int
    let stagedActionIds: [Int]
    let skippedActionIds: [Int]
    let committedState: Shop.State
    let isLocked: Bool
    let isPaused: Bool
  }

  private let store = Store(state: Shop.State(), reducer: Shop.reducer())

  private func session(
    _ count: Int, states: RecordedStates = .everyAction
  ) async throws -> Session {
    try await RunnelInsightTests.session(of: store, states: states) {
      for index in 0..<count {
        store.dispatch(Shop.Action.visited)
        if index % 10 == 0 { store.dispatch(Shop.Cart.Action.add("tea", price: 1)) }
      }
    }
  }

  @Test(arguments: [0, 99, 600])
  func `The lifted state has the last actions, each with its state`(_ count: Int) async throws {
    let session = try await session(count)
    let data = try session.reduxDevTools()
    let lifted = try JSONDecoder().decode(Lifted.self, from: data)
    let exported = Array(session.actions.suffix(500))
    #expect(lifted.nextActionId == exported.count + 1)
    #expect(lifted.stagedActionIds == Array(0...exported.count))
    #expect(lifted.currentStateIndex == exported.count)
    #expect(lifted.computedStates.count == exported.count + 1)
    #expect(lifted.committedState == lifted.computedStates.first?.state)
    #expect(lifted.skippedActionIds.isEmpty && !lifted.isLocked && !lifted.isPaused)
    #expect(lifted.actionsById["0"]?.action.type == "@@INIT")
    for (index, action) in exported.enumerated() {
      let entry = try #require(lifted.actionsById["\(index + 1)"])
      #expect(entry.type == "PERFORM_ACTION")
      #expect(entry.action.number == action.number)
      #expect(["Shop.Action.visited", "Shop.Cart.Action.add"].contains(entry.action.type))
      // Reading a recorded state takes as long as the actions before it.
      guard count < 100 || index % 10 == 9 else { continue }
      let state = try #require(try session.recordedState(after: action.number))
      #expect(
        try JSONDecoder().decode(Shop.State.self, from: state)
          == lifted.computedStates[index + 1].state)
    }
    let start = session.info.start.timeIntervalSince1970 * 1_000
    for entry in lifted.actionsById.values { #expect(Double(entry.timestamp) >= start - 1) }
  }

  @Test func `A part of the state can be exported`() async throws {
    struct Part: Decodable {
      struct Computed: Decodable { let state: Int }
      let computedStates: [Computed]
    }
    let data = try await session(5).reduxDevTools(last: 2, of: ["visits"])
    let states = try JSONDecoder().decode(Part.self, from: data).computedStates
    #expect(states.map(\.state) == [3, 4, 5])
  }

  @Test func `An action without a recorded state has the one before`() async throws {
    let session = try await session(9, states: .none)
    #expect(try session.recordedState(after: 3) == nil)
    let lifted = try #require(
      try JSONSerialization.jsonObject(with: session.reduxDevTools()) as? [String: Any])
    #expect((lifted["computedStates"] as? [Any])?.count == session.actions.count + 1)
  }

  @Test func `After an action that a middleware has ended, the state is the one before`() throws {
    let header = header(states: "everyAction")
    let actions = [1, 3].map { #"{"n":\#($0),"type":"T","text":"t","diff":[[["a"],\#($0)]]}"# }
    let session = try Session(data: data([header, #"{"n":0,"state":{"a":0}}"#] + actions))
    #expect(try session.recordedState(after: 0) == Data(#"{"a":0}"#.utf8))
    #expect(try session.recordedState(after: 2) == Data(#"{"a":1}"#.utf8))
    var changes: [String] = []
    try session.forEachChange(after: 2) { _, described in
      changes += described ?? []
      return true
    }
    #expect(changes == ["a: 1 → 3"])
    #expect(throws: SessionError.self) { try session.recordedState(after: 4) }
  }

  @Test func `The graph of a session has its actions, slices and consumers`() async throws {
    let token = store.scope(\.cart.total).observe { _ in }
    let session = try await RunnelInsightTests.session(of: store, deliveries: true) {
      store.dispatch(Shop.Cart.Action.add("tea", price: 1))
    }
    token.dispose()
    let graph = session.graph(.dot)
    let names = ["Shop.Cart.Action", "State.cart\"", "State.cart.total"]
    for name in names { #expect(graph.contains(name), "\(graph)") }
    #expect(graph.contains("->"))
  }

  @Test func `No name ends its label in a graph`() throws {
    let session = try Session(
      data: data([header(), #"{"n":1,"consumer":"\u0600\"]\\\n\r","slice":"a"}"#]))
    #expect(session.graph(.dot).contains("  n1 [label=\"\u{600}\\\"]\\\\  \", shape=ellipse];"))
    #expect(session.graph(.mermaid).contains("  n1([\"\u{600}#34;]\\#10;#13;\"])"))
  }
}

@Suite struct TraceTests {
  private struct Trace: Decodable {
    struct Event: Decodable {
      let ph: String
      let name: String
      let ts: Double?
      let dur: Double?
      let tid: Int?
      let id: Int?
      let bp: String?
    }

    let traceEvents: [Event]
  }

  @Test func `A trace keeps the rules of its format`() async throws {
    let store = Store(state: Shop.State(), reducer: Shop.reducer())
    let queue = DispatchQueue(label: "observer")
    let tokens = [
      store.scope(\.visits).observe { _ in }, store.scope(\.cart).observe(on: queue) { _ in },
    ]
    await store.settled()
    let session = try await session(of: store, deliveries: true) {
      for index in 0..<200 {
        store.dispatch(Shop.Action.visited)
        if index % 20 == 0 { store.dispatch(Shop.Cart.Action.load) }
      }
    }
    tokens.forEach { $0.dispose() }
    let events = try JSONDecoder().decode(Trace.self, from: session.chromeTrace()).traceEvents

    // Slices of one thread nest.
    let slices = Dictionary(grouping: events.filter { $0.ph == "X" }, by: { $0.tid ?? 0 })
    #expect(slices[1]?.count == 220)
    #expect(slices.count > 1)
    for slices in slices.values {
      var end = 0.0
      for slice in slices.sorted(by: { ($0.ts ?? 0) < ($1.ts ?? 0) }) {
        #expect(slice.ts ?? -1 >= end)
        end = (slice.ts ?? 0) + (slice.dur ?? 0) - 0.0005
      }
    }
    // Each asynchronous slice and each flow has a begin and an end.
    for (begin, end, count) in [("b", "e", 10), ("s", "f", 10)] {
      let begins = events.filter { $0.ph == begin }.compactMap(\.id)
      let ends = events.filter { $0.ph == end }.compactMap(\.id)
      #expect(begins.count == count)
      #expect(Set(begins).count == count)
      #expect(begins.sorted() == ends.sorted())
    }
    #expect(events.filter { $0.ph == "f" }.allSatisfy { $0.bp == "e" })
    #expect(events.contains { $0.ph == "C" && $0.name == "pending actions" })
    #expect(events.contains { $0.ph == "M" && $0.name == "thread_name" })
  }
}
