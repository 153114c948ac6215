// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

/// Faults that lost data, or never returned, before they were fixed.
@Suite
struct DataLossRegressionTests {
  private let file = MemoryStorage()
  private let rows = MemoryEntityStorage()

  private func rowStore(_ state: RowState) -> Store<RowState> {
    Store(state: state, reducer: rowReducer, onError: { _ in })
  }

  /// A storage that couldn't be read while the value was loaded was later overwritten.
  @Test func `a storage that was unreadable when it was loaded is not overwritten later`()
    async throws
  {
    try await rowStore(RowState(rows: [Row(id: 1)])).persist(
      \.rows, to: StoredEntities(in: rows).loaded()
    )
    .flush()
    file.data = Data(#"{"value":{"volume":42},"version":1}"#.utf8)
    file.failure = DiskFull()
    rows.failure = DiskFull()
    let stored = StoredValue(in: file, initial: Settings())
    let storedRows = StoredEntities(in: rows, of: Row.self)
    let app = Fixture(stored.load().value)
    let store = rowStore(RowState(rows: storedRows.load().value))
    file.failure = nil
    rows.failure = nil
    let saving = app.store.persist(\.settings, to: stored)
    let savingRows = store.persist(\.rows, to: storedRows)
    app.store.dispatch(Edit.volume(1))
    await #expect(throws: PersistenceError.self) { try await saving.flush() }
    await #expect(throws: PersistenceError.self) { try await savingRows.flush() }
    #expect(file.text?.contains("42") == true)
    #expect(rows.contents?.rows.map(\.key) == ["1"])
    // Only a connection that follows a load that succeeds replaces the contents.
    #expect(stored.load().value.volume == 42)
    await #expect(throws: PersistenceError.self) { try await saving.flush() }
    await saving.discard()
    try await app.store.persist(\.settings, to: stored).flush()
    #expect(StoredValue(in: file, initial: Settings()).load().value.volume == 1)
  }

  /// The change was made by a reducer outside of the optional, right after a save.
  @Test func `the last change before a value disappears is saved after an earlier save`()
    async throws
  {
    let store = rowStore(RowState(optional: [Row(id: 1)]))
    let saving = try #require(
      store.ifPresent(\.optional)?.persist(to: StoredEntities(in: rows).loaded()))
    try await saving.flush()
    store.dispatch(RowEdit.changeOptional { $0?.upsert(Row(id: 2)) })
    store.dispatch(RowEdit.changeOptional { $0 = nil })
    try await saving.flush()
    #expect(rows.contents?.rows.map(\.key).sorted() == ["1", "2"])
  }

  /// Without its own journal, an earlier copy counted as unchanged.
  @Test func `an earlier copy that comes back is saved, also if its state was absent`()
    async throws
  {
    let store = rowStore(RowState(optional: [Row(id: 1)]))
    let saving = try #require(
      store.ifPresent(\.optional)?.persist(to: StoredEntities(in: rows).loaded()))
    try await saving.flush()
    let earlier = store.state.optional
    store.dispatch(RowEdit.changeOptional { $0?[id: 1]?.count = 7 })
    store.dispatch(RowEdit.changeOptional { $0 = nil })
    try await saving.flush()
    store.dispatch(RowEdit.changeOptional { $0 = earlier })
    try await saving.flush()
    #expect(StoredEntities<Row>(in: rows).load().value == earlier)
  }

  /// The end of the store was never noticed after the end of the token.
  @Test func `flush returns after the end of the token and then of the store`() async throws {
    for _ in 0..<20 {
      var store: Store<App>? = Store(state: App(), reducer: appReducer)
      let saving = store?.persist(
        \.settings, to: StoredValue(in: file, initial: Settings()).loaded())
      saving?.dispose()
      await store?.settled()
      store = nil
      try await saving?.flush()
    }
  }

  /// The encoder writes such a number as `NaN`, which no decoder reads.
  @Test func `a decimal that is no number is reported, and the file stays as it is`() async throws {
    struct Money: Codable, Sendable { var amount = Decimal(12) }
    struct Change: Action { let amount: Decimal }
    let stored = StoredValue(in: file, initial: Money()).loaded()
    let store = Store(
      state: Money(amount: 3),
      reducer: Reducer.updating(Change.self) { $0.amount = $1.amount }, onError: { _ in })
    let saving = store.persist(to: stored)
    try await saving.flush()
    let before = file.data
    store.dispatch(Change(amount: .nan))
    await #expect(throws: PersistenceError.self) { try await saving.flush() }
    #expect(file.data == before)
    // The error stays as long as the state does.
    await #expect(throws: PersistenceError.self) { try await saving.flush() }
    store.dispatch(Change(amount: 4))
    try await saving.flush()
    #expect(stored.load().value.amount == 4)
  }
}
