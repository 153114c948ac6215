// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import Testing

class NumberAndActionConnector: ActionListenerConnector {
  var calls = 0
  let onDeinit: () -> Void

  init(onDeinit: @escaping () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }

  func stateAndActionToProps(state: Int, action: any Action) -> (Int, any Action) {
    calls += 1
    return (state, action)
  }
}

struct AppActionConnector: ActionListenerConnector {
  func stateAndActionToProps(state: AppState, action: any Action) -> (Int, any Action) {
    (state.counter, action)
  }
}

private func numbers(_ history: [(Int, any Action)]) -> [Int] { history.map { $0.0 } }

private func dispatchSomething(to store: Store<AppState>) {
  store.dispatch(CounterAction.set(2))
  store.dispatch(Noticed())
}

@Suite("UDF code in the Swift 6 mode: view action listeners")
@MainActor struct ViewActionListenerTests {
  class FakeListener: ViewActionListener {
    typealias Props = (Int, any Action)

    var propsHistory = [(Int, any Action)]()
    var disposer = Disposer()

    func update(props: (Int, any Action)) {
      propsHistory.append(props)
    }

    func connectByMethod(to store: Store<Int>) {
      connect(to: store, stateAndActionToProps: pair)
    }

    func connectByMethod(toPartOf store: Store<AppState>) {
      connect(to: store, stateAndActionToProps: pair, state: \.counter)
    }

    func pair(value: Int, action: any Action) -> (Int, any Action) { (value, action) }
  }

  class NoticeViewController: UIViewController, ViewActionListener {
    let disposer = Disposer()
    let label = UILabel()
    let store: Store<AppState>
    var notices = [String]()

    init(store: Store<AppState>) {
      self.store = store
      super.init()
    }

    override func viewDidLoad() {
      super.viewDidLoad()
      connect(to: store) { state, action in "\(state.counter): \(type(of: action))" }
    }

    func update(props: String) {
      label.text = props
      notices.append(props)
    }
  }

  class OwnConnector: ViewActionListener, @MainActor ActionListenerConnector {
    var numbers = [Int]()
    var disposer = Disposer()

    func update(props: Int) { numbers.append(props) }

    func stateAndActionToProps(state: Int, action: any Action) -> Int {
      action is Noticed ? -state : state
    }
  }

  class PureOwnConnector: ViewActionListener, ActionListenerConnector {
    var numbers = [Int]()
    var disposer = Disposer()

    func update(props: Int) { numbers.append(props) }

    nonisolated func stateAndActionToProps(state: Int, action: any Action) -> Int {
      action is Noticed ? -state : state
    }
  }

  class OwnConnectorViewController:
    UIViewController, ViewActionListener, @MainActor ActionListenerConnector
  {
    let label = UILabel()
    let disposer = Disposer()

    func update(props: String) { label.text = props }

    func stateAndActionToProps(state: AppState, action: any Action) -> String {
      (label.text ?? "") + "<\(state.counter)>"
    }
  }

  class Both: UIViewController, ViewComponent, ViewActionListener {
    let disposer = Disposer()
    var events = [String]()
    var props = "" { didSet { events.append("shows \(props)") } }

    func update(props: String) { events.append("hears \(props)") }
  }

  @Test("Contract 23: a listener that connects by a closure is told each action")
  func closure() async {
    let store = makeStore()
    let trailing = FakeListener()
    let labelled = FakeListener()
    let scoped = FakeListener()
    let controller = NoticeViewController(store: store)
    trailing.connect(to: store) { ($0.counter, $1) }
    labelled.connect(to: store, stateAndActionToProps: { state, action in (state.counter, action) })
    scoped.connect(to: store.scope(\.counter)) { counter, action in (counter, action) }
    controller.loadViewIfNeeded()
    dispatchSomething(to: store)
    await store.settled()
    for listener in [trailing, labelled, scoped] {
      #expect(numbers(listener.propsHistory) == [2, 2])
      #expect(listener.propsHistory.first?.1 as? CounterAction == .set(2))
      #expect(listener.propsHistory.last?.1 is Noticed)
    }
    #expect(controller.notices == ["2: CounterAction", "2: Noticed"])
    #expect(controller.label.text == "2: Noticed")
  }

  @Test("A listener connects by a method, and by either to a part of the state")
  func part() async {
    let store = makeStore()
    let byMethod = FakeListener()
    let byMethodOfAPart = FakeListener()
    let byClosureOfAPart = FakeListener()
    byMethod.connectByMethod(to: store.scope(\.counter))
    byMethodOfAPart.connectByMethod(toPartOf: store)
    byClosureOfAPart.connect(
      to: store,
      stateAndActionToProps: { (profile: Profile, action) in (profile.visits, action) },
      state: \.profile
    )
    dispatchSomething(to: store)
    await store.settled()
    #expect(numbers(byMethod.propsHistory) == [2, 2])
    #expect(numbers(byMethodOfAPart.propsHistory) == [2, 2])
    #expect(numbers(byClosureOfAPart.propsHistory) == [0, 0])
    // These are held by their own connections.
    byMethod.disposer.dispose()
    byMethodOfAPart.disposer.dispose()
  }

  @Test("A listener connects by a connector")
  func connector() async {
    let store = makeStore()
    let connector = NumberAndActionConnector()
    let whole = FakeListener()
    let part = FakeListener()
    let scoped = FakeListener()
    whole.connect(to: store, by: AppActionConnector())
    part.connect(to: store, by: connector, state: \.counter)
    scoped.connect(to: store.scope(\.counter), by: connector)
    dispatchSomething(to: store)
    await store.settled()
    for listener in [whole, part, scoped] {
      #expect(numbers(listener.propsHistory) == [2, 2])
      #expect(listener.propsHistory.last?.1 is Noticed)
    }
    #expect(connector.calls == 4)
  }

  @Test("A listener is its own connector, for the whole state and for a part")
  func ownConnector() async {
    let store = makeStore()
    let scoped = OwnConnector()
    let part = OwnConnector()
    let byItself = OwnConnector()
    let pure = PureOwnConnector()
    let controller = OwnConnectorViewController()
    scoped.connect(to: store.scope(\.counter))
    part.connect(to: store, state: \.counter)
    byItself.connect(to: store.scope(\.counter), by: byItself)
    pure.connect(to: store, state: \.counter)
    controller.connect(to: store)
    dispatchSomething(to: store)
    await store.settled()
    #expect(scoped.numbers == [2, -2])
    #expect(part.numbers == [2, -2])
    #expect(byItself.numbers == [2, -2])
    #expect(pure.numbers == [2, -2])
    #expect(controller.label.text == "<2><2>")
    byItself.disposer.dispose()
  }

  @Test("One object shows the state and listens to actions")
  func both() async {
    let store = makeStore()
    let both = Both()
    both.connect(to: store, stateToProps: { state, _ in "\(state.counter)" })
    both.connect(to: store, stateAndActionToProps: { state, action in "\(type(of: action))" })
    dispatchSomething(to: store)
    await store.settled()
    let heard = both.events.filter { $0.hasPrefix("hears") }
    #expect(heard == ["hears CounterAction", "hears Noticed"])
    #expect(both.events.first == "shows 0")
    #expect(both.props == "2")
  }

  @Test("Contract 24: a listener goes away while it is connected, and its connector with it")
  func lives() async {
    let store = makeStore()
    let gone = Log<String>()
    weak var weakListener: FakeListener?
    do {
      let listener = FakeListener()
      weakListener = listener
      let connector = NumberAndActionConnector { gone.append("connector") }
      listener.connect(to: store, by: connector, state: \.counter)
      dispatchSomething(to: store)
      await store.settled()
      #expect(connector.calls == 2)
    }
    #expect(weakListener == nil)
    #expect(gone.entries == ["connector"])
    #expect(store.connections.isEmpty)
  }
}

@Suite("UDF code in the Swift 6 mode: service action listeners")
struct ServiceActionListenerTests {
  class FakeListener: ServiceActionListener {
    typealias Props = (Int, any Action)

    var propsHistory = [(Int, any Action)]()
    var disposer = Disposer()

    func update(props: (Int, any Action)) {
      dispatchPrecondition(condition: .notOnQueue(.main))
      propsHistory.append(props)
    }

    func connectByMethod(to store: Store<Int>) {
      connect(to: store, stateAndActionToProps: FakeListener.pair)
    }

    func connectByMethod(toPartOf store: Store<AppState>) {
      connect(to: store, stateAndActionToProps: FakeListener.pair, state: \.counter)
    }

    static func pair(value: Int, action: any Action) -> (Int, any Action) { (value, action) }
  }

  class Journal: ServiceActionListener {
    let queue = DispatchQueue(label: "udf.journal")
    let disposer = Disposer()
    var lines = [String]()

    func update(props: String) {
      dispatchPrecondition(condition: .onQueue(queue))
      lines.append(props)
    }
  }

  class OwnConnector: ServiceActionListener, ActionListenerConnector {
    var numbers = [Int]()
    var disposer = Disposer()

    func update(props: Int) { numbers.append(props) }

    func stateAndActionToProps(state: Int, action: any Action) -> Int {
      action is Noticed ? -state : state
    }
  }

  @Test("Contract 23: a listener that connects by a closure is told each action in order")
  func closure() async {
    let store = makeStore()
    let trailing = FakeListener()
    let labelled = FakeListener()
    let scoped = FakeListener()
    let journal = Journal()
    trailing.connect(to: store) { ($0.counter, $1) }
    labelled.connect(to: store, stateAndActionToProps: { state, action in (state.counter, action) })
    scoped.connect(to: store.scope(\.counter)) { counter, action in (counter, action) }
    journal.connect(to: store) { state, action in "\(state.counter): \(type(of: action))" }
    dispatchSomething(to: store)
    await store.settled()
    for listener in [trailing, labelled, scoped] {
      #expect(numbers(listener.propsHistory) == [2, 2])
      #expect(listener.propsHistory.first?.1 as? CounterAction == .set(2))
      #expect(listener.propsHistory.last?.1 is Noticed)
    }
    #expect(journal.lines == ["2: CounterAction", "2: Noticed"])
  }

  @Test("A listener connects by a method, and by either to a part of the state")
  func part() async {
    let store = makeStore()
    let byMethod = FakeListener()
    let byMethodOfAPart = FakeListener()
    let byClosureOfAPart = FakeListener()
    byMethod.connectByMethod(to: store.scope(\.counter))
    byMethodOfAPart.connectByMethod(toPartOf: store)
    byClosureOfAPart.connect(
      to: store,
      stateAndActionToProps: { (profile: Profile, action) in (profile.visits, action) },
      state: \.profile
    )
    dispatchSomething(to: store)
    await store.settled()
    #expect(numbers(byMethod.propsHistory) == [2, 2])
    #expect(numbers(byMethodOfAPart.propsHistory) == [2, 2])
    #expect(numbers(byClosureOfAPart.propsHistory) == [0, 0])
  }

  @Test("A listener connects by a connector, also by itself")
  func connector() async {
    let store = makeStore()
    let whole = FakeListener()
    let part = FakeListener()
    let ownScoped = OwnConnector()
    let ownPart = OwnConnector()
    whole.connect(to: store, by: AppActionConnector())
    part.connect(to: store, by: NumberAndActionConnector(), state: \.counter)
    ownScoped.connect(to: store.scope(\.counter))
    ownPart.connect(to: store, state: \.counter)
    dispatchSomething(to: store)
    await store.settled()
    #expect(numbers(whole.propsHistory) == [2, 2])
    #expect(numbers(part.propsHistory) == [2, 2])
    #expect(ownScoped.numbers == [2, -2])
    #expect(ownPart.numbers == [2, -2])
  }
}
