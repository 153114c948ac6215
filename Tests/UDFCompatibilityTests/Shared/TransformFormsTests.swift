// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing

/// A number that equals another one whatever their revisions are.
private struct Revised: Equatable, Sendable {
  var number = 0
  var revision = 0

  static func == (left: Revised, right: Revised) -> Bool { left.number == right.number }
}

private struct RevisedState: Equatable, Sendable { var value = Revised() }

private enum RevisedAction: Action { case revised, counted }

private func revisedReducer(state: inout RevisedState, action: Action) {
  switch action {
  case RevisedAction.revised: state.value.revision += 1
  case RevisedAction.counted: state.value.number += 1
  default: break
  }
}

private final class Counting: Connector, ActionListenerConnector, Sendable {
  let numbers = Log<Int>()

  func stateToProps(state: Revised, dispatcher: ActionDispatcher) -> Int {
    numbers.append(state.number)
    return state.number
  }

  func stateAndActionToProps(state: Revised, action: Action) -> Int { state.number }
}

@MainActor private final class OwnNumberView: ViewComponent, Connector {
  let disposer = Disposer()
  let counting = Counting()
  let delivery = Delivery.every
  var history = [Int]()
  var props = -1 { didSet { history.append(props) } }

  nonisolated func stateToProps(state: Revised, dispatcher: ActionDispatcher) -> Int {
    counting.stateToProps(state: state, dispatcher: dispatcher)
  }
}

private final class OwnNumberService: ServiceComponent, Connector, @unchecked Sendable {
  let disposer = Disposer()
  let counting = Counting()
  let history = Log<Int>()
  var props = -1 { didSet { history.append(props) } }

  func stateToProps(state: Revised, dispatcher: ActionDispatcher) -> Int {
    counting.stateToProps(state: state, dispatcher: dispatcher)
  }
}

private final class NumberJournal: ServiceActionListener, ActionListenerConnector, Sendable {
  let disposer = Disposer()
  let history = Log<Int>()

  func update(props: Int) { history.append(props) }
  func stateAndActionToProps(state: Revised, action: Action) -> Int { state.number }
}

@MainActor private final class NumberToast: ViewActionListener, ActionListenerConnector {
  let disposer = Disposer()
  var history = [Int]()

  func update(props: Int) { history.append(props) }
  nonisolated func stateAndActionToProps(state: Revised, action: Action) -> Int { state.number }
}

@MainActor @Suite struct TransformFormsTests {
  private let store = Store(state: RevisedState(), reducer: revisedReducer)

  @Test
  func `Contract 17: each form with state: lists its line and slice, those with transform: too`() {
    let views = (0..<5).map { _ in OwnNumberView() }
    let services = (0..<5).map { _ in OwnNumberService() }
    let toasts = (0..<3).map { _ in NumberToast() }
    let journals = (0..<4).map { _ in NumberJournal() }
    let line = #line
    views[0].connect(to: store, state: \.value.number)
    views[1].connect(to: store, by: Counting(), state: \.value)
    views[2].connect(to: store, stateToProps: { number, _ in number }, state: \.value.number)
    views[3].connect(to: store, state: \.value)
    services[0].connect(to: store, state: \.value.number)
    services[1].connect(to: store, by: Counting(), state: \.value)
    services[2].connect(to: store, stateToProps: { number, _ in number }, state: \.value.number)
    services[3].connect(to: store, state: \.value)
    toasts[0].connect(to: store, by: Counting(), state: \.value)
    toasts[1].connect(to: store, stateAndActionToProps: { _, _ in 0 }, state: \.value.number)
    toasts[2].connect(to: store, state: \.value)
    journals[0].connect(to: store, by: Counting(), state: \.value)
    journals[1].connect(to: store, stateAndActionToProps: { _, _ in 0 }, state: \.value.number)
    journals[2].connect(to: store, state: \.value)
    views[4].connect(to: store) { $0.value }
    services[4].connect(to: store, removeDuplicates: true) { $0.value }
    journals[3].connect(to: store) { $0.value }
    expectConnections(after: line, count: 17)
    let (value, number) = (#"\RevisedState.value"#, #"\RevisedState.value.number"#)
    let slices = [number, value, number, value, number, value, number, value]
    #expect(
      Array(store.connections.map(\.slice).prefix(14))
        == slices + [value, number, value, value, number, value])
    withExtendedLifetime((views, services, toasts, journals)) {}
  }

  @Test func `Views receive the result of a transform, which runs on the main actor`() async {
    let views = (0..<3).map { _ in OwnNumberView() }
    var transforms = 0
    views[0].connect(to: store, by: Counting()) {
      transforms += 1
      return $0.value
    }
    views[1].connect(
      to: store,
      stateToProps: { (number: Int, _) in 10 * number },
      transform: { $0.value.number })
    views[2].connect(to: store) { $0.value }
    await store.settle(after: RevisedAction.counted)
    #expect(views.map { $0.history } == [[0, 1], [0, 10], [0, 1]])
    #expect(transforms == 2)
  }

  @Test func `Services receive the result of a transform, which runs on their queue`() async {
    let services = (0..<3).map { _ in OwnNumberService() }
    services[0].connect(to: store, by: Counting()) { state in
      dispatchPrecondition(condition: .notOnQueue(.main))
      return state.value
    }
    services[1].connect(
      to: store,
      stateToProps: { (number: Int, _) in 10 * number },
      transform: { $0.value.number })
    services[2].connect(to: store) { $0.value }
    await store.settle(after: RevisedAction.counted)
    #expect(services.map { $0.history.entries } == [[0, 1], [0, 10], [0, 1]])
  }

  @Test func `Components receive the result of a closure of the state alone`() async {
    let (view, service) = (NumberView(), OwnNumberService())
    view.connect(to: store) { state in 10 * state.value.number }
    service.connect(to: store, stateToProps: { (state: RevisedState) in 20 * state.value.number })
    await store.settle(after: RevisedAction.counted)
    #expect(view.history == [0, 10])
    #expect(service.history.entries == [0, 20])
  }

  @Test func `Listeners receive the result of a transform with each action`() async {
    let journals = (0..<3).map { _ in NumberJournal() }
    let toasts = (0..<3).map { _ in NumberToast() }
    journals[0].connect(to: store, by: Counting()) { $0.value }
    journals[1].connect(
      to: store, stateAndActionToProps: { number, _ in 10 * number },
      transform: { $0.value.number })
    journals[2].connect(to: store) { $0.value }
    toasts[0].connect(to: store, by: Counting()) { $0.value }
    toasts[1].connect(
      to: store, stateAndActionToProps: { number, _ in 10 * number },
      transform: { $0.value.number })
    toasts[2].connect(to: store) { $0.value }
    await store.settle(after: RevisedAction.counted, RevisedAction.revised)
    #expect(journals.map { $0.history.entries } == [[1, 1], [10, 10], [1, 1]])
    #expect(toasts.map { $0.history } == [[1, 1], [10, 10], [1, 1]])
  }

  @Test func `A component that is its own connector is released with its disposer`() async {
    weak var weakView: OwnNumberView?
    weak var weakService: OwnNumberService?
    do {
      let view = OwnNumberView()
      let service = OwnNumberService()
      view.connect(to: store, removeDuplicates: true) { $0.value }
      service.connect(to: store, removeDuplicates: true) { $0.value }
      (weakView, weakService) = (view, service)
      await store.settled()
    }
    #expect(weakView == nil)
    #expect(weakService == nil)
    await store.settle(after: RevisedAction.counted)
  }

  /// Expects connections at successive lines after `line`, in order.
  private func expectConnections(after line: Int, count: Int) {
    #expect(store.connections.map { $0.line - line } == Array(1...count))
    #expect(store.connections.allSatisfy { $0.file.hasSuffix("TransformFormsTests.swift") })
  }

  @Test func `Contract 17: each form of a view lists its line, and true maps no equal state`() async
  {
    let views = (0..<10).map { _ in OwnNumberView() }
    let connectors = (0..<6).map { _ in Counting() }
    let closure: @MainActor @Sendable (Int) -> @MainActor (Revised, ActionDispatcher) -> Int = {
      index in { connectors[index].stateToProps(state: $0, dispatcher: $1) }
    }
    let scope = store.scope(\.value)
    let line = #line
    views[0].connect(to: scope, removeDuplicates: true, by: connectors[0])
    views[1].connect(to: store, removeDuplicates: true, by: connectors[1], state: \.value)
    views[2].connect(to: store, removeDuplicates: true, by: connectors[2]) { $0.value }
    views[3].connect(to: scope, removeDuplicates: true, stateToProps: closure(3))
    views[4].connect(to: store, removeDuplicates: true, stateToProps: closure(4), state: \.value)
    views[5].connect(to: store, removeDuplicates: true, stateToProps: closure(5)) { $0.value }
    views[6].connect(to: scope, removeDuplicates: true)
    views[7].connect(to: store, removeDuplicates: true, state: \.value)
    views[8].connect(to: store, removeDuplicates: true) { $0.value }
    views[9].connect(to: scope) { $0.number }
    expectConnections(after: line, count: 10)
    await store.settle(after: RevisedAction.revised)
    await store.settle(after: RevisedAction.counted)
    #expect(views.map { $0.history } == Array(repeating: [0, 1], count: 10))
    let counts = connectors + views[6...8].map { $0.counting }
    #expect(counts.map { $0.numbers.entries } == Array(repeating: [0, 1], count: 9))
  }

  @Test
  func `Contract 17: each form of a service lists its line, and true maps no equal state`() async {
    let services = (0..<10).map { _ in OwnNumberService() }
    let connectors = (0..<6).map { _ in Counting() }
    let closure: @Sendable (Int) -> @Sendable (Revised, ActionDispatcher) -> Int = { index in
      { connectors[index].stateToProps(state: $0, dispatcher: $1) }
    }
    let scope = store.scope(\.value)
    let line = #line
    services[0].connect(to: scope, removeDuplicates: true, by: connectors[0])
    services[1].connect(to: store, removeDuplicates: true, by: connectors[1], state: \.value)
    services[2].connect(to: store, removeDuplicates: true, by: connectors[2]) { $0.value }
    services[3].connect(to: scope, removeDuplicates: true, stateToProps: closure(3))
    services[4].connect(to: store, removeDuplicates: true, stateToProps: closure(4), state: \.value)
    services[5].connect(to: store, removeDuplicates: true, stateToProps: closure(5)) { $0.value }
    services[6].connect(to: scope, removeDuplicates: true)
    services[7].connect(to: store, removeDuplicates: true, state: \.value)
    services[8].connect(to: store, removeDuplicates: true) { $0.value }
    services[9].connect(to: scope) { $0.number }
    expectConnections(after: line, count: 10)
    await store.settle(after: RevisedAction.revised)
    await store.settle(after: RevisedAction.counted)
    #expect(services.map { $0.history.entries } == Array(repeating: [0, 1], count: 10))
    let counts = connectors + services[6...8].map { $0.counting }
    #expect(counts.map { $0.numbers.entries } == Array(repeating: [0, 1], count: 9))
  }

  @Test func `removeDuplicates: false maps a transformed state after each change`() async {
    let connectors = [Counting(), Counting()]
    let views = (0..<3).map { _ in OwnNumberView() }
    views[0].connect(to: store, removeDuplicates: false, by: connectors[0]) { $0.value }
    views[1].connect(
      to: store, removeDuplicates: false,
      stateToProps: { connectors[1].stateToProps(state: $0, dispatcher: $1) },
      transform: { $0.value })
    views[2].connect(to: store, removeDuplicates: false) { $0.value }
    await store.settle(after: RevisedAction.revised)
    await store.settle(after: RevisedAction.counted)
    #expect(views.map { $0.history } == Array(repeating: [0, 1], count: 3))
    let counts = connectors + [views[2].counting]
    #expect(counts.map { $0.numbers.entries } == Array(repeating: [0, 0, 1], count: 3))
  }

  @Test func `Contract 17: forms of StoreProtocol list the line of the call`() async {
    func subscribe<S: StoreProtocol>(to store: S) -> [Disposable] where S.State == RevisedState {
      [
        store.observe { _ in },
        store.observe(on: nil) { _ in },
        store.onAction { _, _ in },
        store.onAction(on: nil) { _, _ in },
        store.scope(\.value).observe { _ in },
      ]
    }
    let line = #line - 8
    let tokens = subscribe(to: store)
    await store.settled()
    #expect(Set(store.connections.map { $0.line - line }) == Set(1...5))
    tokens.forEach { $0.dispose() }
  }
}
