// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelInsight
import Testing

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
    let data = try await record(store, deliveries: true) {
      for index in 0..<200 {
        store.dispatch(Shop.Action.visited)
        if index % 20 == 0 { store.dispatch(Shop.Cart.Action.load) }
      }
    }
    tokens.forEach { $0.dispose() }
    let session = try Session(data: data)
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
