// SPDX-License-Identifier: MIT

import Runnel
import RunnelPersistence
import RunnelTestSupport
import Testing

/// Random operations, after which two storages of a store must have the elements in order.
@Suite struct EntityModelTests {
  /// An element whose ID can equal another one with another key.
  private struct Element: Codable, Identifiable, Equatable, Sendable {
    struct ID: Hashable, Codable, Sendable {
      var number: Int
      var isTwin: Bool
      static func == (left: ID, right: ID) -> Bool { left.number == right.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    var id: ID
    var count: Int
  }

  @Test func `Contract 42: the storage equals the collection after any operations`() async throws {
    for seed in ModelSeeds.all {
      var random = ModelRandom(seed: seed, thread: 0)
      let (storage, hasTwins) = (MemoryEntityStorage(), seed % 2 == 0)
      let first = elements(Int.random(in: 0..<4, using: &random), count: 1, hasTwins: false)
      try await Session(StoredEntities(in: storage, of: Element.self)).save { $0 = first }
      // Equal IDs, which are other keys.
      let store = makeStore(elements(first.count, count: 1, hasTwins: hasTwins))
      let connections = [storage, MemoryEntityStorage()].map { storage in
        let stored = StoredEntities(in: storage, of: Element.self).loaded()
        return (storage, store.persist(to: stored, delay: .seconds(3600)))
      }
      let history = Locked<[Entities<Element>]>([])
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        store.edit(operation(&random, hasTwins: hasTwins, history))
        for (storage, saving) in connections where Int.random(in: 0..<4, using: &random) == 0 {
          storage.failure = Int.random(in: 0..<5, using: &random) == 0 ? DiskFull() : nil
          _ = await saving.failure()
        }
      }
      for (storage, saving) in connections {
        storage.failure = nil
        try await saving.flush()
        let elements = Array(store.state)
        let loaded = StoredEntities(in: storage, of: Element.self).load()
        if Array(loaded.value) != elements || loaded.damagedRows != [] {
          Issue.record("seed \(seed): \(Array(loaded.value)) is stored for \(elements)")
          return
        }
        await saving.discard()
      }
    }
  }

  private func elements(_ number: Int, count: Int, hasTwins: Bool) -> Entities<Element> {
    Entities(
      (0..<number).map { number in
        Element(id: Element.ID(number: number, isTwin: hasTwins && number % 2 == 0), count: count)
      })
  }

  private func operation(
    _ random: inout ModelRandom, hasTwins: Bool, _ history: Locked<[Entities<Element>]>
  ) -> @Sendable (inout Entities<Element>) -> Void {
    let isTwin = hasTwins && Bool.random(using: &random)
    let id = Element.ID(number: Int.random(in: 0..<12, using: &random), isTwin: isTwin)
    let other = Element.ID(
      number: Int.random(in: 0..<12, using: &random), isTwin: hasTwins && !isTwin)
    let place = Int.random(in: 0..<12, using: &random)
    let kind = Int.random(in: 0..<20, using: &random)
    let element = Element(id: id, count: other.number)
    return { rows in
      let position = rows.isEmpty ? 0 : place % rows.count
      switch kind {
      case 0: rows.upsert(element)
      case 1: rows.upsert(contentsOf: [element, Element(id: other, count: 0)])
      case 2, 3: rows.insert(element, at: position)
      case 4: rows.remove(id: id)
      case 5: rows[id: id]?.count += 1
      case 6: if rows[id: other] == nil { rows[id: id]?.id = other }
      case 7: for position in rows.indices { rows[position].id.number += 1 }
      case 8: rows.move(fromOffsets: rows.isEmpty ? [] : [position], toOffset: position / 2)
      case 9: rows.sort { ($0.count, $0.id.number) < ($1.count, $1.id.number) }
      case 10: rows.removeAll { $0.id.number % 5 == id.number % 5 }
      case 11: history.withLock { $0.append(rows) }
      case 12, 13: if let earlier = history.withLock({ $0.popLast() }) { rows = earlier }
      case 14: if !rows.isEmpty { rows.swapAt(position, rows.count - 1) }
      case 15: rows.reverse()
      case 16:
        for id in rows.ids { rows[id: id]?.id.number += 1 }
        if rows.count > 1 { (rows[0], rows[position]) = (rows[position], rows[0]) }
      case 17: rows = elements(place, count: place, hasTwins: hasTwins)
      case 18:
        // A closure that throws leaves the order in doubt.
        func check(_ element: Element) throws { if element.id == id { throw DiskFull() } }
        try? rows.removeAll { element in
          try check(element)
          return element.count % 2 == 0
        }
        try? rows.sort { left, right in
          try check(left)
          return left.count < right.count
        }
      default: rows[id: id] = id == other ? nil : element
      }
    }
  }
}
