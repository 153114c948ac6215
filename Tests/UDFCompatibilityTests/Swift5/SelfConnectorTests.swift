// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import Testing

@Suite("UDF code in the Swift 5 mode: components that are their own connectors")
struct SelfConnectorTests {
  // MARK: Views whose props are something else than the state

  class CounterViewController: UIViewController, ViewComponent, Connector {
    let label = UILabel()
    let disposer = Disposer()
    var titles = [String]()

    var props = "" {
      didSet {
        label.text = props
        titles.append(props)
      }
    }

    func stateToProps(state: AppState, dispatcher: ActionDispatcher) -> String {
      "\(label.text ?? "")<\(state.counter)>"
    }
  }

  class PlainCounterViewController: PlainViewController, ViewComponent, Connector {
    var disposer = Disposer()
    var titles = [String]()

    var props = "" {
      didSet { titles.append(props) }
    }

    func stateToProps(state: AppState, dispatcher: ActionDispatcher) -> String {
      "plain \(state.counter)"
    }
  }

  @Test("connect(to:) asks the component")
  @MainActor func views() async {
    let store = makeStore()
    let annotated = CounterViewController()
    let plain = PlainCounterViewController()
    annotated.connect(to: store)
    plain.connect(to: store)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(annotated.titles == ["<0>", "<0><1>"])
    #expect(plain.titles == ["plain 0", "plain 1"])
  }

  @Test("Contract 24: connect(to:by:) with the component itself does not keep it")
  @MainActor func byItself() async {
    let store = makeStore()
    weak var weakController: CounterViewController?
    do {
      let controller = CounterViewController()
      weakController = controller
      controller.connect(to: store, by: controller)
      store.dispatch(CounterAction.incremented)
      await store.settled()
      #expect(controller.titles == ["<0>", "<0><1>"])
    }
    #expect(weakController == nil)
  }

  // MARK: Views whose props are of the state's own type

  class DoublingViewController: UIViewController, ViewComponent, Connector {
    let disposer = Disposer()
    var numbers = [Int]()

    var props = 0 {
      didSet { numbers.append(props) }
    }

    func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int {
      2 * state
    }
  }

  class PlainDoublingComponent: ViewComponent, Connector {
    typealias Props = Int

    var disposer = Disposer()
    var numbers = [Int]()

    var props = 0 {
      didSet { numbers.append(props) }
    }

    func stateToProps(state: Int, dispatcher _: ActionDispatcher) -> Int {
      2 * state
    }
  }

  @Test("The component is asked also where its props could be the state")
  @MainActor func propsOfTheTypeOfTheState() async {
    let store = makeStore()
    store.dispatch(CounterAction.set(4))
    await store.settled()
    let annotated = DoublingViewController()
    let plain = PlainDoublingComponent()
    connectThreeTimes(annotated, plain, to: store)
    store.dispatch(CounterAction.set(5))
    await store.settled()
    #expect(annotated.numbers == [8, 8, 8, 10])
    #expect(plain.numbers == [8, 8, 8, 10])
  }

  func connectThreeTimes(
    _ annotated: DoublingViewController,
    _ plain: PlainDoublingComponent,
    to store: Store<AppState>
  ) {
    annotated.connect(to: store.scope(\.counter))
    plain.connect(to: store.scope(\.counter))
    annotated.connect(to: store, state: \.counter)
    plain.connect(to: store, state: \.counter)
    annotated.connect(to: store.scope(\.counter), by: annotated)
    plain.connect(to: store, by: plain, state: \.counter)
  }

  @Test("A component that is its own connector is connected otherwise all the same")
  @MainActor func otherwise() {
    let component = PlainDoublingComponent()
    connectOtherwise(component, to: makeCounterStore(4))
    #expect(component.numbers == [-4, 5, 8])
  }

  struct Negating: Connector {
    func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { -state }
  }

  func connectOtherwise(_ component: PlainDoublingComponent, to store: Store<Int>) {
    component.connect(to: store, by: Negating())
    component.connect(to: store) { state, _ in state + 1 }
    component.connect(to: store, stateToProps: component.stateToProps)
  }

  // MARK: Inheritance and extensions

  class BaseViewController<Props: Equatable>: UIViewController, ViewComponent {
    let disposer = Disposer()
    var renderings = 0

    var props: Props {
      didSet { render() }
    }

    init(props: Props) {
      self.props = props
      super.init()
    }

    func render() {
      renderings += 1
    }
  }

  class NameViewController: BaseViewController<String>, Connector {
    var rendered = [String]()

    override func render() {
      super.render()
      rendered.append(props)
    }

    func stateToProps(state: Profile, dispatcher: ActionDispatcher) -> String { state.name }
  }

  @Test("A connector by inheritance, or in an extension, connects itself")
  @MainActor func inheritance() async {
    let store = makeStore()
    let name = NameViewController(props: "")
    let visits = VisitsView()
    name.connect(to: store.scope(\.profile))
    connect(visits, to: store)
    store.dispatch(Renamed(name: "somebody"))
    await store.settled()
    #expect(name.rendered == ["nobody", "somebody"])
    #expect(name.renderings == 2)
    #expect(visits.history == [0, 1])
  }

  func connect(_ visits: VisitsView, to store: Store<AppState>) {
    visits.connect(to: store, state: \.profile)
  }

  // MARK: Services

  class CounterService: ServiceComponent, Connector {
    let disposer = Disposer()
    var log = [String]()

    var props = "" {
      didSet { log.append(props) }
    }

    func stateToProps(state: AppState, dispatcher: ActionDispatcher) -> String {
      "\(state.counter)"
    }
  }

  class DoublingService: ServiceComponent, Connector {
    let queue = DispatchQueue(label: "udf.doubling")
    let disposer = Disposer()
    var numbers = [Int]()

    var props = 0 {
      didSet { numbers.append(props) }
    }

    func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { 2 * state }
  }

  @Test("A service asks itself, also where its props could be the state")
  func services() async {
    let store = makeStore()
    let service = CounterService()
    let byItself = CounterService()
    let scoped = DoublingService()
    let part = DoublingService()
    service.connect(to: store)
    byItself.connect(to: store, by: byItself)
    scoped.connect(to: store.scope(\.counter))
    part.connect(to: store, state: \.counter)
    store.dispatch(CounterAction.incremented)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(service.log == ["0", "1", "2"])
    #expect(byItself.log == ["0", "1", "2"])
    #expect(scoped.numbers == [0, 2, 4])
    #expect(part.numbers == [0, 2, 4])
  }
}

class VisitsView {
  var history = [Int]()
  var disposer = Disposer()

  var props = -1 {
    didSet { history.append(props) }
  }
}

extension VisitsView: ViewComponent {}

extension VisitsView: Connector {
  func stateToProps(state: Profile, dispatcher: ActionDispatcher) -> Int { state.visits }
}
