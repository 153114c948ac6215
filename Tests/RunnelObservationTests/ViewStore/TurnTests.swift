// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

/// What is read in one turn of the main actor belongs to one state, however others write meanwhile.
@Suite @MainActor struct TurnTests {
  private struct Twins: Sendable {
    var cells = [Int](repeating: 0, count: 64)
  }

  /// Runs `turn` in many turns while others raise all cells at once, without pause.
  private func race(_ store: Store<Twins>, turns: Int, _ turn: (Int) -> Void) async {
    let isOver = Locked(false)
    let writers = Task.detached {
      await onThreads(2) { _ in
        while !isOver.withLock({ $0 }) {
          for _ in 0..<100 {
            store.dispatch(
              Change<Twins> { twins in
                for index in twins.cells.indices { twins.cells[index] += 1 }
              })
          }
          store.waitUntilSettled()
        }
      }
    }
    for number in 0..<turns {
      turn(number)
      await nextTurn()
    }
    isOver.withLock { $0 = true }
    await writers.value
    await store.settled()
  }

  @Test("All that is read in a turn is equal that is equal in the state, old paths and new ones")
  func consistent() async {
    let store = Store(state: Twins(), reducer: Change<Twins>.reduce)
    let model = ViewStore(store)
    var mixed = 0
    var values: Set<Int> = []
    await race(store, turns: 2_000) { number in
      // Some that were read in the turns before, and some that were not for long.
      let read = (0..<8).map { model[\.cells[(number * $0) % 64]] } + [model.cells[0]]
      if Set(read).count != 1 { mixed += 1 }
      values.formUnion(read)
    }
    #expect(mixed == 0)
    #expect(values.count > 1)
    #expect(model[\.cells[0]] == store.state.cells[0])
  }

  @Test("Nobody sees a value of which its readers were not told before")
  func toldBefore() async {
    let store = Store(state: Twins(), reducer: Change<Twins>.reduce)
    let model = ViewStore(store)
    let shown = Locked<Int?>(nil)
    var untold = 0
    var updates = 0
    await race(store, turns: 2_000) { number in
      let last = shown.withLock { $0 }
      // Another path opens the turn.
      _ = model[\.cells[1 + number % 63]]
      let now = shown.withLock { $0 }
      let value = model[\.cells[0]]
      if let last, value != last, now != nil { untold += 1 }
      guard now == nil else { return }
      updates += 1
      watch {
        _ = model[\.cells[0]]
      } willChange: {
        shown.withLock { $0 = nil }
      }
      shown.withLock { $0 = value }
    }
    #expect(untold == 0)
    #expect(updates > 1)
  }

  @Test("An update ends the turn that was under way, also if nothing has changed that was read")
  func updatesEndTurns() async {
    let store = makeScreen()
    let model = ViewStore(store)
    _ = model.counter
    // Tests run side by side: until the end of no turn is on its way.
    while MainTurn.isAwaited { await nextTurn() }
    let titles = Recorder<String>()
    store.dispatch(Change<Screen> { $0.title = "b" })
    blockUntilSettled(store)
    // The update is on its way. Behind it comes this reading, and behind that the end of the turn.
    DispatchQueue.main.async {
      MainActor.assumeIsolated { titles.record(model.title) }
    }
    _ = model.counter
    store.dispatch(Change<Screen> { $0.title = "c" })
    blockUntilSettled(store)
    await store.settled()
    await nextTurn()
    #expect(titles.values == ["c"])
  }

  @Test("What is read for the first time while an update is announced is up to date after it")
  func newcomers() async {
    let store = makeScreen()
    let model = ViewStore(store)
    watch {
      _ = model.counter
    } willChange: {
      #expect(model.title == "a")
    }
    while MainTurn.isAwaited { await nextTurn() }
    let titles = Recorder<String>()
    store.dispatch(Change<Screen> { $0.profile.age = 1 })
    blockUntilSettled(store)
    // The update is on its way, and behind it the end of the turn that begins here.
    _ = model[\.cells[0]]
    store.dispatch(Change<Screen> { ($0.counter, $0.title) = (1, "b") })
    blockUntilSettled(store)
    await store.settled()
    titles.record(model.title)
    #expect(titles.values == ["b"])
    let told = count { _ = model.title }
    await store.change { $0.title = "c" }
    #expect(told.value == 1)
  }

  private nonisolated func blockUntilSettled(_ store: Store<Screen>) {
    store.waitUntilSettled()
  }

  @Test("Without Observation, what is read belongs to one state, too")
  func withoutObservation() async {
    let store = Store(state: Twins(), reducer: Change<Twins>.reduce)
    let model = ViewStore(store, tracksReads: false)
    var mixed = 0
    await race(store, turns: 2_000) { number in
      let read = (0..<8).map { model[\.cells[(number * $0) % 64]] }
      if Set(read).count != 1 { mixed += 1 }
    }
    #expect(mixed == 0)
    #expect(model[\.cells[0]] == store.state.cells[0])
  }
}
