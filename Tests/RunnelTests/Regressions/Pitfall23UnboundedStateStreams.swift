// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Streams of state had no bound: 20,000 unread states used 192 MB.
///
/// Two readers shared the values between them, and a stream did not end when its store did.
@Suite struct Pitfall23UnboundedStateStreams {
  private struct Tracked: Sendable {
    var number = 0
    var token: LifetimeToken
  }

  /// Returns the number of live states when a reader has not read 20,000 of them.
  private func retainedStates<Values: AsyncSequence>(
    of makeValues: (Store<Tracked>) -> Values
  ) async -> Int where Values.Failure == Never {
    let tracker = LifetimeTracker()
    let store = Store(state: Tracked(token: tracker.token())) { state, _ in
      state.number += 1
      state.token = tracker.token()
    }
    var iterator = makeValues(store).makeAsyncIterator()
    _ = await iterator.next(isolation: #isolation)
    for _ in 0..<20_000 { store.dispatch(AppAction.nothing) }
    await store.settled()
    let kept = tracker.aliveCount
    // The reader is alive until here, and continues.
    #expect(await iterator.next(isolation: #isolation) != nil)
    return kept
  }

  @Test func `Pitfall 23: an idle reader retains no states`() async {
    #expect(await retainedStates { $0.values() } == 1)
    #expect(await retainedStates { $0.scope(\.self).values() } == 1)
  }

  /// Returns the values that each of two readers receives of three.
  private func shares<Values: AsyncSequence & Sendable>(
    of makeValues: (Store<AppState>) -> Values,
    endedBy end: () -> Void = {}
  ) async -> [[Int]] where Values.Element == Int, Values.Failure == Never {
    var store: Store<AppState>? = makeStore()
    guard let values = store.map(makeValues) else { return [] }
    var readers = [values.makeAsyncIterator(), values.makeAsyncIterator()]
    for _ in 0..<2 { store?.dispatch(AppAction.increment) }
    await store?.settled()
    store = nil
    end()
    var shares: [[Int]] = [[], []]
    for _ in 0..<4 {
      for reader in readers.indices {
        if let value = await readers[reader].next(isolation: #isolation) {
          shares[reader].append(value)
        }
      }
    }
    return shares
  }

  @Test func `Pitfall 23: each reader receives every value and the end of the store`() async {
    #expect(
      await shares { $0.scope(\.counter).values(delivery: .every) } == [[0, 1, 2], [0, 1, 2]])
    #expect(await shares { $0.scope(\.counter).values() } == [[2], [2]])
  }

  @Test func `Pitfall 23: an effect that reads another store ends with that store`() async {
    let diary = DiaryStore()
    var source: Store<AppState>? = makeStore()
    guard let values = source?.scope(\.name).values() else { return }
    await diary.start(.concatenate(.stream(values) { Word($0) }, .say("the end")))
    await source?.settled()
    source = nil
    await diary.store.settled(includingEffects: true)
    #expect(diary.words == ["a", "the end"])
  }
}
