// SPDX-License-Identifier: MIT

import Foundation
import InboxStorage
import InboxTesting
import InboxWire
import RunnelPersistence
import Testing

@testable import InboxApp

/// The cost of a change in a list of 10,000 threads.
@Suite struct RowCostTests {
  @Test func `A change of one thread writes one row to the disk`() async throws {
    let folder = TemporaryFolder()
    let database = try AccountDatabase(path: folder.file("ada.sqlite").path)
    let rows = Entities(
      (0..<10_000).map { number in
        ThreadListFeature.Row(
          id: "t\(number)", subject: "Thread \(number)", date: Int64(20_000 - number), revision: 1)
      })
    var state = AppState()
    state.session = Session(
      id: "ada@host", user: "ada",
      threads: ThreadListFeature.State(account: "ada@host", rows: rows),
      sync: SyncFeature.State(id: "ada@host"))
    let store = Store(state: state, reducer: sessionReducer.ifPresent(\AppState.session))
    let session = try #require(store.ifPresent(\.session))
    let stored = StoredEntities<ThreadListFeature.Row>(in: database.entities("threads"))
    let before = try database.changeCount()
    let saving = session.persist(\.threads.rows, to: stored, delay: .zero, replacingContents: true)
    try await saving.flush()
    var counts = [try database.changeCount()]

    // In place, to the front, and the first one again.
    for change in [(5_000, 15_000), (9_000, 30_000), (9_000, 30_001)] as [(Int, Int64)] {
      let thread = WireThread(
        id: "t\(change.0)", subject: "Changed", preview: "new", lastAuthor: "ben",
        updatedAt: change.1, messageCount: 2, unreadCount: 1, isArchived: false)
      let event = try SyncFeature.Event(WireEvent(revision: 2, thread: thread))
      store.dispatch(SyncFeature.Action.applied([event], revision: 2))
      try await saving.flush()
      counts.append(try database.changeCount())
    }
    #expect(counts[0] - before == 10_001)  // The rows and the version.
    let written = zip(counts.dropFirst(), counts).map { $0 - $1 }
    #expect(written == [2, 2, 2])  // One row and the version.
    #expect(stored.load().value == store.state.session?.threads.rows)
    #expect(stored.load().value.first?.id == "t9000")
    try database.close()
  }
}

/// Two processes that have opened the database of one account.
@Suite struct TwoProcessesTests {
  private typealias Rows = Entities<ThreadListFeature.Row>

  private struct Add: Action { let id: String }

  private static func session(_ database: AccountDatabase) -> (Store<Rows>, Saving) {
    let stored = StoredEntities<ThreadListFeature.Row>(in: database.entities("threads"))
    let store = Store(
      state: stored.load().value,
      reducer: Reducer<Rows>.updating(Add.self) { rows, action in
        rows.upsert(ThreadListFeature.Row(id: action.id, subject: "", date: 0, revision: 1))
      }, onError: { _ in })
    return (store, store.persist(to: stored))
  }

  @Test func `Rows that the other process has saved aren't overwritten`() async throws {
    let folder = TemporaryFolder()
    let databases = try (0..<2).map { _ in
      try AccountDatabase(path: folder.file("ada.sqlite").path)
    }
    let (first, saving) = Self.session(databases[0])
    let (second, otherSaving) = Self.session(databases[1])
    first.dispatch(Add(id: "a"))
    try await saving.flush()
    // What another collection stores is no change of this one.
    try databases[1].value("settings").write(Data())
    first.dispatch(Add(id: "b"))
    try await saving.flush()
    second.dispatch(Add(id: "c"))
    await #expect(throws: PersistenceError.self) { try await otherSaving.flush() }
    await otherSaving.discard()
    let (third, nextSaving) = Self.session(databases[1])
    #expect(Array(third.state.ids) == ["a", "b"])
    third.dispatch(Add(id: "c"))
    try await nextSaving.flush()
    #expect(Self.session(databases[0]).0.state.ids == ["a", "b", "c"])
  }
}
