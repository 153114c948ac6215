// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct BindingTests {
  private let diary = DiaryStore()

  @Test func `a binding lets actions in until it is disposed of`() async {
    let (stream, source) = AsyncStream<String>.makeStream()
    let binding = diary.store.bind(stream) { Said($0) }
    source.yield("a")
    await diary.advance(0)
    binding.dispose()
    source.yield("b")
    await diary.advance(0)
    #expect(diary.words == ["a"])
    #expect(diary.isClean)
  }

  @Test func `a source that ends or fails ends its binding and nothing else`() async {
    let errors = Recorder<String>()
    let diary = DiaryStore(onError: { errors.record("\($0.error)") })
    let (good, goodSource) = AsyncStream<String>.makeStream()
    let (bad, badSource) = AsyncThrowingStream<String, any Error>.makeStream()
    let (other, otherSource) = AsyncStream<String>.makeStream()
    let bindings = [
      diary.store.bind(good) { Said($0) },
      diary.store.bind(bad) { Said($0) },
      diary.store.bind(other) { Said($0) },
    ]
    goodSource.finish()
    badSource.finish(throwing: Failure())
    await diary.advance(0)
    otherSource.yield("still here")
    await diary.advance(0)
    #expect(diary.words == ["still here"])
    #expect(errors.count == 1)
    #expect(bindings.map(\.isDisposed) == [true, true, false])
  }

  @Test func `a store follows a slice of another one, and keeps neither`() async {
    var source: Store<AppState>? = Store(
      state: AppState(), reducer: appReducer, clock: diary.clock)
    let binding = source.map { source in
      diary.store.bind(source.scope(\.counter)) { Said("\($0)") }
    }
    await diary.advance(0)
    source?.dispatch(AppAction.increment)
    source?.dispatch(AppAction.rename("b"))
    source?.dispatch(AppAction.increment)
    await diary.advance(0)
    #expect(diary.words == ["0", "1", "2"])
    source = nil
    await diary.advance(0)
    #expect(binding?.isDisposed == true)
    #expect(diary.isClean)
  }

  @Test func `a binding to a store begins with the value of its moment, and misses none`() async {
    for _ in 0..<100 {
      let source = Store(state: 0) { state, action in state += action is Said ? 1 : 0 }
      let target = Store(state: Diary(), reducer: diaryReducer)
      let binding = target.bind(source) { Said("\($0)") }
      source.dispatch(Said("a"))
      source.dispatch(Said("b"))
      await source.settled()
      var words = target.values(of: \.words, delivery: .every).makeAsyncIterator()
      while let seen = await words.next(), seen.count < 3 {}
      #expect(target.state.words == ["0", "1", "2"])
      binding.dispose()
    }
  }

  @Test func `a binding of a narrowed scope lets in no other actions`() async {
    let reported = Recorder<String>()
    let warning = Misuse.onWarning { misuse in
      if misuse.message.contains("Said(word: \"smuggled\")") { reported.record(misuse.message) }
    }
    let scope = diary.store.scope(\.self, accepting: Do.self)
    let binding = scope.bind(.say("smuggled"))
    await diary.advance(0)
    #expect(diary.words == [])
    #expect(reported.count == 1)
    #expect(diary.isClean)
    binding.dispose()
    warning.dispose()
  }

  // MARK: What the state asks for

  struct Work: Equatable, Sendable {
    var isOn = false
    var ids: [Int] = []
    var said: [String] = []
  }

  struct Change: Action {
    let change: @Sendable (inout Work) -> Void

    init(_ change: @escaping @Sendable (inout Work) -> Void) {
      self.change = change
    }
  }

  private func workStore() -> Store<Work> {
    Store(
      state: Work(),
      reducer: Reducer {
        Reducer.on(Change.self) { state, action in action.change(&state) }
        Reducer.on(Said.self) { state, action in state.said.append(action.word) }
      },
      clock: diary.clock)
  }

  @Test func `an effect goes on while the state says so`() async {
    let store = workStore()
    let running = store.run(while: \.isOn) { .timer(every: .seconds(1)) { Said("tick") } }
    await diary.advance(5_000)
    #expect(store.state.said == [])
    store.dispatch(Change { $0.isOn = true })
    await diary.advance(2_500)
    #expect(store.state.said.count == 2)
    store.dispatch(Change { $0.ids = [1] })
    await diary.advance(500)
    #expect(store.state.said.count == 3)
    store.dispatch(Change { $0.isOn = false })
    await diary.advance(5_000)
    #expect(store.state.said.count == 3)
    // A state that is restored restores what goes on with it.
    store.dispatch(Change { $0 = Work(isOn: true) })
    await diary.advance(1_000)
    #expect(store.state.said == ["tick"])
    running.dispose()
    await diary.advance(5_000)
    #expect(store.state.said == ["tick"])
    #expect(store.engine.effects.counts == (0, 0, 0))
    #expect(store.connections.isEmpty)
  }

  @Test func `an effect of a state that is over is cancelled before the next action`() async {
    let store = workStore()
    let running = store.run(while: \.isOn) {
      .run { send in
        while true {
          try await send.sleep(for: .seconds(1))
          send(Said("a"))
          send(Said("b"))
        }
      }
    }
    let stopping = store.onAction { _, action in
      // Told before the store turns to the next action, which has been sent already.
      if action as? Said == Said("a") { store.dispatch(Change { $0.isOn = false }) }
    }
    store.dispatch(Change { $0.isOn = true })
    await diary.advance(1_000)
    #expect(store.state.said == ["a", "b"])
    await diary.advance(10_000)
    #expect(store.state.said == ["a", "b"])
    running.dispose()
    stopping.dispose()
  }

  @Test func `each element has an effect as long as it is there`() async {
    let store = workStore()
    let started = Recorder<Int>()
    let running = store.run(forEach: \.ids) { id in
      started.record(id)
      return .timer(every: .seconds(1)) { Said("\(id)") }
    }
    store.dispatch(Change { $0.ids = [3, 1, 3] })
    await diary.advance(1_000)
    store.dispatch(Change { $0.ids = [1, 2, 3] })
    await diary.advance(1_000)
    store.dispatch(Change { $0.ids = [2] })
    await diary.advance(1_000)
    #expect(started.values == [3, 1, 2])
    #expect(store.state.said == ["3", "1", "3", "1", "2", "2"])
    store.dispatch(Change { $0.ids = [] })
    await diary.advance(1_000)
    #expect(store.state.said.count == 6)
    #expect(store.engine.effects.counts == (0, 0, 0))
    running.dispose()
  }

  @Test func `what the state asks for may be ended while it is asked for`() async {
    let store = workStore()
    let kept = Locked<Disposable?>(nil)
    let running = store.run(forEach: \.ids) { id in
      if id == 2 { kept.withLock { $0 }?.dispose() }
      return .timer(every: .seconds(1)) { Said("\(id)") }
    }
    kept.withLock { $0 = running }
    store.dispatch(Change { $0.ids = [1, 2, 3] })
    await diary.advance(1_000)
    #expect(store.state.said == [])
    #expect(store.engine.effects.counts == (0, 0, 0))
    kept.withLock { $0 = nil }
  }

  @Test func `what the state asks for ends with the store`() async {
    let tracker = LifetimeTracker()
    do {
      let store = workStore()
      let token = tracker.token()
      let running = store.run(while: \.isOn) { [token] in
        .timer(every: .seconds(1)) { [token] in
          token.touch()
          return Said("tick")
        }
      }
      store.dispatch(Change { $0.isOn = true })
      await diary.advance(1_000)
      running.dispose()
    }
    await tracker.allReleased()
    #expect(diary.clock.sleeperCount == 0)
  }
}
