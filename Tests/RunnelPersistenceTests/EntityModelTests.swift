// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

/// Random sequences of operations, after which the storage must have the elements in order.
@Suite
struct EntityModelTests {
  @Test func `the storage equals the collection after any operations`() async throws {
    for seed in ModelSeeds.all {
      var random = ModelRandom(seed: seed, thread: 0)
      let storage = MemoryEntityStorage()
      let stored = StoredEntities(in: storage, of: Row.self).loaded()
      let store = Store(state: RowState(), reducer: rowReducer, onError: { _ in })
      let saving = store.persist(\.rows, to: stored, delay: .seconds(3600))
      let history = Locked<[Entities<Row>]>([])
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let change = EntityModelTests.operation(&random, history)
        store.edit { change(&$0.rows) }
        if Int.random(in: 0..<4, using: &random) == 0 {
          storage.failure = Int.random(in: 0..<5, using: &random) == 0 ? DiskFull() : nil
          _ = await saving.failure()
        }
      }
      storage.failure = nil
      try await saving.flush()
      let rows = Array(store.state.rows)
      let loaded = StoredEntities(in: storage, of: Row.self).load()
      if Array(loaded.value) != rows || loaded.damagedRows != [] {
        Issue.record("seed \(seed): \(Array(loaded.value)) is stored for \(rows)")
        return
      }
      await saving.discard()
    }
  }

  private static func operation(
    _ random: inout ModelRandom, _ history: Locked<[Entities<Row>]>
  ) -> @Sendable (inout Entities<Row>) -> Void {
    let id = Int.random(in: 0..<12, using: &random)
    let other = Int.random(in: 0..<12, using: &random)
    let place = Int.random(in: 0..<12, using: &random)
    let kind = Int.random(in: 0..<19, using: &random)
    return { rows in
      let position = rows.isEmpty ? 0 : place % rows.count
      switch kind {
      case 0: rows.upsert(Row(id: id, count: other))
      case 1: rows.upsert(contentsOf: [Row(id: id, count: other), Row(id: other)])
      case 2, 3: rows.insert(Row(id: id, count: other), at: position)
      case 4: rows.remove(id: id)
      case 5: rows[id: id]?.count += 1
      case 6: if rows[id: other] == nil { rows[id: id]?.id = other }
      case 7: for position in rows.indices { rows[position].id += 1 }
      case 8: rows.move(fromOffsets: rows.isEmpty ? [] : [position], toOffset: position / 2)
      case 9: rows.sort { ($0.count, $0.id) < ($1.count, $1.id) }
      case 10: rows.removeAll { $0.id % 5 == id % 5 }
      case 11: history.withLock { $0.append(rows) }
      case 12, 13: if let earlier = history.withLock({ $0.popLast() }) { rows = earlier }
      case 14: if !rows.isEmpty { rows.swapAt(position, rows.count - 1) }
      case 15: rows.reverse()
      case 16:
        for id in rows.ids { rows[id: id]?.id += 1 }
        if rows.count > 1 { (rows[0], rows[position]) = (rows[position], rows[0]) }
      case 17: rows = Entities((0..<place).map { Row(id: $0, count: other) })
      default: rows[id: id] = id == other ? nil : Row(id: id, count: place)
      }
    }
  }
}
