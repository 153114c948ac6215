// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct AwaitingTests {
  private enum Feed {
    struct State: Equatable, Sendable {
      var pages: [Int] = []
      var isOnline = false
      var ticks = 0
    }

    enum Action: Runnel.Action, Equatable {
      case refreshed, loaded(Int), pinged, ticked, online(Bool)
    }

    /// Loads three pages, each one second after the last.
    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .refreshed:
        state.pages = []
        return load(1)
      case .loaded(let page):
        state.pages.append(page)
        return page < 3 ? load(page + 1) : .none
      case .pinged: return .send(.loaded(9))
      case .ticked: state.ticks += 1
      case .online(let isOnline): state.isOnline = isOnline
      }
      return .none
    }

    static func load(_ page: Int) -> EffectOf<Action> {
      EffectOf.send(.loaded(page)).delay(for: .seconds(1))
    }
  }

  private let clock = ManualClock()
  private let store: StoreOf<Feed.State, Feed.Action>
  private let disposer = Disposer()

  init() {
    store = Store(state: Feed.State(), reducer: Feed.reducer, clock: clock)
      .accepting(Feed.Action.self)
  }

  @Test func `Contract 6: one action is awaited with the effects that it starts`() async {
    store.run(.timer(every: .seconds(1)) { .ticked }).dispose(on: disposer)
    let waiting = Task.immediate { await store.dispatchAndWait(.refreshed) }
    await clock.advance(by: .seconds(3))
    // The timer is still running: another effect isn't awaited.
    await waiting.value
    #expect(store.state.pages == [1, 2, 3])
  }

  @Test func `Contract 6: an action without effects is awaited until it is delivered`() async {
    let values = store.untyped.scope(\.pages.count).recordValues(on: DispatchQueue(label: "pages"))
    for count in 1...100 {
      await store.dispatchAndWait(.loaded(count + 2))
      #expect(values.values.last == count)
    }
  }

  @Test func `Contract 6: awaiting one action follows the actions of observers`() async {
    store.onAction { [store] _, action in
      if action == .pinged { store.dispatch(.loaded(7)) }
    }.dispose(on: disposer)
    await store.dispatchAndWait(.pinged)
    #expect(store.state.pages == [7, 9])
  }

  @Test func `Contract 6: canceling the waiting task cancels the effects of its action`() async {
    store.run(Feed.load(5)).dispose(on: disposer)
    let waiting = Task.immediate { await store.dispatchAndWait(.refreshed) }
    await clock.advance(by: .milliseconds(500))
    waiting.cancel()
    await waiting.value
    await clock.advance(by: .seconds(10))
    #expect(store.state.pages == [5])
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test func `Contract 1: a canceled task's action is reduced, and starts no effects`() async {
    let gate = Gate()
    store.onAction { _, _ in gate.pass() }.dispose(on: disposer)
    store.dispatch(.ticked)
    let waiting = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await store.dispatchAndWait(.loaded(1))
      return store.state.pages
    }
    gate.open()
    #expect(await waiting.value == [1])
    await clock.advance(by: .seconds(10))
    #expect(store.state.pages == [1])
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test func `Contract 6: waiting for a state sees each value, and ends with its task`() async {
    let waiting = Task.immediate { await store.wait(until: \.isOnline) }
    store.dispatch(.online(true))
    store.dispatch(.online(false))
    #expect(await waiting.value)
    store.dispatch(.online(true))
    #expect(await store.wait(until: \.isOnline))
    #expect(await store.wait { $0.pages.isEmpty })
    let canceled = Task { await store.wait { !$0.pages.isEmpty } }
    canceled.cancel()
    #expect(await canceled.value == false)
    #expect(store.connections.isEmpty)
  }

  @Test func `Contract 37: threads can await and cancel actions concurrently`() async {
    let store = Store(state: Feed.State(), reducer: Feed.reducer).accepting(Feed.Action.self)
    await withTaskGroup { group in
      for number in 0..<400 {
        group.addTask {
          let waiting = Task { await store.dispatchAndWait(number % 2 == 0 ? .pinged : .ticked) }
          if number % 3 == 0 { waiting.cancel() }
          await waiting.value
        }
      }
    }
    await store.settled(includingEffects: true)
    #expect(store.state.ticks == 200)
    // An effect of a task that was canceled may have been dropped.
    #expect((133...200).contains(store.state.pages.count))
    #expect(store.engine.effects.counts == (0, 0, 0))
  }
}
