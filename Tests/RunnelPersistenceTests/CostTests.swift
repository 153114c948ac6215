// SPDX-License-Identifier: MIT

import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct CostTests {
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
    for _ in 0..<times { store.dispatch(RowTap()) }
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

  @Test func `a collection is compared with its rows once, and after a change if they are unknown`()
    async throws
  {
    let storage = MemoryEntityStorage()
    let stored = StoredEntities(in: storage, of: Row.self).loaded()
    let store = makeStore([Row(id: 1), Row(id: 2)] as Entities<Row>)
    var saving = store.persist(to: stored)
    try await saving.flush()
    let reads = storage.readCount
    store.edit { $0[id: 1]?.count = 1 }
    try await saving.flush()
    saving.dispose()
    try await saving.flush()
    saving = store.persist(to: stored)
    try await saving.flush()
    #expect(storage.readCount == reads)
    store.edit { $0[id: 1]?.count = 2 }
    try await saving.flush()
    #expect(storage.readCount == reads + 1)
  }

  /// Inserts rows, each followed by a save.
  private func insert(
    _ ids: Range<Int>, into session: Session<Entities<Row>>,
    at place: @escaping @Sendable (Int) -> Int
  ) async throws {
    for id in ids {
      try await session.save { $0.insert(Row(id: id), at: place($0.count)) }
    }
  }

  @Test(arguments: [0, 1, 2])
  func `an insertion at an end or in the middle writes few other rows`(place: Int) async throws {
    let storage = MemoryEntityStorage()
    let session = Session(storage)
    try await insert(0..<500, into: session) { [0, $0, $0 / 2][place] }
    #expect(rows(in: storage) == Array(session.store.state))
    #expect(storage.writtenRowCount <= [1, 1, 13][place] * 500)
  }

  @Test func `insertions behind one row write its neighborhood`() async throws {
    let storage = MemoryEntityStorage()
    let session = Session(storage)
    session.edit { $0.upsert(contentsOf: (0..<1_000).map { Row(id: $0) }) }
    try await insert(1_000..<1_400, into: session) { _ in 501 }
    #expect(rows(in: storage) == Array(session.store.state))
    #expect(storage.writtenRowCount < 1_400 + 4_000)
    // A sort that swaps neighbors finds no room between the others, either.
    let places = Dictionary(
      uniqueKeysWithValues: session.store.state.ids.enumerated().map { ($1, $0) })
    try await session.save { $0.sort { places[$0.id ^ 1] ?? 0 < places[$1.id ^ 1] ?? 0 } }
    #expect(session.store.state.ids.prefix(2) == [1, 0])
    #expect(rows(in: storage) == Array(session.store.state))
  }

  @Test func `rows are inserted beside those with the first and the last rank`() async throws {
    let limits = [Int64.min, .max].enumerated()
    let storage = MemoryEntityStorage(
      rows: limits.map { row("\($0)", rank: $1, #"{"id":\#($0),"count":0}"#) })
    try await Session(storage).save { rows in
      rows.insert(Row(id: 2), at: 0)
      rows.upsert(Row(id: 3))
    }
    #expect(rows(in: storage).map(\.id) == [2, 0, 1, 3])
  }
}
