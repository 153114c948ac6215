// SPDX-License-Identifier: MIT

@Suite struct GotchasTests {
  let disposer = Disposer()
  struct AppState: Equatable, Sendable { var counter = 0 }
  enum CounterAction: Action { case incremented }

  private let store = Store(state: AppState()) { state, action in
    if action is CounterAction { state.counter += 1 }
  }

  @Test
  func `Contract 14: a released token ends its subscription, a retained one does not`() async {
    let print = Printer()
    _ = store.observe { _ in }
    #expect(store.connections.isEmpty)
    #snippet("A released token ends its subscription")
    await store.settle(after: CounterAction.incremented)
    #expect(print.lines == ["0", "1"])
  }

  #snippet("A closure that captures its owner causes a retain cycle")

  @Test func `A sequence of values begins with its iterator`() async {
    await store.settle(after: CounterAction.incremented)
    #snippet("SwiftConcurrency.md", "When a sequence of values begins")
    await store.settled()
    #expect(await counters.next() == 1)
    #expect(await counters.next() == 2)
  }

  @MainActor private func observe(
    _ label: NumberLabel, _ upload: @escaping @Sendable (Int) -> Void, on queue: DispatchQueue
  ) async {
    #snippet("`dispatch` returns before the action has been reduced")
    #snippet("Scoping.md", "Choose a delivery")
  }

  @Test @MainActor func `Props with a NaN are set each time they are created`() async {
    let gauge = ViewRecorder(0.0)
    gauge.connect(to: store) { _, _ in Double.nan }
    await store.settle(after: CounterAction.incremented)
    #expect(gauge.values.count == 2)
  }
}
