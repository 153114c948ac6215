// SPDX-License-Identifier: MIT

import Foundation
import InboxStorage
import InboxTesting
import Runnel
import RunnelPersistence
import Testing
import ThreadList

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
