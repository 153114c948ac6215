// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import Testing

@Suite("UDF code in the Swift 6 mode: components that are their own connectors")
@MainActor struct SelfConnectorTests {
  // MARK: Views whose props are something else than the state

  /// A connector on the main actor: it may look at the controller.
  class CounterViewController: UIViewController, ViewComponent, @MainActor Connector {
    let label = UILabel()
    let disposer = Disposer()
    var titles = [String]()

    var props = "" {
      didSet {
        label.text = props
        titles.append(props)
      }
    }

    func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> String {
      "\(label.text ?? "")<\(state.counter)>"
    }
  }

  /// A connector on no actor: it looks at its arguments only.
  class PureViewController: UIViewController, ViewComponent, Connector {
    let disposer = Disposer()
    var titles = [String]()

    var props = "" {
      didSet { titles.append(props) }
    }

    nonisolated func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> String {
      "pure \(state.counter)"
    }
  }

  /// A connector that is not checked before the program runs.
  class UncheckedViewController: UIViewController, ViewComponent, @preconcurrency Connector {
    let disposer = Disposer()
    var titles = [String]()

    var props = "" {
      didSet { titles.append(props) }
    }

    func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> String {
      "unchecked \(state.counter)"
    }
  }

  @Test("connect(to:) asks the component")
  func views() async {
    let store = makeStore()
    let isolated = CounterViewController()
    let pure = PureViewController()
    let unchecked = UncheckedViewController()
    isolated.connect(to: store)
    pure.connect(to: store)
    unchecked.connect(to: store)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(isolated.titles == ["<0>", "<0><1>"])
    #expect(pure.titles == ["pure 0", "pure 1"])
    #expect(unchecked.titles == ["unchecked 0", "unchecked 1"])
  }

  @Test("Contract 24: connect(to:by:) with the component itself does not keep it")
  func byItself() async {
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

  class DoublingViewController: UIViewController, ViewComponent, @MainActor Connector {
    let disposer = Disposer()
    var numbers = [Int]()

    var props = 0 {
      didSet { numbers.append(props) }
    }

    func stateToProps(state: Int, dispatcher: any ActionDispatcher) -> Int { 2 * state }
  }

  class PureDoublingComponent: ViewComponent, Connector {
    typealias Props = Int

    var disposer = Disposer()
    var numbers = [Int]()

    var props = 0 {
      didSet { numbers.append(props) }
    }

    nonisolated func stateToProps(state: Int, dispatcher _: any ActionDispatcher) -> Int {
      2 * state
    }
  }

  @Test("The component is asked also where its props could be the state")
  func propsOfTheTypeOfTheState() async {
    let store = makeStore()
    store.dispatch(CounterAction.set(4))
    await store.settled()
    let isolated = DoublingViewController()
    let pure = PureDoublingComponent()
    isolated.connect(to: store.scope(\.counter))
    pure.connect(to: store.scope(\.counter))
    isolated.connect(to: store, state: \.counter)
    pure.connect(to: store, state: \.counter)
    isolated.connect(to: store.scope(\.counter), by: isolated)
    pure.connect(to: store, by: pure, state: \.counter)
    store.dispatch(CounterAction.set(5))
    await store.settled()
    #expect(isolated.numbers == [8, 8, 8, 10])
    #expect(pure.numbers == [8, 8, 8, 10])
  }

  struct Negating: Connector {
    func stateToProps(state: Int, dispatcher: any ActionDispatcher) -> Int { -state }
  }

  @Test("A component that is its own connector is connected otherwise all the same")
  func otherwise() {
    let store = makeCounterStore(4)
    let component = DoublingViewController()
    component.connect(to: store, by: Negating())
    component.connect(to: store) { state, _ in state + 1 }
    component.connect(to: store, stateToProps: component.stateToProps)
    #expect(component.numbers == [-4, 5, 8])
    // It is held by its own connection.
    component.disposer.dispose()
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

  class NameViewController: BaseViewController<String>, @MainActor Connector {
    var rendered = [String]()

    override func render() {
      super.render()
      rendered.append(props)
    }

    func stateToProps(state: Profile, dispatcher: any ActionDispatcher) -> String { state.name }
  }

  @Test("A connector by inheritance, or in an extension, connects itself")
  func inheritance() async {
    let store = makeStore()
    let name = NameViewController(props: "")
    let visits = VisitsView()
    name.connect(to: store.scope(\.profile))
    visits.connect(to: store, state: \.profile)
    store.dispatch(Renamed(name: "somebody"))
    await store.settled()
    #expect(name.rendered == ["nobody", "somebody"])
    #expect(name.renderings == 2)
    #expect(visits.history == [0, 1])
  }
}

@MainActor class VisitsView {
  var history = [Int]()
  var disposer = Disposer()

  var props = -1 {
    didSet { history.append(props) }
  }
}

extension VisitsView: ViewComponent {}

extension VisitsView: @MainActor Connector {
  func stateToProps(state: Profile, dispatcher: any ActionDispatcher) -> Int { state.visits }
}

@Suite("UDF code in the Swift 6 mode: services that are their own connectors")
struct SelfConnectingServiceTests {
  class CounterService: ServiceComponent, Connector {
    let disposer = Disposer()
    var log = [String]()

    var props = "" {
      didSet { log.append(props) }
    }

    func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> String {
      "\(log.count): \(state.counter)"
    }
  }

  class DoublingService: ServiceComponent, Connector {
    let queue = DispatchQueue(label: "udf.doubling")
    let disposer = Disposer()
    var numbers = [Int]()

    var props = 0 {
      didSet { numbers.append(props) }
    }

    func stateToProps(state: Int, dispatcher: any ActionDispatcher) -> Int { 2 * state }
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
    #expect(service.log == ["0: 0", "1: 1", "2: 2"])
    #expect(byItself.log == ["0: 0", "1: 1", "2: 2"])
    #expect(scoped.numbers == [0, 2, 4])
    #expect(part.numbers == [0, 2, 4])
  }
}
