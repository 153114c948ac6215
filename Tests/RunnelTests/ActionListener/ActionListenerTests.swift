// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@MainActor private final class ViewListener: ViewActionListener {
  let disposer = Disposer()
  var history: [String] = []
  func update(props: String) { history.append(props) }
}

private final class ServiceListener: ServiceActionListener {
  let disposer = Disposer()
  let history = Recorder<String>()
  func update(props: String) { history.record(props) }
}

private struct TextConnector: ActionListenerConnector {
  func stateAndActionToProps(state: Int, action: any Action) -> String { "\(state) \(action)" }
}

@Suite struct ActionListenerTests {
  private static let expected = ["1 increment", "2 increment", "2 nothing", "1 decrement"]

  private func run(_ store: Store<AppState>) async {
    for action in [AppAction.increment, .increment, .nothing, .decrement] { store.dispatch(action) }
    await store.settled()
  }

  @Test("Contract 23: listeners are told each action after it, with its state, in order")
  @MainActor func listeners() async {
    final class Own: ViewActionListener, ActionListenerConnector {
      let disposer = Disposer()
      var history: [String] = []
      func update(props: String) { history.append(props) }
      nonisolated func stateAndActionToProps(state: Int, action: any Action) -> String {
        "\(state) \(action)"
      }
    }
    final class OwnService: ServiceActionListener, ActionListenerConnector {
      let disposer = Disposer()
      let history = Recorder<String>()
      func update(props: String) { history.record(props) }
      func stateAndActionToProps(state: Int, action: any Action) -> String { "\(state) \(action)" }
    }
    let store = makeStore()
    let counter = store.scope(\.counter)
    let views = (0..<4).map { _ in ViewListener() }
    let services = (0..<4).map { _ in ServiceListener() }
    views[0].connect(to: counter, by: TextConnector())
    views[1].connect(to: store, by: TextConnector(), state: \.counter)
    views[2].connect(to: counter) { "\($0) \($1)" }
    views[3].connect(to: store, stateAndActionToProps: { "\($0) \($1)" }, state: \.counter)
    services[0].connect(to: counter, by: TextConnector())
    services[1].connect(to: store, by: TextConnector(), state: \.counter)
    services[2].connect(to: counter) { "\($0) \($1)" }
    services[3].connect(to: store, stateAndActionToProps: { "\($0) \($1)" }, state: \.counter)
    let own = [Own(), Own()]
    own[0].connect(to: counter)
    own[1].connect(to: store, state: \.counter)
    let ownServices = [OwnService(), OwnService()]
    ownServices[0].connect(to: counter)
    ownServices[1].connect(to: store, state: \.counter)
    await run(store)
    for view in views { #expect(view.history == Self.expected) }
    for service in services { #expect(service.history.values == Self.expected) }
    for view in own { #expect(view.history == Self.expected) }
    for service in ownServices { #expect(service.history.values == Self.expected) }
  }

  @Test("Contract 23: a listener may dispatch")
  func dispatching() async {
    let store = makeStore()
    let token = store.onAction { [weak store] state, action in
      if action as? AppAction == .increment, state.counter < 5 {
        store?.dispatch(AppAction.increment)
      }
    }
    store.dispatch(AppAction.increment)
    for _ in 0..<5 { await store.settled() }
    #expect(store.state.counter == 5)
    token.dispose()
  }

  @Test("Contract 23: listeners on any queue are told in order while threads dispatch")
  func inOrderOnQueues() async {
    let store = makeStore()
    let own = Recorder<Int>()
    let other = Recorder<Int>()
    let tokens = [
      store.scope(\.counter).onAction { value, _ in own.record(value) },
      store.scope(\.counter).onAction(on: .global()) { value, _ in other.record(value) },
    ]
    await onThreads(4) { _ in for _ in 0..<500 { store.dispatch(AppAction.increment) } }
    await store.settled()
    #expect(own.values == Array(1...2_000))
    #expect(other.values == Array(1...2_000))
    tokens.forEach { $0.dispose() }
  }

  @Test("Contract 21: a listener has one connection, beside that of a component")
  @MainActor func oneConnection() async {
    final class Both: ViewComponent, ViewActionListener {
      typealias Props = Int
      let disposer = Disposer()
      var props = -1
      var told = 0
      func update(props: Int) { told += 1 }
    }
    let store = makeStore()
    let both = Both()
    both.connect(to: store, stateToProps: { state, _ in state.counter })
    both.connect(to: store, stateAndActionToProps: { state, _ in state.counter })
    both.connect(to: store, stateAndActionToProps: { state, _ in state.counter })
    #expect(store.connections.count == 2)
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(both.told == 1)
    #expect(both.props == 1)
  }

  @Test("Contract 24: a listener that goes away is disconnected")
  func released() async {
    let store = makeStore()
    var listener: ServiceListener? = ServiceListener()
    weak let weakListener = listener
    listener?.connect(to: store) { "\($0.counter) \($1)" }
    await run(store)
    listener = nil
    #expect(weakListener == nil)
    #expect(store.connections.isEmpty)
  }
}
