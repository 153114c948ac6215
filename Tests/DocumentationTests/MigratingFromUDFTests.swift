// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import RunnelUDF
import Testing

/// The examples for users of UDF.
@Suite struct MigratingFromUDFTests {
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

  struct Profile: Equatable, Sendable { var name = "" }

  @Test func `A store reduces an action, and its state can be read`() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: counterReducer)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    print(store.state.counter)  // 1
    #expect(print.lines == ["1"])
  }

  @Test func `A scope is a store, and removeDuplicates filters changes`() async {
    let reducer = Runnel.Reducer<AppState> {
      Runnel.Reducer.edits
      Runnel.Reducer.updating(ProfileAction.self) { state, action in
        if case .renamed(let name) = action { state.profile.name = name }
      }
    }
    let store = Store(state: AppState(), reducer: reducer)
    let profile: Store<Profile> = store.scope(\.profile)
    profile.dispatch(ProfileAction.renamed("otter"))
    let degrees = store.scope(\.degrees).removeDuplicates { abs($0 - $1) < 0.5 }
    let delivered = ValueRecorder(degrees)
    for degrees in [20.3, 20.6, 20.7] { store.edit { $0.degrees = degrees } }
    await store.settled()
    #expect(profile.state.name == "otter")
    #expect(delivered.values == [20, 20.6])
  }

  // MARK: Components

  final class CounterView: UIView, ViewComponent {
    let disposer = Disposer()
    let label = UILabel()
    var props = 0 { didSet { label.text = "\(props)" } }
  }

  @Test @MainActor func `A view receives a slice of the state or the result of a closure`() async {
    let store = Store(state: AppState(), reducer: counterReducer)
    let view = CounterView()
    let doubled = CounterView()
    view.connect(to: store, state: \.counter)
    doubled.connect(to: store.scope { 2 * $0.counter })
    await store.settle(after: CounterAction.incremented)
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

  final class TitleView: UIView, ViewComponent, Connector {
    let disposer = Disposer()
    let label = UILabel()
    var props = "" { didSet { label.text = props } }

    nonisolated func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> String {
      "You have counted to \(state.counter)"
    }
  }

  @Test @MainActor
  func `A view connects with a connector, with a closure or as its own connector`() async {
    let store = Store(state: AppState(profile: Profile(name: "otter")), reducer: counterReducer)
    let nameView = ViewRecorder(NameProps())
    let titleView = TitleView()
    let label = CounterView()
    nameView.connect(to: store, by: NameConnector(), state: \.profile)
    label.connect(to: store.scope(\.counter)) { counter, _ in 10 * counter }
    titleView.connect(to: store)
    let actions = ValueRecorder.actions(of: store)
    nameView.props.onTap()
    await store.settle(after: CounterAction.incremented)
    #expect(nameView.values.map(\.title) == ["I am otter"])
    #expect(label.label.texts == ["0", "10"])
    #expect(titleView.label.texts == ["You have counted to 0", "You have counted to 1"])
    #expect(actions.values.first as? ProfileAction == .tapped)
  }

  /// A replacement for a class that writes files.
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

  @Test @MainActor
  func `A listener on the main actor receives each action, including duplicates`() async {
    let store = Store(state: AppState(), reducer: counterReducer)
    let toast = Toast()
    toast.connect(to: store) { _, action in "\(action)!" }
    await store.settle(after: CounterAction.incremented, CounterAction.incremented)
    #expect(toast.label.texts == ["incremented!", "incremented!"])
  }

  @Test func `A service receives each change, and a listener receives each action`() async {
    let store = Store(state: AppState(), reducer: counterReducer)
    let autosave = Autosave()
    let journal = Journal()
    autosave.connect(to: store, state: \.counter)
    journal.connect(to: store) { state, action in "\(action) led to \(state.counter)" }
    await store.settle(after: CounterAction.incremented, CounterAction.decremented)
    #expect(autosave.lines.values == ["0", "1", "0"])
    #expect(journal.lines.values == ["incremented led to 1", "decremented led to 0"])
    autosave.disposer.dispose()
    journal.disposer.dispose()
  }

  @Test func `Subscriptions end with their disposer`() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: counterReducer)
    let disposer = Disposer()
    store.scope(\.counter).observe { print("counter \($0)") }.dispose(on: disposer)
    store.onAction { state, action in print(action, state.counter) }.dispose(on: disposer)
    await store.settle(after: CounterAction.incremented)
    disposer.dispose()
    await store.settle(after: CounterAction.decremented)
    #expect(Set(print.lines) == ["counter 0", "counter 1", "incremented 1"])
    #expect(print.lines.count == 3)
  }

  // MARK: Dynamic reducers and side effects

  @Test func `A reducer is added and removed with its key or lasts as long as its token`() async {
    let store = Store(state: AppState(), reducer: counterReducer)
    let bonusReducer: @Sendable (inout Int, any Action) -> Void = { counter, action in
      if action is CounterAction { counter += 10 }
    }
    store.add(reducer: bonusReducer, state: \.counter, withKey: "bonus")
    store.dispatch(CounterAction.incremented)
    store.remove(reducerWithKey: "bonus")

    let bonus = store.scope(\.counter).add(reducer: .updating(bonusReducer))
    store.dispatch(CounterAction.incremented)
    bonus.dispose()
    await store.settle(after: CounterAction.incremented)
    #expect(store.state.counter == 23)
  }

  struct LoadName: SideEffectProtocol {
    let fetch: @Sendable () -> String

    func execute(with dispatcher: any ActionDispatcher) {
      dispatcher.dispatch(ProfileAction.renamed(fetch()))
    }
  }

  @Test func `A side effect is executed alone and merged with an effect`() async {
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
    await store.settle(after: ProfileAction.tapped, includingEffects: true)
    #expect(store.state.name == "otter")
    let actions = ValueRecorder.actions(of: store)
    let running = store.run(both)
    await actions.values(count: 2)
    let names = Set(actions.values.map { "\($0)" })
    #expect(names == [#"renamed("otter")"#, #"renamed("heron")"#])
    running.dispose()
  }

  @Test func `A store without a reducer replaces a mock for a connector`() async {
    let store = Store(state: Profile(name: "otter"))
    let actions = ValueRecorder.actions(of: store)
    let props = NameConnector().stateToProps(state: store.state, dispatcher: store)
    props.onTap()
    await store.settled()
    #expect(actions.values as? [ProfileAction] == [.tapped])
    #expect(props.title == "I am otter")
  }
}
