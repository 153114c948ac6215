// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

/// Two stores that have loaded one storage, and save to it.
@Suite
struct TwoStoresTests {
  // MARK: Values

  private enum Theme: String, Codable, CaseIterable { case a, b, c, d, e, f, g, h }

  private struct Value: Codable, Equatable, Sendable {
    var count = 0
    var tags: Set<String> = []
    var names: [Theme: Int] = [:]
    var id = ""
  }

  enum Origin: CaseIterable { case set, dictionary, randomMigration, adopted }

  private func stored(_ origin: Origin, in storage: MemoryStorage) -> StoredValue<Value> {
    let stored = StoredValue(
      in: storage, initial: Value(), version: origin == .randomMigration ? 2 : 1,
      migrations: [
        Migration(from: 0) { (_: inout JSON) in },
        Migration(from: 1) { (json: inout JSON) in json["id"] = .string("\(UUID())") },
      ])
    return origin == .adopted ? stored.adopting { ["count": 0, "id": "old"] } : stored
  }

  @Test(arguments: Origin.allCases)
  func `Contract 42: a value that a store hasn't changed replaces none of another store`(
    origin: Origin
  ) async throws {
    let tags = (0..<20).map { #""tag\#($0)""# }.joined(separator: ",")
    let names = Theme.allCases.map { #""\#($0)",1"# }.joined(separator: ",")
    let storage = MemoryStorage(
      #"{"value":{"count":0,"id":"","names":[\#(names)],"tags":[\#(tags)]},"version":1}"#)
    if origin == .adopted { storage.data = nil }
    func session() -> (Store<Value>, Saving) {
      let stored = stored(origin, in: storage)
      let store = makeStore(stored.load().value)
      return (store, store.persist(to: stored))
    }
    let (first, saving) = session()
    let (second, secondSaving) = session()
    second.edit { $0.count = 1 }
    try await secondSaving.flush()
    try await saving.flush()
    #expect(stored(origin, in: storage).load().value == second.state)
    first.edit { $0.count = 2 }
    try await saving.flush()
    #expect(stored(origin, in: storage).load().value == first.state)
  }
}
