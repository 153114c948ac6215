// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import RunnelPersistence

@Suite
struct RankTableTests {
  private typealias Table = RankTable<Int>

  private func place(_ runs: [Table.Run], in table: inout Table) -> Set<Int> {
    guard let renumbered = table.place(runs) else {
      Issue.record("A neighbor has no rank.")
      return []
    }
    return renumbered
  }

  @Test func `insertions renumber few other elements`() throws {
    for end in [0, 1, 2] {
      var table = Table()
      var order: [Int] = []
      var renumbered = 0
      for id in 0..<1_500 {
        let position = [0, order.count, order.count / 2][end]
        let run = Table.Run(
          ids: [id], previous: position > 0 ? order[position - 1] : nil,
          next: position < order.count ? order[position] : nil)
        renumbered += place([run], in: &table).count
        order.insert(id, at: position)
      }
      #expect(table.ranks.sorted { $0.value < $1.value }.map(\.key) == order)
      #expect(renumbered == [0, 0, renumbered][end])
      #expect(renumbered <= 12 * 1_500)
    }
  }

  @Test func `insertions behind one element renumber its neighborhood`() throws {
    var table = Table()
    _ = table.place([Table.Run(ids: Array(0..<2_000))])
    var next = 1_001
    var renumbered = 0
    for id in 2_000..<3_000 {
      renumbered +=
        place([Table.Run(ids: [id], previous: 1_000, next: next)], in: &table)
        .count
      next = id
    }
    #expect(renumbered < 10_000)
  }

  @Test func `ranks at the limits are renumbered`() throws {
    var table = Table([1: .min, 2: .max])
    let renumbered = place([Table.Run(ids: [0], next: 1)], in: &table)
    #expect(!renumbered.isEmpty)
    let others = place([Table.Run(ids: [3], previous: 2)], in: &table)
    #expect(others.isEmpty == false || others == [])
    let order = table.ranks.sorted { $0.value < $1.value }.map(\.key)
    #expect(order == [0, 1, 2, 3])
  }
}
