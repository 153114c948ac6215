// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing
import UIKitStandIn

struct PlainProps: Equatable {
  var title = ""
  var onTap: () -> Void = {}

  static func == (left: PlainProps, right: PlainProps) -> Bool { left.title == right.title }
}

/// Components, connectors and listeners without annotations, connected in functions without any.
@Suite struct UnannotatedComponentTests {
  class CounterViewController: PlainViewController, ViewComponent {
    let label = PlainLabel()
    var disposer = Disposer()
    var titles = [String?]()

    var props: Int = 0 {
      didSet {
        label.text = "\(props)"
        titles.append(label.text)
      }
    }
  }

  class ProfileViewController: PlainViewController, ViewComponent {
    let disposer = Disposer()
    let store: Store<AppState>
    var titles = [String]()
    var props = PlainProps() { didSet { titles.append(props.title) } }

    init(store: Store<AppState>) { self.store = store }

    override func viewDidLoad() {
      connect(to: store) { [weak self] state, dispatcher in
        PlainProps(
          title: "\(state.profile.name) \(state.counter)",
          onTap: {
            guard let self = self else { return }
            dispatcher.dispatch(Renamed(name: self.props.title + "?"))
          }
        )
      }
    }

    func connectByMethod() { connect(to: store, stateToProps: appToProps) }

    func appToProps(state: AppState, dispatcher: ActionDispatcher) -> PlainProps {
      PlainProps(title: "method \(state.counter)")
    }
  }

  class PlainConnector: Connector {
    var calls = 0

    func stateToProps(state: Profile, dispatcher: ActionDispatcher) -> PlainProps {
      calls += 1
      return PlainProps(title: state.name) { dispatcher.dispatch(Renamed(name: state.name + "!")) }
    }
  }

  @Test @MainActor func `Views without actors connect to a store, a scope and a key path`() async {
    let store = makeStore()
    let views = (0..<2).map { _ in CounterViewController() }
    connect(views, to: store)
    #expect(views.map { $0.titles } == [["0"], ["0"]])
    await store.settle(after: CounterAction.set(5))
    #expect(views.map { $0.titles } == [["0", "5"], ["0", "5"]])
  }

  func connect(_ views: [CounterViewController], to store: Store<AppState>) {
    views[0].connect(to: store, state: \.counter)
    views[1].connect(to: store.scope(\.counter))
  }

  @Test @MainActor func `Views without actors connect with connectors, closures and methods`() async
  {
    let store = makeStore()
    let connector = PlainConnector()
    let views = (0..<4).map { _ in ProfileViewController(store: store) }
    connect(views, to: store, by: connector)
    #expect(views.map { $0.titles } == [["Anna"], ["Anna 0"], ["method 0"], ["0"]])
    views[0].props.onTap()
    await store.settled()
    #expect(views[0].titles == ["Anna", "Anna!"])
    #expect(views[1].titles == ["Anna 0", "Anna! 0"])
    #expect(connector.calls == 2)
    views[1].props.onTap()
    await store.settled()
    #expect(store.state.profile.name == "Anna! 0?")
    // The method retains the component.
    views[2].disposer.dispose()
  }

  func connect(
    _ views: [ProfileViewController],
    to store: Store<AppState>,
    by connector: PlainConnector
  ) {
    views[0].connect(to: store, by: connector, state: \.profile)
    views[1].loadViewIfNeeded()
    views[2].connectByMethod()
    views[3].connect(
      to: store,
      stateToProps: { counter, _ in PlainProps(title: "\(counter)") },
      state: \.counter
    )
  }

  class LabelViewController: UIViewController, ViewComponent, Connector {
    let label = UILabel()
    let unit = "points"
    let disposer = Disposer()
    var props = "" { didSet { label.text = props } }

    func stateToProps(state: AppState, dispatcher: ActionDispatcher) -> String {
      "\(state.counter) \(unit)"
    }
  }

  class DoublingComponent: ViewComponent, Connector {
    typealias Props = Int
    var disposer = Disposer()
    var numbers = [Int]()
    var props = 0 { didSet { numbers.append(props) } }

    func stateToProps(state: Int, dispatcher _: ActionDispatcher) -> Int { 2 * state }
  }

  struct Negating: Connector {
    func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { -state }
  }

  @Test @MainActor func `View controllers and plain views are their own connectors`() async {
    let store = makeStore()
    let controller = LabelViewController()
    let (plain, other) = (DoublingComponent(), DoublingComponent())
    let visits = PlainVisitsView()
    controller.connect(to: store)
    connect(plain, other, visits, to: store)
    await store.settle(after: CounterAction.set(5), Renamed(name: "Ben"))
    #expect(controller.label.text == "5 points")
    #expect(plain.numbers == [0, 0, 0, 10])
    #expect(other.numbers == [0, 1, 0, 10])
    #expect(visits.history == [0, 1])
    // The method retains the component.
    other.disposer.dispose()
  }

  func connect(
    _ plain: DoublingComponent,
    _ other: DoublingComponent,
    _ visits: PlainVisitsView,
    to store: Store<AppState>
  ) {
    plain.connect(to: store.scope(\.counter))
    plain.connect(to: store, state: \.counter)
    plain.connect(to: store, by: plain, state: \.counter)
    other.connect(to: store, by: Negating(), state: \.counter)
    other.connect(to: store.scope(\.counter)) { state, _ in state + 1 }
    other.connect(to: store.scope(\.counter), stateToProps: other.stateToProps)
    visits.connect(to: store, state: \.profile)
  }

  class BaseViewController<Props: Equatable>: UIViewController, ViewComponent {
    let disposer = Disposer()
    var props: Props { didSet { render() } }

    init(props: Props) {
      self.props = props
      super.init()
    }

    func render() {}
  }

  class NameViewController: BaseViewController<String>, Connector {
    var rendered = [String]()

    override func render() { rendered.append(props) }

    func stateToProps(state: Profile, dispatcher: ActionDispatcher) -> String { state.name }
  }

  @Test @MainActor func `A connection does not retain a subclass that is its connector`() async {
    let store = makeStore()
    weak var weakController: NameViewController?
    do {
      let controller = NameViewController(props: "")
      weakController = controller
      controller.connect(to: store.scope(\.profile), by: controller)
      await store.settle(after: Renamed(name: "Ben"))
      #expect(controller.rendered == ["Anna", "Ben"])
    }
    #expect(weakController == nil)
  }

  class ProfileService: ServiceComponent {
    let queue = DispatchQueue(label: "udf.plain.profiles")
    let disposer = Disposer()
    var titles = [String]()
    var prefix: String { "closure" }

    var props = PlainProps() { didSet { titles.append(props.title) } }

    func start(_ store: Store<AppState>) {
      connect(to: store) { [weak self] state, dispatcher in
        guard let self = self else { return PlainProps() }
        return PlainProps(
          title: "\(self.prefix) \(state.counter)",
          onTap: { dispatcher.dispatch(CounterAction.set(10)) }
        )
      }
    }

    func connectByMethod(to store: Store<AppState>) {
      connect(to: store, stateToProps: profileToProps, state: \.profile)
    }

    func profileToProps(state: Profile, dispatcher: ActionDispatcher) -> PlainProps {
      PlainProps(title: "method \(state.name)")
    }
  }

  @Test func `A service connects with a closure that captures it and with a method`() async {
    let store = makeStore()
    let (byClosure, byMethod) = (ProfileService(), ProfileService())
    byClosure.start(store)
    byMethod.connectByMethod(to: store)
    await store.settled()
    byClosure.props.onTap()
    await store.settled()
    #expect(byClosure.titles == ["closure 0", "closure 10"])
    #expect(byMethod.titles == ["method Anna"])
    byMethod.disposer.dispose()
  }

  class OwnListener: ViewActionListener, ActionListenerConnector {
    var numbers = [Int]()
    var disposer = Disposer()

    func update(props: Int) { numbers.append(props) }

    func stateAndActionToProps(state: Int, action: Action) -> Int {
      action is Noticed ? -state : state
    }
  }

  class ControllerListener: UIViewController, ViewActionListener, ActionListenerConnector {
    let label = UILabel()
    let disposer = Disposer()

    func update(props: String) { label.text = props }

    func stateAndActionToProps(state: AppState, action: Action) -> String {
      (label.text ?? "") + "<\(state.counter)>"
    }
  }

  class ServiceListener: ServiceActionListener {
    var numbers = [Int]()
    var onMain = [Bool]()
    var disposer = Disposer()

    func update(props: (Int, Action)) {
      numbers.append(props.0)
      onMain.append(isOnMain)
    }

    func connectByMethods(to store: Store<AppState>) {
      connect(to: store.scope(\.counter), stateAndActionToProps: pair)
      connect(to: store, stateAndActionToProps: pair, state: \.counter)
    }

    func pair(value: Int, action: Action) -> (Int, Action) { (value, action) }
  }

  @Test @MainActor func `Listeners connect with methods and as their own connectors`() async {
    let store = makeStore()
    let (scoped, slice, byItself) = (OwnListener(), OwnListener(), OwnListener())
    let controller = ControllerListener()
    let service = ServiceListener()
    scoped.connect(to: store.scope(\.counter))
    connect(slice, toCounterOf: store)
    byItself.connect(to: store.scope(\.counter), by: byItself)
    controller.connect(to: store)
    service.connectByMethods(to: store)
    await store.settle(after: CounterAction.set(2), Noticed())
    #expect(scoped.numbers == [2, -2])
    #expect(slice.numbers == [2, -2])
    #expect(byItself.numbers == [2, -2])
    #expect(controller.label.text == "<2><2>")
    #expect(service.numbers == [2, 2])
    #expect(service.onMain == [false, false])
    byItself.disposer.dispose()
    service.disposer.dispose()
  }

  func connect(_ listener: OwnListener, toCounterOf store: Store<AppState>) {
    listener.connect(to: store, state: \.counter)
  }
}

class PlainVisitsView {
  var history = [Int]()
  var disposer = Disposer()
  var props = -1 { didSet { history.append(props) } }
}

extension PlainVisitsView: ViewComponent {}

extension PlainVisitsView: Connector {
  func stateToProps(state: Profile, dispatcher: ActionDispatcher) -> Int { state.visits }
}
