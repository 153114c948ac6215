// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import RunnelPersistence

/// The number of copies, reads and rows that saving costs.
@Suite
struct CostTests {
  private let clock = ManualClock()
  private let storage = MemoryStorage()
  private let copies = Counter()
  private let store: Store<LargeState>
  private let saving: Saving

  init() async {
    let state = LargeState(count: 10_000)
    store = Store(state: state, reducer: .writing(countingIn: copies), clock: clock)
    saving = store.persist(\.array, to: StoredValue(in: storage, initial: state.array).loaded())
    await clock.advance(by: .seconds(1))
    copies.reset()
  }

  private func change(times: Int) {
    for _ in 0..<times { store.dispatch(Append(number: 0)) }
  }

  @Test func `a large slice is copied at most once for each write`() async {
    for count in 1...20 {
      change(times: 100)
      await clock.advance(by: .seconds(1))
      #expect(storage.writeCount == count)
    }
    #expect(copies.value <= 20)
  }

  @Test func `a burst reads the slice once`() async throws {
    #expect(store.connections.map(\.deliveryCount) == [1])
    change(times: 10_000)
    await clock.advance(by: .seconds(2))
    #expect(store.connections.map(\.deliveryCount) == [2])
    #expect(copies.value <= 1)
    try await saving.flush()
    #expect(store.connections.map(\.deliveryCount) == [2])
  }

  // MARK: Ranks

  private typealias Table = RankTable<Int>

  private func place(_ run: Table.Run, in table: inout Table) throws -> Int {
    let renumbered = table.place([run])
    return try #require(renumbered, "a neighbor has no rank").count
  }

  @Test(arguments: [0, 1, 2])
  func `insertions of rows at an end or in the middle renumber few other ones`(end: Int) throws {
    var table = Table()
    var order: [Int] = []
    var renumbered = 0
    for id in 0..<1_500 {
      let position = [0, order.count, order.count / 2][end]
      let run = Table.Run(
        ids: [id], previous: position > 0 ? order[position - 1] : nil,
        next: position < order.count ? order[position] : nil)
      renumbered += try place(run, in: &table)
      order.insert(id, at: position)
    }
    #expect(table.ranks.sorted { $0.value < $1.value }.map(\.key) == order)
    #expect(renumbered <= [0, 0, 12 * 1_500][end])
  }

  @Test func `insertions behind one row renumber its neighborhood`() throws {
    var table = Table()
    _ = table.place([Table.Run(ids: Array(0..<2_000))])
    var next = 1_001
    var renumbered = 0
    for id in 2_000..<3_000 {
      renumbered += try place(Table.Run(ids: [id], previous: 1_000, next: next), in: &table)
      next = id
    }
    #expect(renumbered < 10_000)
  }

  @Test func `ranks at the limits are renumbered`() throws {
    var table = Table([1: .min, 2: .max])
    #expect(try place(Table.Run(ids: [0], next: 1), in: &table) > 0)
    _ = try place(Table.Run(ids: [3], previous: 2), in: &table)
    #expect(table.ranks.sorted { $0.value < $1.value }.map(\.key) == [0, 1, 2, 3])
  }
}
