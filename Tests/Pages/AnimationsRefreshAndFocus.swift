// SPDX-License-Identifier: MIT

import Observation
import RunnelObservation

@Suite @MainActor struct AnimationsRefreshAndFocusTests {
  enum Inbox {
    enum Field { case subject, text }
    #snippet("Scroll to a row", 2)

    struct State: Equatable, Sendable {
      var count = 0
      var isLoading = false
      var focus: Field?
      var scroll = Scroll()
    }

    enum Action: Runnel.Action, Equatable {
      case archived, refreshed, loaded, sent, focused(Field?), scrolled(Int)
    }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .archived: state.count += 1
      case .refreshed:
        state.isLoading = true
        return .run { send in
          try await send.sleep(for: .seconds(1))
          send(.loaded)
        }
      case .loaded: state.isLoading = false
      case .focused(.text): break  // Refused.
      case .focused(let field): state.focus = field
      case .scrolled(let id): state.scroll.request(id)
      case .sent: break
      }
      return .none
    }
  }

  private let clock = ManualClock()
  private let store: StoreOf<Inbox.State, Inbox.Action>
  private let model: ViewStoreOf<Inbox.State, Inbox.Action>
  private let disposer = Disposer()

  init() {
    store = Store(state: Inbox.State(), reducer: Inbox.reducer, clock: clock)
      .accepting(Inbox.Action.self)
    model = ViewStoreOf(store)
  }

  private func changes() -> Counter {
    let changes = Counter()
    withObservationTracking {
      _ = model.count
    } onChange: {
      changes.increment()
    }
    return changes
  }

  @Test func `Readers are notified before send returns, and have the new value then`() {
    let changes = changes()
    model.send(.archived)
    #expect(changes.value == 1)
    #expect(model.count == 1)
  }

  @Test func `Readers are notified after dispatch has returned`() async {
    let changes = changes()
    model.dispatch(.archived)
    #expect(changes.value == 0)
    #expect(model.count == 0)
    await store.settled()
    #expect(changes.value == 1)
    #expect(model.count == 1)
  }

  @Test func `The result of an effect arrives after send has returned`() async {
    model.send(.refreshed)
    #expect(model.isLoading)
    await clock.advance(by: .seconds(1))
    await store.settled()
    #expect(!model.isLoading)
  }

  @Test func `A canceled refresh leaves the flag that its action has set`() async {
    let started = store.scope(\.isLoading)
    let task = Task { await store.dispatchAndWait(.refreshed) }
    await started.wait(until: { $0 })
    task.cancel()
    await task.value
    #expect(store.runningEffects.isEmpty)
    #expect(store.state.isLoading)
  }

  @Test func `A canceled wait for the state continues the request`() async {
    let task = Task {
      store.send(.refreshed)
      await store.wait(until: { !$0.isLoading })
    }
    await store.wait(until: \.isLoading)
    task.cancel()
    await task.value
    #expect(store.state.isLoading)
    await clock.advance(by: .seconds(1))
    await store.settled()
    #expect(!store.state.isLoading)
  }

  @Test func `After send, the view store has the focus that the reducer has decided`() {
    model.send(.focused(.subject))
    #expect(model.focus == .subject)
    model.send(.focused(.text))
    #expect(model.focus == .subject)
  }

  @Test func `Two requests to scroll to one row differ`() {
    store.send(.scrolled(7))
    let first = store.state.scroll
    store.send(.scrolled(7))
    #expect(store.state.scroll != first)
  }

  @Test func `A listener on the main actor receives equal actions each time`() async {
    struct Haptics: Sendable {
      let count = Counter()
      func play() { count.increment() }
    }
    let haptics = Haptics()
    #snippet("Play haptics, and show a notice once", 2)
    store.dispatch(.sent)
    store.dispatch(.sent)
    await store.settled()
    #expect(haptics.count.value == 2)
  }
}
