// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

@Suite @MainActor struct ViewStoreTests {
  private let store = makeScreen()
  private let model: ViewStore<Screen>

  init() { model = ViewStore(store) }

  @Test func `of fifty fields, only readers of the changed one are notified`() async {
    let counters = (0..<50).map { index in count { _ = model[\.cells[index]] } }
    await store.editAndWait { $0.cells[7] = 1 }
    #expect(counters.map(\.value) == (0..<50).map { $0 == 7 ? 1 : 0 })
    #expect(model[\.cells[7]] == 1)
  }

  @Test func `a deep path changes with its own value, a shallow one with any part of it`() async {
    let name = count { _ = model[\.profile.name] }
    let profile = count { _ = model.profile.name }
    let state = count { _ = model.state }
    await store.editAndWait { $0.profile.age = 3 }
    #expect([name.value, profile.value, state.value] == [0, 1, 1])
    await store.editAndWait { $0.profile.name = "b" }
    #expect(name.value == 1)
    #expect(model[\.profile.name] == "b")
    #expect(model.state == store.state)
    await store.editAndWait { $0.search = Screen.Search(text: "x") }
    let text = count { #expect(model[\.search?.text] == "x") }
    await store.editAndWait { $0.search = nil }
    #expect(text.value == 1)
    #expect(model[\.search?.text] == nil)
  }

  @Test func `Pitfall 34: during an announcement, all fields return their old values`() async {
    let seen = Recorder<[String]>()
    @MainActor func read() -> [String] {
      ["\(model.counter)", model.title, model[\.profile.name]]
    }
    watch({ _ = model.counter }, willChange: { seen.record(read()) })
    watch({ _ = model.title }, willChange: { seen.record(read()) })
    watch({ _ = model[\.profile.name] }, willChange: { seen.record(read()) })
    await store.editAndWait { ($0.counter, $0.title, $0.profile.name) = (1, "b", "b") }
    #expect(seen.values == Array(repeating: ["0", "a", "a"], count: 3))
    #expect(read() == ["1", "b", "b"])
  }

  @Test func `Pitfall 34: changes are announced on the main thread, wherever from`() async {
    let notified = Counter()
    let isOver = Locked(false)
    // `watch` ends the program if it is called on another thread.
    @MainActor func follow() {
      watch {
        _ = model.counter
      } willChange: {
        notified.increment()
        Task { @MainActor in if !isOver.withLock({ $0 }) { follow() } }
      }
    }
    follow()
    await onThreads(2) { _ in
      for _ in 0..<500 { store.edit { $0.counter += 1 } }
    }
    await store.settled()
    await nextTurn()
    #expect(notified.value > 0)
    #expect(model.counter == 1_000)
    // A registered reader and the model retain each other. One more change ends the registration.
    isOver.withLock { $0 = true }
    await store.editAndWait { $0.counter += 1 }
  }

  @Test func `fields are announced in the order of their first read`() async {
    let notified = Recorder<Int>()
    let order = (0..<50).map { $0 * 7 % 50 }
    for index in order {
      watch({ _ = model[\.cells[index]] }, willChange: { notified.record(index) })
    }
    await store.editAndWait { $0.cells = $0.cells.map { $0 + 1 } }
    #expect(notified.values == order)
  }

  @Test func `a field read again during its announcement has the new value afterward`() async {
    let notified = Counter()
    watch {
      _ = model.counter
    } willChange: {
      watch({ _ = model.counter }, willChange: { notified.increment() })
    }
    await store.editAndWait { $0.counter = 1 }
    #expect(model.counter == 1)
    await store.editAndWait { $0.counter = 2 }
    #expect(notified.value == 1)
    #expect(model.counter == 2)
  }

  /// A value that doesn't equal itself.
  private struct Chart: Sendable {
    var count = 0
    var ratio = Double.nan
    // Another array each time, whose bytes differ.
    var ratios: [Double] { [ratio] }
  }

  @Test func `views that show a nan don't notify each other without a change`() async {
    let store = Store(state: Chart(), reducer: .edits)
    let model = ViewStore(store)
    let first = [count { _ = model.ratio }, count { _ = model.ratios }]
    await nextTurn()
    let second = [count { _ = model.ratio }, count { _ = model.ratios }]
    await nextTurn()
    _ = model.count
    #expect((first + second).map(\.value) == [0, 0, 0, 0])
    // An action that may have changed it is announced if the values can't be compared.
    store.send(Edit<Chart> { $0.count = 1 })
    #expect((first + second).map(\.value) == [0, 1, 0, 1])
    let third = [count { _ = model.ratio }, count { _ = model.ratios }]
    store.send(Edit<Chart> { $0.ratio = 1 })
    #expect((first + third).map(\.value) == [1, 1, 1, 1])
    #expect(model.ratio == 1)
  }

  @Test func `a value that doesn't equal itself and is read before its update is announced`() async
  {
    let store = Store(state: Chart(ratio: 1), reducer: .edits)
    let model = ViewStore(store)
    let notified = count { #expect(model.ratios == [1]) }
    await nextTurn()
    store.edit { $0.ratio = .nan }
    store.waitUntilReduced()
    // Starts a turn before the update arrives.
    #expect(model.ratios[0].isNaN)
    await store.settled()
    #expect(notified.value == 1)
  }

  @Test func `Contract 27: a view store keeps the last value that was delivered`() async throws {
    store.send(Edit<Screen> { $0.search = Screen.Search(text: "saving") })
    let search = try ViewStore(#require(store.ifPresent(\.search)))
    let notified = count { #expect(search.text == "saving") }
    await nextTurn()
    store.send(Edit<Screen> { $0.search?.text = "saved" })
    #expect(notified.value == 1)
    store.send(Edit<Screen> { $0.search = nil })
    for _ in 0..<2 {
      #expect(search.text == "saved")
      await nextTurn()
    }
    store.send(Edit<Screen> { $0.search = Screen.Search(text: "new") })
    let later = count { #expect(search.text == "new") }
    store.send(Edit<Screen> { $0.search = nil })
    #expect(search.text == "new")
    #expect(later.value == 0)
    store.send(Edit<Screen> { $0.search = Screen.Search(text: "newer") })
    #expect(later.value == 1)
    #expect(search.text == "newer")
  }

  @Test func `actions can be dispatched from any thread and keep their location`() async {
    let sites = Recorder<Int>()
    let store = Store(state: 0, reducer: Reducer.edits, middleware: [Self.recordSites(in: sites)])
    let model = ViewStore(store)
    let line = #line + 1
    await onThread { model.dispatch(Edit<Int> { $0 += 1 }) }
    await store.settled()
    #expect(model.state == 1)
    #expect(sites.values == [line])
  }

  /// Records the line of each action.
  private static func recordSites(in sites: Recorder<Int>) -> Middleware<Int> {
    Middleware { action, context, next in
      sites.record(context.site.line)
      next(action)
    }
  }

  @Test func `waiting for an action ends when the view store shows what its effects sent`() async {
    enum Event: Action { case refreshed, loaded(Int) }
    let sites = Recorder<Int>()
    let reducer = Reducer<Int>.on(Event.self) { state, event in
      switch event {
      case .refreshed:
        return .run { send in
          await Task.yield()
          send(.loaded(7))
        }
      case .loaded(let number):
        state = number
        return .none
      }
    }
    let store = Store(state: 0, reducer: reducer, middleware: [Self.recordSites(in: sites)])
    let model = ViewStoreOf(store.accepting(Event.self))
    let line = #line + 1
    await model.dispatchAndWait(.refreshed)
    #expect(model.state == 7)
    #expect(sites.values.first == line)
  }
}
