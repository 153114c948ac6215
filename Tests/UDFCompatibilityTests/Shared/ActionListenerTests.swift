// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing
import UIKitStandIn

class NumberAndActionConnector: ActionListenerConnector {
  var calls = 0

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

private func dispatchActions(to store: Store<AppState>) async {
  await store.settle(after: CounterAction.set(2), Noticed())
}

private func expectActions(_ history: [(Int, Action)]) {
  #expect(history.map { $0.0 } == [2, 2])
  #expect(history.first?.1 as? CounterAction == .set(2))
  #expect(history.last?.1 is Noticed)
}

@MainActor @Suite struct ViewActionListenerTests {
  @Test func `Contract 36: a listener without props ends the program with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      EmptyListener().update(props: 1)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        Runnel: Action listener EmptyListener has no place for its props.
        Why: it implements neither `update(props:)` nor a property `props`.
        Fix: implement `update(props:)`.
        """))
  }

  class FakeListener: ViewActionListener {
    typealias Props = (Int, Action)
    var propsHistory = [(Int, Action)]()
    var disposer = Disposer()

    func update(props: (Int, Action)) {
      dispatchPrecondition(condition: .onQueue(.main))
      propsHistory.append(props)
    }

    func connectByMethod(to store: Store<Int>) { connect(to: store, stateAndActionToProps: pair) }

    func connectByMethod(toCounterOf store: Store<AppState>) {
      connect(to: store, stateAndActionToProps: pair, state: \.counter)
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

  class OwnConnector: ViewActionListener, @MainActor ActionListenerConnector {
    var numbers = [Int]()
    var disposer = Disposer()

    func update(props: Int) { numbers.append(props) }

    func stateAndActionToProps(state: Int, action: Action) -> Int {
      action is Noticed ? -state : state
    }
  }

  class PureOwnConnector: ViewActionListener, ActionListenerConnector {
    var numbers = [Int]()
    var disposer = Disposer()

    func update(props: Int) { numbers.append(props) }

    nonisolated func stateAndActionToProps(state: Int, action: Action) -> Int {
      action is Noticed ? -state : state
    }
  }

  class OwnConnectorViewController:
    UIViewController, ViewActionListener, @MainActor ActionListenerConnector
  {
    let label = UILabel()
    let disposer = Disposer()

    func update(props: String) { label.text = props }

    func stateAndActionToProps(state: AppState, action: Action) -> String {
      (label.text ?? "") + "<\(state.counter)>"
    }
  }

  class Both: UIViewController, ViewComponent, ViewActionListener {
    let disposer = Disposer()
    var events = [String]()
    var props = "" { didSet { events.append("shows \(props)") } }

    func update(props: String) { events.append("receives \(props)") }
  }

  @Test func `Contract 23: a view listener connected with a closure receives each action`() async {
    let store = makeStore()
    let (trailing, labeled, scoped) = (FakeListener(), FakeListener(), FakeListener())
    let controller = NoticeViewController(store: store)
    trailing.connect(to: store) { ($0.counter, $1) }
    labeled.connect(to: store, stateAndActionToProps: { state, action in (state.counter, action) })
    scoped.connect(to: store.scope(\.counter)) { counter, action in (counter, action) }
    controller.loadViewIfNeeded()
    await dispatchActions(to: store)
    for listener in [trailing, labeled, scoped] { expectActions(listener.propsHistory) }
    #expect(controller.notices == ["2: CounterAction", "2: Noticed"])
    #expect(controller.label.text == "2: Noticed")
  }

  @Test func `A view listener connects with a method and to a slice of the state`() async {
    let store = makeStore()
    let byMethod = FakeListener()
    let (byMethodOfSlice, byClosureOfSlice) = (FakeListener(), FakeListener())
    byMethod.connectByMethod(to: store.scope(\.counter))
    byMethodOfSlice.connectByMethod(toCounterOf: store)
    byClosureOfSlice.connect(
      to: store,
      stateAndActionToProps: { (profile: Profile, action) in (profile.visits, action) },
      state: \.profile
    )
    await dispatchActions(to: store)
    expectActions(byMethod.propsHistory)
    expectActions(byMethodOfSlice.propsHistory)
    #expect(byClosureOfSlice.propsHistory.map { $0.0 } == [0, 0])
    // The methods retain the listeners.
    byMethod.disposer.dispose()
    byMethodOfSlice.disposer.dispose()
  }

  @Test func `A view listener connects with a connector`() async {
    let store = makeStore()
    let connector = NumberAndActionConnector()
    let (whole, slice, scoped) = (FakeListener(), FakeListener(), FakeListener())
    whole.connect(to: store, by: AppActionConnector())
    slice.connect(to: store, by: connector, state: \.counter)
    scoped.connect(to: store.scope(\.counter), by: connector)
    await dispatchActions(to: store)
    for listener in [whole, slice, scoped] { expectActions(listener.propsHistory) }
    #expect(connector.calls == 4)
  }

  @Test func `A listener is its own connector for the whole state and for a slice`() async {
    let store = makeStore()
    let listeners = (0..<3).map { _ in OwnConnector() }
    let pure = PureOwnConnector()
    let controller = OwnConnectorViewController()
    listeners[0].connect(to: store.scope(\.counter))
    listeners[1].connect(to: store, state: \.counter)
    listeners[2].connect(to: store.scope(\.counter), by: listeners[2])
    pure.connect(to: store, state: \.counter)
    controller.connect(to: store)
    await dispatchActions(to: store)
    for listener in listeners { #expect(listener.numbers == [2, -2]) }
    #expect(pure.numbers == [2, -2])
    #expect(controller.label.text == "<2><2>")
    // The connection retains the listener as its connector.
    listeners[2].disposer.dispose()
  }

  @Test func `One object is a view component and an action listener`() async {
    let store = makeStore()
    let both = Both()
    both.connect(to: store, stateToProps: { state, _ in "\(state.counter)" })
    both.connect(to: store, stateAndActionToProps: { state, action in "\(type(of: action))" })
    await dispatchActions(to: store)
    let received = both.events.filter { $0.hasPrefix("receives") }
    #expect(received == ["receives CounterAction", "receives Noticed"])
    #expect(both.events.first == "shows 0")
    #expect(both.props == "2")
  }
}

@Suite struct ServiceActionListenerTests {
  class FakeListener: ServiceActionListener {
    typealias Props = (Int, Action)
    var propsHistory = [(Int, Action)]()
    var disposer = Disposer()

    func update(props: (Int, Action)) {
      dispatchPrecondition(condition: .notOnQueue(.main))
      propsHistory.append(props)
    }

    static func pair(value: Int, action: Action) -> (Int, Action) { (value, action) }
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

    func stateAndActionToProps(state: Int, action: Action) -> Int {
      action is Noticed ? -state : state
    }
  }

  @Test func `Contract 23: a service listener receives each action in order`() async {
    let store = makeStore()
    let (trailing, labeled, scoped) = (FakeListener(), FakeListener(), FakeListener())
    let journal = Journal()
    trailing.connect(to: store) { ($0.counter, $1) }
    labeled.connect(to: store, stateAndActionToProps: { state, action in (state.counter, action) })
    scoped.connect(to: store.scope(\.counter)) { counter, action in (counter, action) }
    journal.connect(to: store) { state, action in "\(state.counter): \(type(of: action))" }
    await dispatchActions(to: store)
    for listener in [trailing, labeled, scoped] { expectActions(listener.propsHistory) }
    #expect(journal.lines == ["2: CounterAction", "2: Noticed"])
  }

  @Test func `A service listener connects with a method and to a slice of the state`() async {
    let store = makeStore()
    let byMethod = FakeListener()
    let (byMethodOfSlice, byClosureOfSlice) = (FakeListener(), FakeListener())
    byMethod.connect(to: store.scope(\.counter), stateAndActionToProps: FakeListener.pair)
    byMethodOfSlice.connect(to: store, stateAndActionToProps: FakeListener.pair, state: \.counter)
    byClosureOfSlice.connect(
      to: store,
      stateAndActionToProps: { (profile: Profile, action) in (profile.visits, action) },
      state: \.profile
    )
    await dispatchActions(to: store)
    expectActions(byMethod.propsHistory)
    expectActions(byMethodOfSlice.propsHistory)
    #expect(byClosureOfSlice.propsHistory.map { $0.0 } == [0, 0])
  }

  @Test func `A service listener connects with a connector or as its own connector`() async {
    let store = makeStore()
    let (whole, slice) = (FakeListener(), FakeListener())
    let (ownScoped, ownSlice) = (OwnConnector(), OwnConnector())
    whole.connect(to: store, by: AppActionConnector())
    slice.connect(to: store, by: NumberAndActionConnector(), state: \.counter)
    ownScoped.connect(to: store.scope(\.counter))
    ownSlice.connect(to: store, state: \.counter)
    await dispatchActions(to: store)
    expectActions(whole.propsHistory)
    expectActions(slice.propsHistory)
    #expect(ownScoped.numbers == [2, -2])
    #expect(ownSlice.numbers == [2, -2])
  }
}

private final class EmptyListener: ActionListener {
  typealias Props = Int
  let disposer = Disposer()
}
