// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite
struct TestStoreTests {
  private let clock = ManualClock()
  private let storage = MemoryStorage()

  private func makeStore() -> (TestStore<[Int]>, Saving) {
    let store = TestStore(state: [Int](), reducer: .edits, clock: clock)
    let stored = StoredValue(in: storage, initial: [Int]()).loaded()
    return (store, store.store.persist(to: stored, file: "App/main.swift", line: 3))
  }

  @Test func `a test store saves on its clock, and finishes while a save waits`() async throws {
    let (store, saving) = makeStore()
    await store.send(Edit<[Int]> { $0.append(1) }) { $0 = [1] }
    await clock.advance(by: .seconds(1))
    #expect(storage.text == #"{"value":[1],"version":1}"#)
    await store.send(Edit<[Int]> { $0.append(2) }) { $0 = [1, 2] }
    try await saving.flush()
    #expect(storage.text == #"{"value":[1,2],"version":1}"#)
    await store.finish()
  }

  @Test func `an unhandled error fails the test`() async throws {
    storage.failure = DiskFull()
    await withKnownIssue {
      let (store, saving) = makeStore()
      await store.send(Edit<[Int]> { $0.append(1) }) { $0 = [1] }
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
