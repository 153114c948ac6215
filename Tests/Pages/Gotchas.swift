// SPDX-License-Identifier: MIT

import Dispatch

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

  struct Measured: Action { let value: Double }

  @Test func `A value with the same bytes has not changed, whatever the comparison`() async {
    let print = Printer()
    let store = Store(state: 0.0) { state, action in
      if let action = action as? Measured { state = action.value }
    }
    store.observe { print($0) }.dispose(on: disposer)
    store.dispatch(Measured(value: .nan))
    store.dispatch(Measured(value: .nan))  // Prints 0.0, and nan once.
    await store.settled()
    #expect(print.lines == ["0.0", "nan"])
    let notified = Counter()
    store.removeDuplicates { _, _ in false }.observe { _ in notified.increment() }
      .dispose(on: disposer)
    await store.settle(after: Measured(value: .nan))
    #expect(notified.value == 1)
  }

  @Test @MainActor func `Props with a NaN are set each time they are created`() async {
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
}
