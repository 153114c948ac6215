// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import Testing

@Suite struct OrderTests {
  @Test func `saves of many threads are written in order and end with the last value`() async throws
  {
    for round in 0..<30 {
      let (numbers, detector) = (Recorder<Int>(), OverlapDetector())
      let log = WatchedStorage { _, data in
        detector.run {
          numbers.record(StoredValue(in: MemoryStorage(data), initial: 0).load().value)
        }
      }
      let store = Store(state: 0, reducer: .edits)
      let saving = store.persist(
        to: StoredValue(in: log, initial: 0).loaded(), delay: .microseconds(round * 20))
      let last = Locked(0)
      await onThreads(4) { _ in
        for _ in 0..<50 {
          last.withLock { last in
            last += 1
            store.edit { [last] in $0 = last }
          }
          if Bool.random() { try? saving.waitUntilFlushed() }
        }
      }
      if round % 3 == 0 { saving.dispose() }
      try await saving.flush()
      #expect(detector.overlaps == 0)
      #expect(numbers.values == numbers.values.sorted())
      #expect(numbers.values.last == 200)
      if round % 3 == 1 { await saving.discard() }
    }
  }

  private let isWriting = Gate()
  private let gate = Gate()

  /// Returns a storage whose first write waits for the gate.
  private func gated() -> WatchedStorage {
    WatchedStorage { [isWriting, gate] _, _ in
      isWriting.open()
      gate.pass()
    }
  }

  @Test func `changes during a write are one further write, without a delay, too`() async throws {
    let gated = gated()
    let store = Store(state: 0, reducer: .edits)
    let saving = store.persist(to: StoredValue(in: gated, initial: 0).loaded(), delay: .zero)
    store.edit { $0 = 1 }
    await isWriting.opened()
    for number in 2...50 { await store.editAndWait { $0 = number } }
    gate.open()
    try await saving.flush()
    #expect(gated.memory.writeCount <= 3)
    #expect(StoredValue(in: gated, initial: 0).load().value == 50)
  }

  @Test func `a connection writes after the previous one, however slow that is`() async throws {
    let stored = StoredValue(in: gated(), initial: 0).loaded()
    let store = Store(state: 0, reducer: .edits)
    let first = store.persist(to: stored)
    store.edit { $0 = 7 }
    first.dispose()
    await isWriting.opened()
    let second = store.persist(to: stored)
    store.edit { $0 = 2 }
    async let flushed: Void = second.flush()
    await store.settled()
    gate.open()
    try await flushed
    try await first.flush()
    #expect(stored.load().value == 2)
  }

  @Test func `actions behind a save that is due when a token ends are saved`() async throws {
    let (gate, isReducing) = (Gate(), Gate())
    let stored = StoredValue(in: MemoryStorage(), initial: 0).loaded()
    let store = Store(state: 0, reducer: .edits)
    let saving = store.persist(to: stored)
    store.edit {
      isReducing.open()
      gate.pass()
      $0 = 1
    }
    await isReducing.opened()
    let earlier = Task.immediate { try await saving.flush() }
    store.edit { $0 = 2 }
    saving.dispose()
    gate.open()
    try await earlier.value
    try await saving.flush()
    #expect(stored.load().value == 2)
  }

  @Test func `disposing on many threads saves once and ends once`() async throws {
    for _ in 0..<50 {
      let storage = MemoryStorage()
      let store = Store(state: 0, reducer: .edits)
      let saving = store.persist(to: StoredValue(in: storage, initial: 0).loaded())
      store.edit { $0 = 7 }
      await onThreads(4) { _ in saving.dispose() }
      try await saving.flush()
      #expect(storage.writeCount == 1)
      #expect(store.connections.isEmpty)
    }
  }

  @Test func `rows saved among actions of many threads equal the collection`() async throws {
    for _ in 0..<20 {
      let storage = MemoryEntityStorage()
      let stored = StoredEntities(in: storage, of: Row.self).loaded()
      let store = Store(state: RowState(), reducer: rowReducer)
      let saving = store.persist(\.rows, to: stored, delay: .microseconds(50))
      await onThreads(4) { thread in
        for step in 0..<100 {
          let id = thread * 10 + step % 10
          switch step % 4 {
          case 0: store.edit { $0.rows.insert(Row(id: id), at: $0.rows.count / 2) }
          case 1: store.tap(id - 1)
          case 2: store.edit { $0.rows.remove(id: id - 2) }
          default: store.edit { $0.rows.upsert(Row(id: id, count: step)) }
          }
          if step % 9 == 0 { try? saving.waitUntilFlushed() }
        }
      }
      try await saving.flush()
      #expect(rows(in: storage) == Array(store.state.rows))
      await saving.discard()
    }
  }
}
