// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The examples for those who come from UDF.
@Suite struct ComingFromUDFTests {
  struct AppState: Equatable, Sendable {
    var counter = 0
    var degrees = 20.0
    var profile = Profile()
  }

  enum CounterAction: Action { case incremented, decremented }

  func counterReducer(state: inout AppState, action: any Action) {
    guard let action = action as? CounterAction else { return }
    state.counter += action == .incremented ? 1 : -1
  }

  struct Profile: Equatable, Sendable {
    var name = ""
  }

  private struct Measured: Action { let degrees: Double }

  @Test("A reducer of UDF is a reducer here, and the store is made and used in the same words")
  func store() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: counterReducer)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    print(store.state.counter)  // 1
    #expect(print.lines == ["1"])
  }

  @Test("A scope is a store, and `isSame` says what is no change")
  func scopes() async {
    let store = Store(state: AppState()) { state, action in
      switch action {
      case let measured as Measured: state.degrees = measured.degrees
      case ProfileAction.renamed(let name): state.profile.name = name
      default: break
      }
    }
    let profile: Store<Profile> = store.scope(\.profile)
    profile.dispatch(ProfileAction.renamed("otter"))
    let degrees = store.scope(\.degrees, isSame: { abs($0 - $1) < 0.5 })
    let told = ValueRecorder(degrees)
    for degrees in [20.3, 20.6, 20.7] { store.dispatch(Measured(degrees: degrees)) }
    await store.settled()
    #expect(profile.state.name == "otter")
    #expect(told.values == [20, 20.6])
  }

  // MARK: Components

  final class CounterView: UIView, ViewComponent {
    let disposer = Disposer()
    let label = UILabel()
    var props = 0 { didSet { label.text = "\(props)" } }
  }

  @Test("A view is shown its part of the state, or what a closure makes of it") @MainActor
  func views() async {
    let store = Store(state: AppState(), reducer: counterReducer)
    let view = CounterView()
    let doubled = CounterView()
    view.connect(to: store, state: \.counter)
    doubled.connect(to: store.scope { 2 * $0.counter })
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(view.label.texts == ["0", "1"])
    #expect(doubled.label.texts == ["0", "2"])
  }

  enum ProfileAction: Action, Equatable {
    case tapped
    case renamed(String)
  }

  struct NameProps: Equatable {
    var title = ""
    var onTap = Callback {}
  }

  struct NameConnector: Connector {
    func stateToProps(state: Profile, dispatcher: any ActionDispatcher) -> NameProps {
      NameProps(
        title: "I am \(state.name)",
        onTap: Callback { dispatcher.dispatch(ProfileAction.tapped) }
      )
    }
  }

  final class NameView: UIView, ViewComponent {
    let disposer = Disposer()
    var titles: [String] = []
    var props = NameProps() { didSet { titles.append(props.title) } }
  }

  final class TitleView: UIView, ViewComponent, Connector {
    let disposer = Disposer()
    let label = UILabel()
    var props = "" { didSet { label.text = props } }

    nonisolated func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> String {
      "You have counted to \(state.counter)"
    }
  }

  @Test("A view is connected by a connector, by a closure, or by itself") @MainActor
  func connectors() async {
    let store = Store(state: AppState(profile: Profile(name: "otter")), reducer: counterReducer)
    let nameView = NameView()
    let titleView = TitleView()
    let label = CounterView()
    nameView.connect(to: store, by: NameConnector(), state: \.profile)
    label.connect(to: store.scope(\.counter)) { counter, _ in 10 * counter }
    titleView.connect(to: store)
    let actions = ValueRecorder.actions(of: store)
    nameView.props.onTap()
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(nameView.titles == ["I am otter"])
    #expect(label.label.texts == ["0", "10"])
    #expect(titleView.label.texts == ["You have counted to 0", "You have counted to 1"])
    #expect(actions.values.first as? ProfileAction == .tapped)
  }

  /// Stands in for something that works with files.
  class FileWriter {
    let lines = ValueRecorder<String>()

    func write(_ line: String) { lines.record(line) }
  }

  final class Autosave: FileWriter, ServiceComponent {
    let disposer = Disposer()
    var props = 0 { didSet { write("\(props)") } }
  }

  final class Journal: FileWriter, ServiceActionListener {
    let disposer = Disposer()

    func update(props: String) { write(props) }
  }

  final class Toast: UIView, ViewActionListener {
    let disposer = Disposer()
    let label = UILabel()

    func update(props: String) { label.text = props }
  }

  @Test("A listener on the main actor is told of each action, equal ones too") @MainActor
  func viewListener() async {
    let store = Store(state: AppState(), reducer: counterReducer)
    let toast = Toast()
    toast.connect(to: store) { _, action in "\(action)!" }
    store.dispatch(CounterAction.incremented)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(toast.label.texts == ["incremented!", "incremented!"])
  }

  @Test("A service is given each change, and a listener each action")
  func services() async {
    let store = Store(state: AppState(), reducer: counterReducer)
    let autosave = Autosave()
    let journal = Journal()
    autosave.connect(to: store, state: \.counter)
    journal.connect(to: store) { state, action in "\(action) led to \(state.counter)" }
    store.dispatch(CounterAction.incremented)
    store.dispatch(CounterAction.decremented)
    await store.settled()
    #expect(autosave.lines.values == ["0", "1", "0"])
    #expect(journal.lines.values == ["incremented led to 1", "decremented led to 0"])
    autosave.disposer.dispose()
    journal.disposer.dispose()
  }

  @Test("What a disposer was given ends with it")
  func disposer() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: counterReducer)
    let disposer = Disposer()
    store.scope(\.counter).observe { print("counter \($0)") }.dispose(on: disposer)
    store.onAction { state, action in print(action, state.counter) }.dispose(on: disposer)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    disposer.dispose()
    store.dispatch(CounterAction.decremented)
    await store.settled()
    #expect(Set(print.lines) == ["counter 0", "counter 1", "incremented 1"])
    #expect(print.lines.count == 3)
  }

  // MARK: Reducers at run time, and side effects

  @Test("A reducer is added and removed by its key, or lasts as long as its token")
  func dynamicReducers() async {
    let store = Store(state: AppState(), reducer: counterReducer)
    let bonusReducer: @Sendable (inout Int, any Action) -> Void = { counter, action in
      if action is CounterAction { counter += 10 }
    }
    store.add(reducer: bonusReducer, state: \.counter, withKey: "bonus")
    store.dispatch(CounterAction.incremented)
    store.remove(reducerWithKey: "bonus")

    let bonus = store.scope(\.counter).add(reducer: bonusReducer)
    store.dispatch(CounterAction.incremented)
    bonus.dispose()
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(store.state.counter == 23)
  }

  struct LoadName: SideEffect {
    let fetch: @Sendable () -> String

    func execute(with dispatcher: any ActionDispatcher) {
      dispatcher.dispatch(ProfileAction.renamed(fetch()))
    }
  }

  @Test("A side effect is executed, and several are merged, with effects and without")
  func sideEffects() async {
    let load = LoadName { "otter" }
    let store = Store(state: Profile()) { profile, action in
      switch action {
      case ProfileAction.tapped: return load
      case ProfileAction.renamed(let name): profile.name = name
      default: break
      }
      return nil
    }
    let both: Effect = .merge(
      .execute(load),
      .run { send in send(ProfileAction.renamed("heron")) }
    )
    store.dispatch(ProfileAction.tapped)
    await store.settled(includingEffects: true)
    #expect(store.state.name == "otter")
    let actions = ValueRecorder.actions(of: store)
    let running = store.run(both)
    await store.settled(includingEffects: true)
    let names = Set(actions.values.map { "\($0)" })
    #expect(names == [#"renamed("otter")"#, #"renamed("heron")"#])
    running.dispose()
  }

  @Test("In place of a mock, a store without a reducer takes the actions of a connector")
  func mock() async {
    let store = Store(state: Profile(name: "otter"))
    let actions = ValueRecorder.actions(of: store)
    let props = NameConnector().stateToProps(state: store.state, dispatcher: store)
    props.onTap()
    await store.settled()
    #expect(actions.values as? [ProfileAction] == [.tapped])
    #expect(props.title == "I am otter")
  }
}
