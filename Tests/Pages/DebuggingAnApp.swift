// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight

@Suite struct DebuggingArticleTests {
  private typealias Cart = RecordingArticleTests.Cart

  private let store = Store(state: Cart.State(), reducer: Cart.reducer)
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).ndjson")

  @Test func `The examples of recordings work`() async throws {
    let traceURL = url
    defer { try? FileManager.default.removeItem(at: url) }
    #snippet("Why did my view update?")
    let token = store.scope(\.total).observe { _ in }
    store.dispatch(Cart.Action.changed(by: 1))
    await store.settled()
    try await recording.flush()
    token.dispose()

    let session = try Session(contentsOf: url)
    #snippet("Why did my view update?", 2)
    #expect(session.deliveries.contains { $0.number == 1 })
    #snippet("What is slow?", 2)
    #expect(try !Data(contentsOf: url).isEmpty)
  }

  #if canImport(os)
    @Test func `The example of signposts works`() async {
      #snippet("Store+Signposts.swift")
      store.dispatch(Cart.Action.changed(by: 1))
      await store.settled()
      signposts.dispose()
    }
  #endif

  @Test func `The examples of lists and budgets work`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    #snippet("What happened before the crash?", 2)
    #snippet("What is slow?")
    let token = store.observe { _ in }
    await store.settled()
    #snippet("Troubleshooting.md", "My view doesn't update")
    #expect(store.connections.count == 1 && store.reducers.count == 1)
    try await flight.write(to: url)
    token.dispose()
    budgets.dispose()
  }
}
