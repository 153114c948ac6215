// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

/// The number of copies, encodings and reads that saving costs.
@Suite
struct CostTests {
  /// A large array that records where it is stored: another place is a copy.
  struct Large: Codable, Sendable {
    var numbers = Array(repeating: 0, count: 10_000)

    mutating func change(_ places: Recorder<Int>) {
      numbers[0] += 1
      places.record(numbers.withUnsafeBytes { Int(bitPattern: $0.baseAddress) })
    }
  }

  struct Whole: Sendable {
    var large = Large()
  }

  struct Change: Action {
    let places: Recorder<Int>
  }

  let reducer = Reducer<Whole>.updating(Change.self) { state, action in
    state.large.change(action.places)
  }

  @Test func `a large slice is copied at most once for each write`() async throws {
    let clock = ManualClock()
    let store = Store(state: Whole(), reducer: reducer, clock: clock)
    let storage = MemoryStorage()
    let saving = store.persist(
      \.large, to: StoredValue(in: storage, initial: Large()).loaded())
    await clock.advance(by: .seconds(1))
    let places = Recorder<Int>()
    for _ in 0..<20 {
      for _ in 0..<100 { store.dispatch(Change(places: places)) }
      await clock.advance(by: .seconds(1))
    }
    #expect(storage.writeCount == 20)
    let copies = zip(places.values, places.values.dropFirst()).filter { $0 != $1 }.count
    #expect(copies <= storage.writeCount)
    saving.dispose()
  }

  @Test func `a burst reads the slice once`() async throws {
    let clock = ManualClock()
    let store = Store(state: Whole(), reducer: reducer, clock: clock)
    let saving = store.persist(
      \.large, to: StoredValue(in: MemoryStorage(), initial: Large()).loaded())
    await clock.advance(by: .seconds(1))
    #expect(store.connections.map(\.deliveryCount) == [1])
    let places = Recorder<Int>()
    for _ in 0..<10_000 { store.dispatch(Change(places: places)) }
    await clock.advance(by: .seconds(2))
    #expect(store.connections.map(\.deliveryCount) == [2])
    #expect(Set(places.values).count <= 2)
    try await saving.flush()
    #expect(store.connections.map(\.deliveryCount) == [2])
    saving.dispose()
  }
}
