// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

/// Saves under many interleavings.
@Suite
struct OrderTests {
  /// A storage that records the volume of each write.
  private struct Log: ValueStorage {
    let volumes = Recorder<Int>()
    let detector = OverlapDetector()

    func read() throws -> Data? { nil }

    func write(_ data: Data) throws {
      detector.run {
        let storage = MemoryStorage(data)
        volumes.record(StoredValue(in: storage, initial: Settings()).load().value.volume)
      }
    }
  }

  @Test func `saves of many threads are written in order and end with the last value`() async throws
  {
    for round in 0..<30 {
      let log = Log()
      let store = Store(state: App(), reducer: appReducer)
      let saving = store.persist(
        \.settings, to: StoredValue(in: log, initial: Settings()).loaded(),
        delay: .microseconds(round * 20))
      let last = Locked(0)
      await onThreads(4) { _ in
        for _ in 0..<50 {
          last.withLock { last in
            last += 1
            store.dispatch(Edit.volume(100 + last))
          }
          if Bool.random() { try? saving.waitUntilFlushed() }
        }
      }
      if round % 3 == 0 { saving.dispose() }
      try await saving.flush()
      #expect(log.detector.overlaps == 0)
      #expect(log.volumes.values == log.volumes.values.sorted())
      #expect(log.volumes.values.last == 300)
      if round % 3 == 1 { await saving.discard() }
    }
  }

  /// A storage whose first write waits for a gate.
  private struct Gated: ValueStorage {
    let storage = MemoryStorage()
    let isWriting = Gate()
    let gate = Gate()

    func read() throws -> Data? { try storage.read() }

    func write(_ data: Data) throws {
      isWriting.open()
      gate.pass()
      try storage.write(data)
    }
  }

  @Test func `changes during a write are one further write, without a delay, too`() async throws {
    let gated = Gated()
    let store = Store(state: App(), reducer: appReducer)
    let saving = store.persist(
      \.settings, to: StoredValue(in: gated, initial: Settings()).loaded(), delay: .zero)
    store.dispatch(Edit.volume(1))
    await gated.isWriting.opened()
    for volume in 2...50 {
      store.dispatch(Edit.volume(volume))
      await store.settled()
    }
    gated.gate.open()
    try await saving.flush()
    #expect(gated.storage.writeCount <= 3)
    #expect(StoredValue(in: gated.storage, initial: Settings()).load().value.volume == 50)
  }

  @Test func `a connection writes after the previous one, however slow that is`() async throws {
    let gated = Gated()
    let store = Store(state: App(), reducer: appReducer)
    let stored = StoredValue(in: gated, initial: Settings()).loaded()
    let first = store.persist(\.settings, to: stored)
    store.dispatch(Edit.volume(7))
    first.dispose()
    await gated.isWriting.opened()
    let second = store.persist(\.settings, to: stored)
    store.dispatch(Edit.volume(2))
    async let flushed: Void = second.flush()
    await store.settled()
    gated.gate.open()
    try await flushed
    try await first.flush()
    #expect(stored.load().value.volume == 2)
  }

  @Test func `actions behind a save that is due when a token ends are saved`() async throws {
    let (gate, isReducing) = (Gate(), Gate())
    let store = Store(state: App()) { state, action in
      isReducing.open()
      gate.pass()
      if case .volume(let volume)? = action as? Edit { state.settings.volume = volume }
    }
    let stored = StoredValue(in: MemoryStorage(), initial: Settings()).loaded()
    let saving = store.persist(\.settings, to: stored)
    store.dispatch(Edit.volume(1))
    await isReducing.opened()
    let earlier = Task.immediate { try await saving.flush() }
    store.dispatch(Edit.volume(2))
    saving.dispose()
    gate.open()
    try await earlier.value
    try await saving.flush()
    #expect(stored.load().value.volume == 2)
  }

  @Test func `disposing on many threads saves once and ends once`() async throws {
    for _ in 0..<50 {
      let storage = MemoryStorage()
      let store = Store(state: App(), reducer: appReducer)
      let saving = store.persist(
        \.settings, to: StoredValue(in: storage, initial: Settings()).loaded())
      store.dispatch(Edit.volume(7))
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
          case 0: store.dispatch(RowEdit.change { $0.insert(Row(id: id), at: $0.count / 2) })
          case 1: store.tap(id - 1)
          case 2: store.dispatch(RowEdit.change { $0.remove(id: id - 2) })
          default: store.dispatch(RowEdit.change { $0.upsert(Row(id: id, count: step)) })
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
