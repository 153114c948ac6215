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

  @Test func `A store reduces actions, and its state can be read`() async {
    let print = Printer()

    let store = Store(state: AppState(), reducer: counterReducer)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    print(store.state.counter)  // 1

    store.send(CounterAction.incremented)
    print(store.state.counter)  // 2

    #expect(print.lines == ["1", "2"])
  }

  @Test
  func `Contract 11: an observer receives the current value and then each later value`() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: counterReducer)

    let disposer = Disposer()
    store.scope(\.counter).observe { print("The counter is \($0).") }.dispose(on: disposer)

    await store.settle(
      after: CounterAction.incremented, CounterAction.saved(1), CounterAction.incremented)
    #expect(print.lines == ["The counter is 0.", "The counter is 1.", "The counter is 2."])
    disposer.dispose()
  }

  @Test func `The values are read as an asynchronous sequence`() async {
    let print = Printer()
    let store = Store(state: AppState(counter: 2), reducer: counterReducer)
    store.dispatch(CounterAction.incremented)

    for await counter in store.scope(\.counter).values() {
      print("The counter is \(counter).")
      if counter == 3 { break }
    }

    #expect(print.lines.last == "The counter is 3.")
    #expect(print.lines.count <= 2)
  }

  @Test @MainActor
  func `Contract 19: a view receives the first props before connect returns`() async {
    let store = Store(state: AppState(), reducer: counterReducer)

    let controller = CounterViewController()
    controller.connect(to: store.scope(\.counter))

    #expect(controller.label.texts == ["0"])
    await store.settle(after: CounterAction.incremented)
    #expect(controller.label.texts == ["0", "1"])
  }

  @Test @MainActor func `A connector creates props whose callbacks dispatch`() async {
    let store = Store(state: AppState(), reducer: counterReducer)

    let view = CounterView()
    view.connect(to: store, by: CounterConnector())

    #expect(view.label.texts == ["0"])
    view.buttonTapped()
    await store.settled()
    #expect(view.label.texts == ["0", "1 *"])
    await store.settle(after: CounterAction.saved(1))
    #expect(view.label.texts == ["0", "1 *", "1"])
  }

  @Test func `Contract 20: a service receives its props on its queue and can dispatch`() async {
    let print = Printer()
    let store = Store(state: AppState(counter: 5), reducer: counterReducer)

    let autosave = Autosave(dispatcher: store) { counter in print("saving \(counter)") }
    autosave.connect(to: store.scope(\.counter))

    await store.settled()  // The first props are set,
    await store.settled()  // and what the service has dispatched then is reduced.
    #expect(print.lines == ["saving 5"])
    #expect(store.state.savedCounter == 5)
    await store.settle(after: CounterAction.incremented)
    await store.settled()
    #expect(print.lines == ["saving 5", "saving 6"])
    #expect(store.state.savedCounter == 6)
    autosave.disposer.dispose()
  }
}
