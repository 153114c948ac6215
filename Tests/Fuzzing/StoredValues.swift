// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence

/// The model of the stored contents that `.ci/fuzz` damages.
struct Item: Codable, Equatable, Identifiable, Sendable {
  enum Kind: Codable, Equatable {
    case plain
    case priced(Decimal, since: Date?)
    indirect case copy(of: Item)
  }

  var id = 0
  var name = ""
  var weight = 0.0
  var kind = Kind.plain
  var data: Data?
  var link: URL?
  var notes: [String: [Int: Bool]] = [:]
  var children: [Item] = []

  static let edits = Reducer<[Item]>.updating(Append.self) { $0.append($1.item) }
}

struct Append: Action { var item: Item }

/// Loads a value, which is the same when it was saved and loaded again, or is left as it was.
func read(value bytes: Data) {
  let storage = MemoryStorage(bytes)
  let stored = StoredValue(
    in: storage, initial: [Item()], version: 2,
    migrations: [
      Migration(from: 0) { (_: inout JSON) in },
      Migration(from: 1) { (json: inout JSON) in
        guard case .array(var items) = json, !items.isEmpty else { return }
        items[0]["name"] = "migrated"
        json = .array(items)
      },
    ]
  ).filling(with: Item(name: "new"))
  let loaded = stored.load()
  let store = Store(state: loaded.value, reducer: Item.edits, onError: { _ in })
  let saving = store.persist(to: stored)
  store.dispatch(Append(item: Item(id: 1)))
  do {
    try saving.waitUntilFlushed()
  } catch {
    precondition(storage.data == bytes, "\(error)")
    return
  }
  if case .failed(let error) = loaded.outcome { fatalError("saved over what failed: \(error)") }
  precondition(same(stored.load().value, loaded.value + [Item(id: 1)]))
}

/// Loads lines as rows, of which those that can't be loaded stay, and all others are there again.
func read(rows bytes: Data) throws {
  let storage = MemoryEntityStorage()
  var rows: [EntityRow] = []
  for (rank, line) in bytes.split(separator: 10).enumerated() {
    let parts = line.split(separator: 32, maxSplits: 1)
    guard let key = parts.first.map({ String(decoding: $0, as: UTF8.self) }) else { continue }
    if rows.contains(where: { $0.key == key }) { continue }
    let payload = parts.dropFirst().first ?? Data()
    rows.append(EntityRow(key: key, rank: Int64(rank / 2), payload: payload))
  }
  try storage.write(EntityBatch(version: 1, upserts: rows, removals: []))
  let stored = StoredEntities(in: storage, of: Item.self)
  let loaded = stored.load()
  precondition(loaded.value.count + loaded.damagedRows.count == rows.count)
  let reducer = Reducer<Entities<Item>>.updating(Append.self) { $0.upsert($1.item) }
  let store = Store(state: loaded.value, reducer: reducer, onError: { _ in })
  let saving = store.persist(to: stored)
  store.dispatch(Append(item: Item(id: 7, name: "seven")))
  try saving.waitUntilFlushed()
  let again = stored.load()
  let expected = store.state
  precondition(
    same(Array(again.value), Array(expected))
      && again.damagedRows.count >= loaded.damagedRows.count - 1)
}

/// Returns whether values are equal, also where a number isn't equal to itself.
func same(_ one: [Item], _ other: [Item]) -> Bool { one == other || "\(one)" == "\(other)" }

/// Called by libFuzzer with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: bytes, count: count))
  read(value: data)
  try? read(rows: data)
  return 0
}
