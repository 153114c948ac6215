// SPDX-License-Identifier: MIT

import Dispatch

@Suite struct GotchasTests {
  let disposer = Disposer()
  struct AppState: Equatable, Sendable { var counter = 0 }
  enum CounterAction: Action { case incremented }

  private static func counterReducer(state: inout AppState, action: any Action) {
    if action is CounterAction { state.counter += 1 }
  }

  private func makeStore() -> Store<AppState> {
    Store(state: AppState(), reducer: Self.counterReducer)
  }

  @Test
  func `Contract 14: a released token ends its subscription, a retained one does not`() async {
    let print = Printer()
    let store = makeStore()
    _ = store.observe { _ in print("dropped") }
    await store.settled()
    let first = print.lines
    #snippet("A released token ends its subscription")
    await store.settle(after: CounterAction.incremented)
    #expect(print.lines == first + ["0", "1"])
    #expect(store.connections.count == 1)
    disposer.dispose()
    #expect(store.connections.isEmpty)
  }

  #snippet("A closure that captures its owner causes a retain cycle")

  @Test func `A closure that captures its owner weakly does not retain it`() async {
    let store = makeStore()
    let shown = Recorder<Int>()
    weak var weakBadge: Badge?
    do {
      let badge = Badge(store: store) { shown.record($0) }
      weakBadge = badge
      await store.settled()
      withExtendedLifetime(badge) {}
    }
    #expect(weakBadge == nil)
    #expect(store.connections.isEmpty)
    #expect(shown.values == [0])
  }

  #snippet("UIKitAndAppKit.md", "Retain components, and avoid retain cycles")

  @Test @MainActor
  func `A connection does not retain a component that is its own connector`() async {
    let store = makeStore()
    weak var weakView: TitleView?
    do {
      #snippet("UIKitAndAppKit.md", "Retain components, and avoid retain cycles", 2)
      #expect(view.texts == ["You have 0 rows"])
      await store.settled()
      weakView = view
    }
    #expect(weakView == nil)
    #expect(store.connections.isEmpty)
  }

  @Test @MainActor func `Observers and listeners run on the main actor`() async {
    let store = makeStore()
    let label = NumberLabel()
    #snippet("`@MainActor` doesn't move a closure to the main actor")
    let received = Recorder<Int>()
    store.scope(\.counter).onAction(on: MainActor.self) { counter, _ in
      MainActor.assertIsolated()
      received.record(counter)
    }.dispose(on: disposer)
    await store.settled()
    await store.settle(after: CounterAction.incremented)
    #expect(label.shown.values == [0, 1])
    #expect(received.values == [1])
  }

  @Test func `A sequence of values begins with its iterator`() async {
    let store = makeStore()
    await store.settle(after: CounterAction.incremented)
    #snippet("SwiftConcurrency.md", "When a sequence of values begins")
    await store.settled()
    #expect(await counters.next() == 1)
    #expect(await counters.next() == 2)
  }

  @Test
  func `Contract 6: actions dispatched before settled have been reduced when it returns`() async {
    let print = Printer()
    let store = makeStore()
    #snippet("`dispatch` returns before the action has been reduced")
    #expect(print.lines == ["1"])
  }

  @Test func `Contract 15: latest delivers the newest of several pending values`() async {
    let gate = Gate()
    let queue = makeQueue(blockedBy: gate)
    let store = makeStore()
    let uploaded = Recorder<Int>()
    @Sendable func upload(_ counter: Int) { uploaded.record(counter) }
    #snippet("Scoping.md", "Choose a delivery")
    for _ in 0..<3 { store.dispatch(CounterAction.incremented) }
    await store.reduced()
    gate.open()
    await store.settled()
    #expect(uploaded.values == [3])
  }

  struct Measured: Action { let value: Double }

  @Test func `A value with the same bytes has not changed, even if == returns false`() async {
    let print = Printer()
    #snippet("Scoping.md", "Customize change detection", 2)
    await store.settled()
    #expect(print.lines == ["0.0", "nan"])
  }

  @Test func `The closure of removeDuplicates is not called for equal bytes`() async {
    let store = makeStore()
    let notified = Counter()
    store.scope(\.counter).removeDuplicates { _, _ in false }.observe { _ in notified.increment() }
      .dispose(on: disposer)
    await store.settle(after: Measured(value: 1))
    #expect(notified.value == 1)
  }

  @Test @MainActor func `Props with a NaN are set each time they are created`() async {
    let store = makeStore()
    let gauge = ViewRecorder(0.0)
    gauge.connect(to: store) { _, _ in Double.nan }
    await store.settle(after: CounterAction.incremented)
    #expect(gauge.values.count == 2)
  }

  /// `@unchecked`: only the reducer accesses it.
  private final class Box: Equatable, @unchecked Sendable {
    var value = 0

    static func == (left: Box, right: Box) -> Bool { left.value == right.value }
  }

  @Test func `An object in the state that changes in place causes no notification`() async {
    struct State: Equatable, Sendable { let box = Box() }
    let store = Store(state: State()) { state, _ in state.box.value += 1 }
    let notified = Counter()
    store.observe { _ in notified.increment() }.dispose(on: disposer)
    await store.settle(after: CounterAction.incremented)
    #expect(notified.value == 1)
  }

  struct Row: Equatable, Sendable {
    var id: Int
    var title = "untitled"
  }

  enum RowAction: Action, Equatable { case tapped(Int) }

  struct RowProps: Equatable {
    var title = ""
    var onTap = Callback {}
  }

  #snippet("UIKitAndAppKit.md", "Dispatch from a button")
}

@Suite struct EffectGotchasTests {
  private struct Document: Equatable, Sendable { var text = "draft" }
  private struct SaveTapped: Action {}
  private struct SyncTapped: Action {}
  private struct Saved: Action { let text: String }

  @Test func `An effect uses the values that the reducer captured for it`() async {
    struct Disk: Sendable {
      let written = Recorder<String>()
      func write(_ text: String) async throws { written.record(text) }
    }
    let disk = Disk()
    #snippet("Effects.md", "Use values of the state")
    var document = Document()
    let effect = saving.reduce(&document, SaveTapped())
    #expect(await sentActions(of: effect) == [#"Saved(text: "draft")"#])
    #expect(disk.written.values == ["draft"])
  }

  @Test func `Blocking work runs on a queue and is awaited`() async {
    let queue = DispatchQueue(label: "runnel.tests.files")
    @Sendable func readLargeFile() -> String { "large" }
    #snippet("Effects.md", "Run blocking work")
    let store = Store(state: 0)
    let actions = ValueRecorder.actions(of: store)
    let token = store.run(reading)
    await actions.values(count: 1)
    #expect((actions.values.last as? Saved)?.text == "large")
    token.dispose()
  }
}
