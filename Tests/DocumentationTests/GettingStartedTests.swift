// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@Suite struct GettingStartedTests {
  struct AppState: Equatable, Sendable {
    var counter = 0
    var savedCounter = 0
  }

  enum CounterAction: Action {
    case incremented, decremented
    case saved(Int)
  }

  func counterReducer(state: inout AppState, action: any Action) {
    guard let action = action as? CounterAction else { return }
    switch action {
    case .incremented: state.counter += 1
    case .decremented: state.counter -= 1
    case .saved(let counter): state.savedCounter = counter
    }
  }

  final class CounterViewController: UIViewController, ViewComponent {
    let disposer = Disposer()
    let label = UILabel()
    var props = 0 { didSet { label.text = "\(props)" } }
  }

  struct CounterProps: Equatable {
    var text = ""
    var isSaved = false
    var onIncrement = Callback {}
  }

  struct CounterConnector: Connector {
    func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> CounterProps {
      CounterProps(
        text: "\(state.counter)",
        isSaved: state.counter == state.savedCounter,
        onIncrement: Callback { dispatcher.dispatch(CounterAction.incremented) }
      )
    }
  }

  final class CounterView: UIView, ViewComponent {
    let disposer = Disposer()
    let label = UILabel()
    var props = CounterProps() {
      didSet { label.text = props.isSaved ? props.text : "\(props.text) *" }
    }

    func buttonTapped() { props.onIncrement() }
  }

  final class Autosave: ServiceComponent {
    let disposer = Disposer()
    let delivery = Delivery.latest
    var props = 0 {
      didSet {
        save(props)
        dispatcher.dispatch(CounterAction.saved(props))
      }
    }
    private let dispatcher: any ActionDispatcher
    private let save: (Int) -> Void

    init(dispatcher: any ActionDispatcher, save: @escaping (Int) -> Void) {
      self.dispatcher = dispatcher
      self.save = save
    }
  }

  @Test("A store reduces what is dispatched, and can be read")
  func store() async {
    let print = Printer()

    let store = Store(state: AppState(), reducer: counterReducer)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    print(store.state.counter)  // 1

    #expect(print.lines == ["1"])
    store.dispatch(CounterAction.decremented)
    await store.settled()
    #expect(store.state.counter == 0)
  }

  @Test("Testing a reducer takes no more than calling it")
  func reducer() {
    var state = AppState()
    counterReducer(state: &state, action: CounterAction.incremented)
    counterReducer(state: &state, action: CounterAction.saved(1))
    #expect(state == AppState(counter: 1, savedCounter: 1))
  }

  @Test("Contract 11: an observer is told the current value, and then each later one")
  func observing() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: counterReducer)

    let disposer = Disposer()
    store.scope(\.counter).observe { print("The counter is \($0).") }.dispose(on: disposer)

    store.dispatch(CounterAction.incremented)
    store.dispatch(CounterAction.saved(1))
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(print.lines == ["The counter is 0.", "The counter is 1.", "The counter is 2."])
    disposer.dispose()
  }

  @Test("The values can be read as an asynchronous sequence")
  func values() async {
    let print = Printer()
    let store = Store(state: AppState(counter: 2), reducer: counterReducer)
    store.dispatch(CounterAction.incremented)

    for await counter in store.values(of: \.counter) {
      print("The counter is \(counter).")
      if counter == 3 { break }
    }

    #expect(print.lines.last == "The counter is 3.")
    #expect(print.lines.count <= 2)
  }

  @Test("Contract 19: a view is shown the first props before `connect` returns") @MainActor
  func view() async {
    let store = Store(state: AppState(), reducer: counterReducer)

    let controller = CounterViewController()
    controller.connect(to: store, state: \.counter)

    #expect(controller.label.texts == ["0"])
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(controller.label.texts == ["0", "1"])
  }

  @Test("A connector makes props, whose callbacks dispatch") @MainActor
  func connector() async {
    let store = Store(state: AppState(), reducer: counterReducer)

    let view = CounterView()
    view.connect(to: store, by: CounterConnector())

    #expect(view.label.texts == ["0"])
    view.buttonTapped()
    await store.settled()
    #expect(view.label.texts == ["0", "1 *"])
    store.dispatch(CounterAction.saved(1))
    await store.settled()
    #expect(view.label.texts == ["0", "1 *", "1"])
  }

  @Test("Contract 20: a service gets its props on its queue, and may dispatch")
  func service() async {
    let print = Printer()
    let store = Store(state: AppState(counter: 5), reducer: counterReducer)

    let autosave = Autosave(dispatcher: store) { counter in print("saving \(counter)") }
    autosave.connect(to: store, state: \.counter)

    await store.settled()  // The first props are set,
    await store.settled()  // and what the service has dispatched then is reduced.
    #expect(print.lines == ["saving 5"])
    #expect(store.state.savedCounter == 5)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    await store.settled()
    #expect(print.lines == ["saving 5", "saving 6"])
    #expect(store.state.savedCounter == 6)
    autosave.disposer.dispose()
  }
}
