// SPDX-License-Identifier: MIT

import RunnelUDF
import Testing

private struct Number: Connector, ActionListenerConnector {
  func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { state }
  func stateAndActionToProps(state: Int, action: Action) -> Int { state }
}

@MainActor private class FormView: ViewComponent {
  var props = 0
  let disposer = Disposer()
}

@MainActor private final class OwnView: FormView, Connector {
  nonisolated func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { state }
}

private class FormService: ServiceComponent, @unchecked Sendable {
  var props = 0
  let disposer = Disposer()
}

private final class OwnService: FormService, Connector, @unchecked Sendable {
  func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { state }
}

@MainActor private class FormViewListener: ViewActionListener {
  let disposer = Disposer()
  func update(props: Int) {}
}

@MainActor private final class OwnViewListener: FormViewListener, ActionListenerConnector {
  nonisolated func stateAndActionToProps(state: Int, action: Action) -> Int { state }
}

private class FormListener: ServiceActionListener, @unchecked Sendable {
  let disposer = Disposer()
  func update(props: Int) {}
}

private final class OwnListener: FormListener, ActionListenerConnector, @unchecked Sendable {
  func stateAndActionToProps(state: Int, action: Action) -> Int { state }
}

@MainActor @Suite struct StateFormsTests {
  @Test func `Contract 17: each form with state: lists the caller's line and the slice`() {
    let store = Store(state: AppState()) { _, _ in }
    let views = (0..<3).map { _ in FormView() }
    let services = (0..<3).map { _ in FormService() }
    let viewListeners = (0..<2).map { _ in FormViewListener() }
    let listeners = (0..<2).map { _ in FormListener() }
    let (view, service) = (OwnView(), OwnService())
    let (viewListener, listener) = (OwnViewListener(), OwnListener())
    let line = #line
    views[0].connect(to: store, state: \.counter)
    views[1].connect(to: store, by: Number(), state: \.counter)
    views[2].connect(to: store, stateToProps: { number, _ in number }, state: \.counter)
    view.connect(to: store, state: \.counter)
    services[0].connect(to: store, state: \.counter)
    services[1].connect(to: store, by: Number(), state: \.counter)
    services[2].connect(to: store, stateToProps: { number, _ in number }, state: \.counter)
    service.connect(to: store, state: \.counter)
    viewListeners[0].connect(to: store, by: Number(), state: \.counter)
    viewListeners[1].connect(
      to: store, stateAndActionToProps: { number, _ in number }, state: \.counter)
    viewListener.connect(to: store, state: \.counter)
    listeners[0].connect(to: store, by: Number(), state: \.counter)
    listeners[1].connect(
      to: store, stateAndActionToProps: { number, _ in number }, state: \.counter)
    listener.connect(to: store, state: \.counter)
    let connections = store.connections
    // Two calls take two lines.
    #expect(connections.map { $0.line - line } == Array(1...10) + [12, 13, 14, 16])
    #expect(connections.allSatisfy { $0.file.hasSuffix("StateFormsTests.swift") })
    #expect(connections.allSatisfy { $0.slice == "\\AppState.counter" })
    withExtendedLifetime((views, services, viewListeners, listeners)) {}
    withExtendedLifetime((view, service, viewListener, listener)) {}
  }

  @Test func `a keyed reducer of a slice ends with its owner`() async {
    let store = Store(state: AppState()) { _, _ in }
    let disposer = Disposer()
    store.add(
      reducer: { $0 += $1 is Noticed ? 1 : 0 }, state: \.counter, withKey: "", ownedBy: disposer)
    await store.settle(after: Noticed())
    disposer.dispose()
    await store.settle(after: Noticed())
    #expect(store.state.counter == 1)
  }
}
