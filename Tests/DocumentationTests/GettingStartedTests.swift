// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of GettingStarted.md.
@Suite struct GettingStartedTests {
  enum Counter {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Runnel.Action, Equatable { case incremented, decremented }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .incremented: state.count += 1
      case .decremented: state.count -= 1
      }
    }
  }

  @Test func `A store reduces actions, and its state can be read`() {
    let print = Printer()

    let store = Store(state: Counter.State(), reducer: Counter.reducer)
      .accepting(Counter.Action.self)
    store.send(.incremented)
    print(store.state.count)  // 1

    #expect(print.lines == ["1"])
  }

  @Test
  func `Contract 11: an observer receives the current value and then each later value`() async {
    let print = Printer()
    let store = Store(state: Counter.State(count: 1), reducer: Counter.reducer)
      .accepting(Counter.Action.self)

    let disposer = Disposer()
    store.scope(\.count).observe { print("The count is \($0).") }.dispose(on: disposer)
    store.dispatch(.incremented)
    await store.settled()

    #expect(print.lines == ["The count is 1.", "The count is 2."])
    disposer.dispose()
  }

  @Test func `The counter counts up and down`() async {
    let store = TestStore(state: Counter.State(), reducer: Counter.reducer)
      .accepting(Counter.Action.self)

    await store.send(.incremented) { $0.count = 1 }
    await store.send(.decremented) { $0.count = 0 }
    await store.finish()
  }

  // MARK: A feature with an effect

  enum Quote {
    struct State: Equatable, Sendable { var text = "" }
    enum Action: Runnel.Action, Equatable { case refreshTapped, loaded(String), failed }
    struct Load: Command, Equatable {}

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .refreshTapped: return .perform(Load()).catch { _ in .failed }
      case .loaded(let text):
        state.text = text
        return .none
      case .failed:
        state.text = "No quote today."
        return .none
      }
    }
  }

  @Test func `A refresh loads a quote`() async {
    let store = TestStore(state: Quote.State(), reducer: Quote.reducer)
      .accepting(Quote.Action.self)
    store.handle(Quote.Load.self) { _ in .once { .loaded("Otters hold hands.") } }

    await store.send(.refreshTapped)
    await store.receive(.loaded("Otters hold hands.")) { $0.text = "Otters hold hands." }
    await store.finish()
  }

  @Test func `A failed request is an action`() async {
    struct Offline: Error {}
    let store = TestStore(state: Quote.State(), reducer: Quote.reducer)
      .accepting(Quote.Action.self)
    store.handle(Quote.Load.self) { _ in .once { throw Offline() } }

    await store.send(.refreshTapped)
    await store.receive(.failed) { $0.text = "No quote today." }
    await store.finish()
  }

  // MARK: The app

  struct AppState: Equatable, Sendable {
    var counter = Counter.State()
    var quote = Quote.State()
  }

  let app = Store(
    state: AppState(),
    reducer: Reducer {
      Counter.reducer.scope(\.counter)
      Quote.reducer.scope(\.quote)
    })

  @Test func `Each action changes the slice of its feature`() async {
    let disposer = Disposer()
    app.handle(Quote.Load.self) { _ in .once { Quote.Action.loaded("Otters hold hands.") } }
      .dispose(on: disposer)
    let counter = app.scope(\.counter, accepting: Counter.Action.self)

    counter.dispatch(.incremented)
    app.dispatch(Quote.Action.refreshTapped)
    await app.settled(includingEffects: true)

    #expect(counter.state.count == 1)
    #expect(app.state.quote.text == "Otters hold hands.")
  }

  final class CounterViewController: UIViewController, ViewComponent {
    let disposer = Disposer()
    let label = UILabel()
    var props = 0 { didSet { label.text = "\(props)" } }

    override func loadView() { view = label }
  }

  @Test @MainActor
  func `Contract 19: a view receives the first props before connect returns`() async {
    let controller = CounterViewController()
    controller.connect(to: app.scope(\.counter.count))

    #expect(controller.label.texts == ["0"])
    await app.settle(after: Counter.Action.incremented)
    #expect(controller.label.texts == ["0", "1"])
    controller.loadView()
    #expect(controller.view === controller.label)
  }

  final class Autosave: ServiceComponent {
    let disposer = Disposer()
    let delivery = Delivery.latest
    let save: (Int) -> Void
    var props = 0 { didSet { save(props) } }
    init(save: @escaping (Int) -> Void) { self.save = save }
  }

  @Test func `Contract 20: a service receives its props on its queue`() async {
    let print = Printer()
    let autosave = Autosave { count in print("saving \(count)") }
    autosave.connect(to: app.scope(\.counter.count))

    await app.settled()
    #expect(print.lines == ["saving 0"])
    await app.settle(after: Counter.Action.incremented)
    #expect(print.lines == ["saving 0", "saving 1"])
    autosave.disposer.dispose()
  }
}
