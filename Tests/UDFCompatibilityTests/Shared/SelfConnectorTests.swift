// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing
import UIKitStandIn

@MainActor @Suite struct SelfConnectorTests {
  /// A connector on the main actor, which can read the controller.
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

    func stateToProps(state: AppState, dispatcher: ActionDispatcher) -> String {
      "\(label.text ?? "")<\(state.counter)>"
    }
  }

  /// A nonisolated connector, which reads only its arguments.
  class PureViewController: UIViewController, ViewComponent, Connector {
    let disposer = Disposer()
    var titles = [String]()
    var props = "" { didSet { titles.append(props) } }

    nonisolated func stateToProps(state: AppState, dispatcher: ActionDispatcher) -> String {
      "pure \(state.counter)"
    }
  }

  /// A connector whose isolation is checked at run time.
  class UncheckedViewController: UIViewController, ViewComponent, @preconcurrency Connector {
    let disposer = Disposer()
    var titles = [String]()
    var props = "" { didSet { titles.append(props) } }

    func stateToProps(state: AppState, dispatcher: ActionDispatcher) -> String {
      "unchecked \(state.counter)"
    }
  }

  @Test func `connect(to:) uses the component as the connector`() async {
    let store = makeStore()
    let isolated = CounterViewController()
    let pure = PureViewController()
    let unchecked = UncheckedViewController()
    isolated.connect(to: store)
    pure.connect(to: store)
    unchecked.connect(to: store)
    await store.settle(after: CounterAction.incremented)
    #expect(isolated.titles == ["<0>", "<0><1>"])
    #expect(pure.titles == ["pure 0", "pure 1"])
    #expect(unchecked.titles == ["unchecked 0", "unchecked 1"])
  }

  class DoublingViewController: UIViewController, ViewComponent, @MainActor Connector {
    let disposer = Disposer()
    var numbers = [Int]()
    var props = 0 { didSet { numbers.append(props) } }

    func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { 2 * state }
  }

  class PureDoublingComponent: ViewComponent, Connector {
    typealias Props = Int
    var disposer = Disposer()
    var numbers = [Int]()
    var props = 0 { didSet { numbers.append(props) } }

    nonisolated func stateToProps(state: Int, dispatcher _: ActionDispatcher) -> Int { 2 * state }
  }

  @Test func `The component maps the state even if its props have the type of the state`() async {
    let store = makeStore()
    await store.settle(after: CounterAction.set(4))
    let isolated = DoublingViewController()
    let pure = PureDoublingComponent()
    isolated.connect(to: store.scope(\.counter))
    pure.connect(to: store.scope(\.counter))
    isolated.connect(to: store, state: \.counter)
    pure.connect(to: store, state: \.counter)
    isolated.connect(to: store.scope(\.counter), by: isolated)
    pure.connect(to: store, by: pure, state: \.counter)
    await store.settle(after: CounterAction.set(5))
    #expect(isolated.numbers == [8, 8, 8, 10])
    #expect(pure.numbers == [8, 8, 8, 10])
  }

  struct Negating: Connector {
    func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { -state }
  }

  @Test func `A component that is a connector also connects with other connectors`() {
    let store = makeCounterStore(4)
    let component = DoublingViewController()
    component.connect(to: store, by: Negating())
    component.connect(to: store) { state, _ in state + 1 }
    component.connect(to: store, stateToProps: component.stateToProps)
    #expect(component.numbers == [-4, 5, 8])
    // The method retains the component.
    component.disposer.dispose()
  }

  class BaseViewController<Props: Equatable>: UIViewController, ViewComponent {
    let disposer = Disposer()
    var renderings = 0
    var props: Props { didSet { render() } }

    init(props: Props) {
      self.props = props
      super.init()
    }

    func render() { renderings += 1 }
  }

  class NameViewController: BaseViewController<String>, @MainActor Connector {
    var rendered = [String]()

    override func render() {
      super.render()
      rendered.append(props)
    }

    func stateToProps(state: Profile, dispatcher: ActionDispatcher) -> String { state.name }
  }

  @Test func `A component becomes a connector through inheritance or an extension`() async {
    let store = makeStore()
    let name = NameViewController(props: "")
    let visits = VisitsView()
    name.connect(to: store.scope(\.profile))
    visits.connect(to: store, state: \.profile)
    await store.settle(after: Renamed(name: "Ben"))
    #expect(name.rendered == ["Anna", "Ben"])
    #expect(name.renderings == 2)
    #expect(visits.history == [0, 1])
  }
}

@MainActor class VisitsView {
  var history = [Int]()
  var disposer = Disposer()
  var props = -1 { didSet { history.append(props) } }
}

extension VisitsView: ViewComponent {}

extension VisitsView: @MainActor Connector {
  func stateToProps(state: Profile, dispatcher: ActionDispatcher) -> Int { state.visits }
}

@Suite struct SelfConnectingServiceTests {
  class CounterService: ServiceComponent, Connector {
    let disposer = Disposer()
    var log = [String]()
    var props = "" { didSet { log.append(props) } }

    func stateToProps(state: AppState, dispatcher: ActionDispatcher) -> String {
      "\(log.count): \(state.counter)"
    }
  }

  class DoublingService: ServiceComponent, Connector {
    let queue = DispatchQueue(label: "udf.doubling")
    let disposer = Disposer()
    var numbers = [Int]()
    var props = 0 { didSet { numbers.append(props) } }

    func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { 2 * state }
  }

  @Test
  func `A service maps the state even if its props have the type of the state`() async {
    let store = makeStore()
    let (service, byItself) = (CounterService(), CounterService())
    let (scoped, slice) = (DoublingService(), DoublingService())
    service.connect(to: store)
    byItself.connect(to: store, by: byItself)
    scoped.connect(to: store.scope(\.counter))
    slice.connect(to: store, state: \.counter)
    await store.settle(after: CounterAction.incremented, CounterAction.incremented)
    #expect(service.log == ["0: 0", "1: 1", "2: 2"])
    #expect(byItself.log == ["0: 0", "1: 1", "2: 2"])
    #expect(scoped.numbers == [0, 2, 4])
    #expect(slice.numbers == [0, 2, 4])
  }
}
