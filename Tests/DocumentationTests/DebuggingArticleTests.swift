// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelInsight
import Testing

/// The examples of the article on debugging.
@Suite struct DebuggingArticleTests {
  private typealias Cart = RecordingArticleTests.Cart

  private let store = Store(state: Cart.State(), reducer: Cart.reducer)
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).ndjson")

  @Test func `The examples of recordings work`() async throws {
    let traceURL = url
    defer { try? FileManager.default.removeItem(at: url) }
    let recording = try store.record(to: url, states: .everyAction, deliveries: true)
    let token = store.scope(\.total).observe { _ in }
    store.dispatch(Cart.Action.changed(by: 1))
    await store.settled()
    try await recording.flush()
    token.dispose()

    let session = try Session(contentsOf: url)
    for delivery in session.deliveries where delivery.consumer == "CartView" {
      try session.forEachChange(after: delivery.number - 1) { action, changes in
        print(action, changes ?? [])
        return action.number < delivery.number
      }
    }
    #expect(session.deliveries.contains { $0.number == 1 })
    try session.chromeTrace().write(to: traceURL)
    #expect(try !Data(contentsOf: url).isEmpty)
  }

  #if canImport(os)
    @Test func `The example of signposts works`() async {
      let signposts = store.signposts()
      store.dispatch(Cart.Action.changed(by: 1))
      await store.settled()
      signposts.dispose()
    }
  #endif

  @Test func `The examples of lists and budgets work`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let flight = store.record(last: 5_000)
    let budgets = store.budgets(.init(reduce: .milliseconds(4), delivery: .milliseconds(8))) {
      print($0)
    }
    let token = store.observe { _ in }
    await store.settled()
    for connection in store.connections { print(connection) }
    for reducer in store.reducers { print(reducer) }
    #expect(store.connections.count == 1 && store.reducers.count == 1)
    try await flight.write(to: url)
    token.dispose()
    budgets.dispose()
  }
}
