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

  func stateAndActionToProps(state: Int, action: Action) -> (Int, Action) {
    calls += 1
    return (state, action)
  }
}

struct AppActionConnector: ActionListenerConnector {
  func stateAndActionToProps(state: AppState, action: Action) -> (Int, Action) {
    (state.counter, action)
  }
}

@Suite("UDF code in the Swift 5 mode: action listeners") struct ActionListenerTests {
  class FakeViewListener: ViewActionListener {
    typealias Props = (Int, Action)

    var propsHistory = [(Int, Action)]()
    var onMain = [Bool]()
    var disposer = Disposer()

    func update(props: (Int, Action)) {
      propsHistory.append(props)
      onMain.append(isOnMain)
    }

    func connectByMethod(to store: Store<Int>) {
      connect(to: store, stateAndActionToProps: pair)
    }

    func connectByMethod(toPartOf store: Store<AppState>) {
      connect(to: store, stateAndActionToProps: pair, state: \.counter)
    }

    func connectByClosure(toPartOf store: Store<AppState>) {
      connect(
        to: store,
        stateAndActionToProps: { (profile: Profile, action) in (profile.visits, action) },
        state: \.profile
      )
    }

    func pair(value: Int, action: Action) -> (Int, Action) { (value, action) }
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

  class FakeServiceListener: ServiceActionListener {
    typealias Props = (Int, Action)

    var propsHistory = [(Int, Action)]()
    var onMain = [Bool]()
    var disposer = Disposer()

    func update(props: (Int, Action)) {
      propsHistory.append(props)
      onMain.append(isOnMain)
    }

    func connectByMethod(to store: Store<Int>) {
      connect(to: store, stateAndActionToProps: pair)
    }

    func connectByMethod(toPartOf store: Store<AppState>) {
      connect(to: store, stateAndActionToProps: pair, state: \.counter)
    }

    func connectByClosure(toPartOf store: Store<AppState>) {
      connect(
        to: store,
        stateAndActionToProps: { (profile: Profile, action) in (profile.visits, action) },
        state: \.profile
      )
    }

    func pair(value: Int, action: Action) -> (Int, Action) { (value, action) }
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

  class OwnViewConnector: ViewActionListener, ActionListenerConnector {
    var numbers = [Int]()
    var disposer = Disposer()

    func update(props: Int) { numbers.append(props) }

    func stateAndActionToProps(state: Int, action: Action) -> Int {
      action is Noticed ? -state : state
    }
  }

  class OwnViewControllerConnector: UIViewController, ViewActionListener, ActionListenerConnector {
    let label = UILabel()
    let disposer = Disposer()

    func update(props: String) { label.text = props }

    func stateAndActionToProps(state: AppState, action: Action) -> String {
      (label.text ?? "") + "<\(state.counter)>"
    }
  }

  class OwnServiceConnector: ServiceActionListener, ActionListenerConnector {
    var numbers = [Int]()
    var disposer = Disposer()

    func update(props: Int) { numbers.append(props) }

    func stateAndActionToProps(state: Int, action: Action) -> Int {
      action is Noticed ? -state : state
    }
  }

  class Both: UIViewController, ViewComponent, ViewActionListener {
    let disposer = Disposer()
    var events = [String]()
    var props = "" { didSet { events.append("shows \(props)") } }

    func update(props: String) { events.append("hears \(props)") }
  }

  private func numbers(_ history: [(Int, Action)]) -> [Int] { history.map { $0.0 } }

  private func dispatchSomething(to store: Store<AppState>) async {
    store.dispatch(CounterAction.set(2))
    store.dispatch(Noticed())
    await store.settled()
  }

  // MARK: On the main queue

  @Test("Contract 23: a view listener that connects by a closure is told each action, on main")
  @MainActor func viewClosure() async {
    let store = makeStore()
    let trailing = FakeViewListener()
    let labelled = FakeViewListener()
    let scoped = FakeViewListener()
    let controller = NoticeViewController(store: store)
    trailing.connect(to: store) { ($0.counter, $1) }
    labelled.connect(to: store, stateAndActionToProps: { state, action in (state.counter, action) })
    scoped.connect(to: store.scope(\.counter)) { counter, action in (counter, action) }
    controller.loadViewIfNeeded()
    await dispatchSomething(to: store)
    for listener in [trailing, labelled, scoped] {
      #expect(numbers(listener.propsHistory) == [2, 2])
      #expect(listener.propsHistory.first?.1 as? CounterAction == .set(2))
      #expect(listener.propsHistory.last?.1 is Noticed)
      #expect(listener.onMain == [true, true])
    }
    #expect(controller.notices == ["2: CounterAction", "2: Noticed"])
    #expect(controller.label.text == "2: Noticed")
  }

  @Test("A view listener connects by a method, and by either to a part of the state")
  @MainActor func viewPart() async {
    let store = makeStore()
    let byMethod = FakeViewListener()
    let byMethodOfAPart = FakeViewListener()
    let byClosureOfAPart = FakeViewListener()
    byMethod.connectByMethod(to: store.scope(\.counter))
    byMethodOfAPart.connectByMethod(toPartOf: store)
    byClosureOfAPart.connectByClosure(toPartOf: store)
    await dispatchSomething(to: store)
    #expect(numbers(byMethod.propsHistory) == [2, 2])
    #expect(numbers(byMethodOfAPart.propsHistory) == [2, 2])
    #expect(numbers(byClosureOfAPart.propsHistory) == [0, 0])
  }

  @Test("A view listener connects by a connector")
  @MainActor func viewConnector() async {
    let store = makeStore()
    let connector = NumberAndActionConnector()
    let whole = FakeViewListener()
    let part = FakeViewListener()
    let scoped = FakeViewListener()
    whole.connect(to: store, by: AppActionConnector())
    connect(part, toCounterOf: store, by: connector)
    scoped.connect(to: store.scope(\.counter), by: connector)
    await dispatchSomething(to: store)
    for listener in [whole, part, scoped] {
      #expect(numbers(listener.propsHistory) == [2, 2])
      #expect(listener.propsHistory.last?.1 is Noticed)
    }
    #expect(connector.calls == 4)
  }

  func connect(
    _ listener: FakeViewListener,
    toCounterOf store: Store<AppState>,
    by connector: NumberAndActionConnector
  ) {
    listener.connect(to: store, by: connector, state: \.counter)
  }

  @Test("A view listener is its own connector, for the whole state and for a part")
  @MainActor func viewSelfConnector() async {
    let store = makeStore()
    let scoped = OwnViewConnector()
    let part = OwnViewConnector()
    let byItself = OwnViewConnector()
    let controller = OwnViewControllerConnector()
    scoped.connect(to: store.scope(\.counter))
    connect(part, toCounterOf: store)
    byItself.connect(to: store.scope(\.counter), by: byItself)
    controller.connect(to: store)
    await dispatchSomething(to: store)
    #expect(scoped.numbers == [2, -2])
    #expect(part.numbers == [2, -2])
    #expect(byItself.numbers == [2, -2])
    #expect(controller.label.text == "<2><2>")
    // It is held by its own connection.
    byItself.disposer.dispose()
  }

  func connect(_ listener: OwnViewConnector, toCounterOf store: Store<AppState>) {
    listener.connect(to: store, state: \.counter)
  }

  // MARK: Elsewhere

  @Test("Contract 23: a service listener connects by a closure, and is told each action in order")
  func serviceClosure() async {
    let store = makeStore()
    let trailing = FakeServiceListener()
    let labelled = FakeServiceListener()
    let scoped = FakeServiceListener()
    let journal = Journal()
    trailing.connect(to: store) { ($0.counter, $1) }
    labelled.connect(to: store, stateAndActionToProps: { state, action in (state.counter, action) })
    scoped.connect(to: store.scope(\.counter)) { counter, action in (counter, action) }
    journal.connect(to: store) { state, action in "\(state.counter): \(type(of: action))" }
    await dispatchSomething(to: store)
    for listener in [trailing, labelled, scoped] {
      #expect(numbers(listener.propsHistory) == [2, 2])
      #expect(listener.propsHistory.first?.1 as? CounterAction == .set(2))
      #expect(listener.propsHistory.last?.1 is Noticed)
      #expect(listener.onMain == [false, false])
    }
    #expect(journal.lines == ["2: CounterAction", "2: Noticed"])
  }

  @Test("A service listener connects by a method, and by either to a part of the state")
  func servicePart() async {
    let store = makeStore()
    let byMethod = FakeServiceListener()
    let byMethodOfAPart = FakeServiceListener()
    let byClosureOfAPart = FakeServiceListener()
    byMethod.connectByMethod(to: store.scope(\.counter))
    byMethodOfAPart.connectByMethod(toPartOf: store)
    byClosureOfAPart.connectByClosure(toPartOf: store)
    await dispatchSomething(to: store)
    #expect(numbers(byMethod.propsHistory) == [2, 2])
    #expect(numbers(byMethodOfAPart.propsHistory) == [2, 2])
    #expect(numbers(byClosureOfAPart.propsHistory) == [0, 0])
  }

  @Test("A service listener connects by a connector, also by itself")
  func serviceConnector() async {
    let store = makeStore()
    let whole = FakeServiceListener()
    let part = FakeServiceListener()
    let ownScoped = OwnServiceConnector()
    let ownPart = OwnServiceConnector()
    whole.connect(to: store, by: AppActionConnector())
    part.connect(to: store, by: NumberAndActionConnector(), state: \.counter)
    ownScoped.connect(to: store.scope(\.counter))
    ownPart.connect(to: store, state: \.counter)
    await dispatchSomething(to: store)
    #expect(numbers(whole.propsHistory) == [2, 2])
    #expect(numbers(part.propsHistory) == [2, 2])
    #expect(ownScoped.numbers == [2, -2])
    #expect(ownPart.numbers == [2, -2])
  }

  // MARK: Lives

  @Test("One object shows the state and listens to actions")
  @MainActor func both() async {
    let store = makeStore()
    let both = Both()
    both.connect(to: store, stateToProps: { state, _ in "\(state.counter)" })
    both.connect(to: store, stateAndActionToProps: { state, action in "\(type(of: action))" })
    await dispatchSomething(to: store)
    #expect(both.events.first == "shows 0")
    let heard = both.events.filter { $0.hasPrefix("hears") }
    #expect(heard == ["hears CounterAction", "hears Noticed"])
    #expect(both.props == "2")
  }

  @Test("Contract 24: a listener goes away while it is connected, and its connector with it")
  @MainActor func lives() async {
    let store = makeStore()
    var gone = [String]()
    weak var weakListener: FakeViewListener?
    do {
      let listener = FakeViewListener()
      weakListener = listener
      let connector = NumberAndActionConnector { gone.append("connector") }
      connect(listener, toCounterOf: store, by: connector)
      await dispatchSomething(to: store)
      #expect(connector.calls == 2)
    }
    #expect(weakListener == nil)
    #expect(gone == ["connector"])
    #expect(store.connections.isEmpty)
  }
}
