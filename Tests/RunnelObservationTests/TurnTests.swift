// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

/// Reads in one turn of the main actor see one state, whatever other threads write meanwhile.
@Suite @MainActor struct TurnTests {
  private struct Twins: Sendable {
    var cells = [Int](repeating: 0, count: 64)
  }

  /// Runs `turn` in many turns while other threads increment all cells at once.
  private func race(_ store: Store<Twins>, turns: Int, _ turn: (Int) -> Void) async {
    let isOver = Locked(false)
    // The writers write once for each turn: turns are far apart on a busy machine.
    let mayWrite = DispatchSemaphore(value: 0)
    func letWrite() { for _ in 0..<2 { mayWrite.signal() } }
    letWrite()
    let writers = Task.detached {
      await onThreads(2) { _ in
        while true {
          mayWrite.wait()
          if isOver.withLock({ $0 }) { return }
          for _ in 0..<100 {
            store.dispatch(
              Edit<Twins> { twins in
                for index in twins.cells.indices { twins.cells[index] += 1 }
              })
          }
          store.waitUntilReduced()
        }
      }
    }
    // On a busy machine, the writers begin late.
    await store.wait { $0.cells[0] > 0 }
    for number in 0..<turns {
      letWrite()
      turn(number)
      await nextTurn()
    }
    isOver.withLock { $0 = true }
    letWrite()
    await writers.value
    await store.settled()
  }

  @Test func `all reads in a turn see the same state`() async {
    let store = Store(state: Twins(), reducer: .edits)
    let model = ViewStore(store)
    var mixed = 0
    var values: Set<Int> = []
    await race(store, turns: 500) { number in
      // Cells that earlier turns have read, and cells that haven't been read for a while.
      let read = (0..<8).map { model[\.cells[(number * $0) % 64]] } + [model.cells[0]]
      if Set(read).count != 1 { mixed += 1 }
      values.formUnion(read)
    }
    #expect(mixed == 0)
    #expect(values.count > 1)
    #expect(model[\.cells[0]] == store.state.cells[0])
  }

  @Test func `readers are notified before another value becomes visible`() async {
    let store = Store(state: Twins(), reducer: .edits)
    let model = ViewStore(store)
    let shown = Locked<Int?>(nil)
    var unannounced = 0
    var updates = 0
    await race(store, turns: 500) { number in
      let last = shown.withLock { $0 }
      // Another path starts the turn.
      _ = model[\.cells[1 + number % 63]]
      let now = shown.withLock { $0 }
      let value = model[\.cells[0]]
      if let last, value != last, now != nil { unannounced += 1 }
      guard now == nil else { return }
      updates += 1
      watch {
        _ = model[\.cells[0]]
      } willChange: {
        shown.withLock { $0 = nil }
      }
      shown.withLock { $0 = value }
    }
    #expect(unannounced == 0)
    #expect(updates > 1)
  }

  @Test func `an update ends the current turn even if no read field has changed`() async {
    let (model, store) = await idleModel()
    let titles = Recorder<String>()
    store.editAndReduce { $0.title = "b" }
    // The update is enqueued. This read follows it, and the end of the turn follows the read.
    DispatchQueue.main.async {
      MainActor.assumeIsolated { titles.record(model.title) }
    }
    _ = model.counter
    store.editAndReduce { $0.title = "c" }
    await store.settled()
    await nextTurn()
    #expect(titles.values == ["c"])
  }

  /// Returns a view store without a current turn that has read the counter, and its store.
  private func idleModel(
    willChange: @escaping @MainActor @Sendable (ViewStore<Screen>, Store<Screen>) -> Void = {
      _, _ in
    }
  ) async -> (ViewStore<Screen>, Store<Screen>) {
    let store = makeScreen()
    let model = ViewStore(store)
    // Weak: the fields of a view store retain what waits for their change.
    watch({ _ = model.counter }) { [weak model] in if let model { willChange(model, store) } }
    // Tests run concurrently. Wait until no turn is about to end.
    while MainTurn.isAwaited { await nextTurn() }
    return (model, store)
  }

  @Test func `fields first read during an announcement show one state`() async {
    let reads = Recorder<String>()
    let (model, store) = await idleModel { model, store in
      reads.record("\(model.counter) \(model.title)")
      store.editAndReduce { ($0.title, $0.profile.age) = ("c", 2) }
      reads.record("\(model.counter) \(model.profile.age) \(model[\.title]) \(model.state.title)")
    }
    await store.editAndWait { ($0.counter, $0.title, $0.profile.age) = (1, "b", 1) }
    await nextTurn()
    // Only what has been read before has an old value.
    #expect(reads.values == ["0 b", "0 1 b b"])
    #expect(model.counter == 1)
    #expect(model.title == "c")
    #expect(model.profile.age == 2)
  }

  @Test func `a reader during an announcement is notified of a change that follows`() async {
    let titles = Recorder<String>()
    let (model, store) = await idleModel { model, store in
      watch({ titles.record(model.title) }, willChange: { titles.record("changes") })
      // Before the announcement has ended.
      store.editAndReduce { $0.title = "c" }
    }
    await store.editAndWait { ($0.counter, $0.title) = (1, "b") }
    await nextTurn()
    #expect(titles.values == ["b", "changes"])
    #expect(model.title == "c")
  }

  @Test func `a reader during an announcement in a turn is notified of it, and of later ones`()
    async
  {
    let titles = Recorder<String>()
    let (model, store) = await idleModel { model, _ in
      watch({ titles.record(model.title) }, willChange: { titles.record("changes") })
    }
    store.editAndReduce { $0.profile.age = 1 }
    // The update is enqueued, and the end of the turn that starts here follows it.
    _ = model[\.cells[0]]
    store.editAndReduce { ($0.counter, $0.title) = (1, "b") }
    await store.settled()
    #expect(titles.values == ["a", "changes"])
    #expect(model.title == "b")
    let notified = count { _ = model.title }
    await store.editAndWait { $0.title = "c" }
    #expect(notified.value == 1)
  }

  @Test func `a reader while a turn starts is notified of a change during an update`() async {
    let titles = Recorder<String>()
    let (model, store) = await idleModel { model, _ in
      watch({ titles.record(model.title) }, willChange: { titles.record("changes") })
    }
    store.editAndReduce { $0.counter = 1 }
    // Starts a turn, and announces the change.
    watch {
      _ = model.counter
    } willChange: {
      // The update that announces this has compared the title.
      store.editAndReduce { $0.title = "b" }
    }
    #expect(titles.values == ["a"])
    store.editAndReduce { $0.counter = 2 }
    await store.settled()
    await nextTurn()
    #expect(titles.values == ["a", "changes"])
    #expect(model.title == "b")
  }

  @Test func `an action that is sent while a turn starts is shown in that turn`() async {
    let (model, store) = await idleModel { model, _ in model.send(Edit<Screen> { $0.title = "b" }) }
    store.editAndReduce { $0.counter = 1 }
    // Starts a turn, and announces the change.
    _ = model[\.cells[0]]
    #expect(model.title == "b")
    #expect(model.counter == 1)
  }
}

extension StoreOf where ActionType == any Action {
  /// Changes the state, and blocks until that is reduced: the view stores aren't told yet.
  fileprivate func editAndReduce(_ change: @escaping @Sendable (inout State) -> Void) {
    edit(change)
    waitUntilReduced()
  }
}
