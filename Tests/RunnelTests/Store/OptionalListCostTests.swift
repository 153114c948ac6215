// SPDX-License-Identifier: MIT

import Testing

@testable import Runnel

private struct Row: Equatable, Sendable, Identifiable {
  let id: Int
  var count = 0
}

private struct Holder: Equatable, Sendable {
  var rows: [Row]? = (0..<100).map { Row(id: $0) }
}

private struct Increment: ElementAction { let elementID: Int }

@Suite struct OptionalListCostTests {
  /// Each action that enters an optional searches this list.
  @Test func `Contract 28: a search for a retained optional skips the elements of its list`()
    async
  {
    let row = Reducer<Row>.on(Increment.self) { row, _ in row.count += 1 }
    let rows = Reducer<[Row]> { row.forEach(\.self) }
    let store = Store(state: Holder(), reducer: rows.ifPresent(\.rows))
    let list = store.scope(ifPresent: \.rows)
    let scopes = (0..<100).map { list?.scope(\.self, id: $0) }
    #expect(store.engine.rootSlice.retainingOptionals.count == 1)
    store.dispatch(Increment(elementID: 50))
    await store.settled()
    #expect(scopes[50]?.state.count == 1)
  }
}
