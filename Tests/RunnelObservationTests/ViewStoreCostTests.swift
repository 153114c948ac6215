// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

@Suite @MainActor struct ViewStoreCostTests {
  @Test func `an update compares each read field once and no other field`() async {
    struct Wide: Sendable {
      var cells: [Counted]
      var other = 0
    }
    let comparisons = Counter()
    let cells = (0..<50).map { _ in Counted(comparisons) }
    let store = Store(state: Wide(cells: cells), reducer: .edits)
    let model = ViewStore(store)
    let notified = count { for index in 0..<5 { _ = model[\.cells[index]] } }
    await nextTurn()
    #expect(comparisons.value == 0)
    await store.editAndWait { $0.other = 1 }
    #expect(comparisons.value == 5)
    await store.editAndWait { $0.cells[9].value = 100 }
    #expect(comparisons.value == 10)
    #expect(notified.value == 0)
  }

  @Test func `a changed field that is not read again is no longer compared`() async {
    let comparisons = Counter()
    let cells = (0..<5).map { _ in Counted(comparisons) }
    let store = Store(state: cells, reducer: .edits)
    let model = ViewStore(store)
    let notified = (0..<5).map { index in count { _ = model[\.[index]] } }
    await store.editAndWait { for index in 0..<4 { $0[index].value += 10 } }
    #expect(notified.map(\.value) == [1, 1, 1, 1, 0])
    comparisons.reset()
    await store.editAndWait { $0[0].value += 1 }
    #expect(comparisons.value == 1)
    #expect(model[\.[0]].value == 11)
  }

  @Test func `repeated reads in a turn compare once`() async {
    let comparisons = Counter()
    let store = Store(state: Counted(comparisons), reducer: .edits)
    let model = ViewStore(store)
    _ = model.state
    await nextTurn()
    for _ in 0..<50 { _ = model.state }
    #expect(comparisons.value == 1)
  }

  @Test func `a large value beside the read fields is not copied`() async {
    let copies = Counter()
    let store = makeLargeStore(count: 100_000, copies: copies)
    let model = ViewStore(store)
    for number in 0..<100 {
      #expect(model.counter == number)
      #expect(model[\.array.count] == 100_000)
      await nextTurn()
      await store.editAndWait { _ in }
    }
    #expect(copies.value == 0)
  }

  @Test func `generic code compares Equatable fields`() async {
    @MainActor func makeCounter<State: Sendable, Value>(
      _ store: Store<State>,
      _ keyPath: KeyPath<State, Value>
    ) -> (ViewStore<State>, Counter) {
      let model = ViewStore(store)
      return (model, count { _ = model[keyPath] })
    }
    let store = makeScreen()
    let watches = [
      makeCounter(store, \.counter), makeCounter(store, \.search), makeCounter(store, \.rows),
    ]
    await store.editAndWait { $0.title = "b" }
    #expect(watches.map(\.1.value) == [0, 0, 0])
    await store.editAndWait {
      ($0.counter, $0.search, $0.rows) = (1, Screen.Search(), [.init(id: 1)])
    }
    #expect(watches.map(\.1.value) == [1, 1, 1])
  }

  @Test func `a field that isn't Equatable changes with each action that may change it`() async {
    struct Odd: Sendable {
      var value = Opaque()
      var other = 0
    }
    let store = Store(state: Odd(), reducer: .edits)
    let model = ViewStore(store)
    let first = count { _ = model.value }
    await store.editAndWait { $0.other = 1 }
    #expect(first.value == 1)

    // A new turn reads the newest value, but doesn't notify readers of a possible change.
    let second = count { _ = model.value }
    await nextTurn()
    #expect(model.value.value == 0)
    #expect(second.value == 0)
    await store.editAndWait { $0.value.value = 5 }
    #expect(second.value == 1)
    #expect(model.value.value == 5)
  }
}
