// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTesting
import Testing

@Suite
struct TestStoreTests {
  struct Counter: Codable, Equatable, Sendable { var count = 0 }
  struct Increment: Action, Equatable {}

  let reducer = Reducer<Counter>.updating(Increment.self) { state, _ in state.count += 1 }

  @Test func `a test store saves on its clock, and finishes while a save waits`() async throws {
    let clock = ManualClock()
    let storage = MemoryStorage()
    let store = TestStore(state: Counter(), reducer: reducer, clock: clock)
    let saving = store.store.persist(to: StoredValue(in: storage, initial: Counter()).loaded())
    await store.send(Increment()) { $0.count = 1 }
    await clock.advance(by: .seconds(1))
    #expect(storage.text == #"{"value":{"count":1},"version":1}"#)
    await store.send(Increment()) { $0.count = 2 }
    try await saving.flush()
    #expect(storage.text == #"{"value":{"count":2},"version":1}"#)
    await store.finish()
    saving.dispose()
  }

  @Test func `an unhandled error fails the test`() async throws {
    let clock = ManualClock()
    let storage = MemoryStorage()
    storage.failure = DiskFull()
    await withKnownIssue {
      let store = TestStore(state: Counter(), reducer: reducer, clock: clock)
      let saving = store.store.persist(
        to: StoredValue(in: storage, initial: Counter()).loaded(), file: "App/main.swift", line: 3)
      await store.send(Increment()) { $0.count = 1 }
      await clock.advance(by: .seconds(1))
      await store.finish()
      saving.dispose()
    } matching: { issue in
      issue.description.contains(
        "Unhandled error: The memory storage can't be read: the disk is full. It occurred in the "
          + "connection created at App/main.swift:3.")
    }
  }
}
