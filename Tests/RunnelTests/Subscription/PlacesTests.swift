// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Everything that a store lists names the line of the call that made it, never one of the library.
@Suite struct PlacesTests {
  private struct State: Equatable, Sendable {
    struct Row: Equatable, Sendable, Identifiable {
      let id: Int
      var text = ""
    }

    enum Screen: Equatable, Sendable { case detail(Row) }

    var isOn = true
    var number = 1
    var search: Row? = Row(id: 1)
    var screen = Screen.detail(Row(id: 2))
    var rows = [Row(id: 3)]
    var entities: Entities<Row> = [Row(id: 4)]
    var table = ["a": Row(id: 5)]
    var half: Int { number / 2 }
    var doubled: Int {
      get { number * 2 }
      set { number = newValue / 2 }
    }
  }

  /// A component or a listener, which is its own connector and records what it receives.
  fileprivate protocol Recording: AnyObject { var history: Recorder<Int> { get } }

  private final class Service: ServiceComponent, Connector, Recording {
    let disposer = Disposer()
    let history = Recorder<Int>()
    var props = 0 { didSet { history.record(props) } }
    func stateToProps(state: State, dispatcher: any ActionDispatcher) -> Int { state.number }
  }

  @MainActor private final class View: ViewComponent, Connector, Recording {
    let disposer = Disposer()
    let history = Recorder<Int>()
    var props = 0 { didSet { history.record(props) } }
    nonisolated func stateToProps(state: State, dispatcher: any ActionDispatcher) -> Int {
      state.number
    }
  }

  private final class ServiceListener: ServiceActionListener, ActionListenerConnector, Recording {
    let disposer = Disposer()
    let history = Recorder<Int>()
    func update(props: Int) { history.record(props) }
    func stateAndActionToProps(state: State, action: any Action) -> Int { state.number }
  }

  @MainActor
  private final class ViewListener: ViewActionListener, ActionListenerConnector,
    Recording
  {
    let disposer = Disposer()
    let history = Recorder<Int>()
    func update(props: Int) { history.record(props) }
    nonisolated func stateAndActionToProps(state: State, action: any Action) -> Int { state.number }
  }

  private static let file = "RunnelTests/PlacesTests.swift"

  private let store = Store(state: State(), reducer: .edits)
  private let queue = DispatchQueue(label: "runnel.tests.places")

  /// Expects that `make` adds one subscription, which lists the line of this call.
  private func expectSubscription(line: Int = #line, _ make: () -> Any) {
    let made = make()
    #expect(store.connections.map { "\($0.file):\($0.line)" } == ["\(Self.file):\(line)"])
    (made as? Disposable)?.dispose()
    withExtendedLifetime(made) {}
  }

  @Test func `Contract 17: observers and listeners list the line of the call`() {
    expectSubscription { store.observe { _ in } }
    expectSubscription { store.observe(on: queue) { _ in } }
    expectSubscription { store.observe(on: MainActor.self) { _ in } }
    expectSubscription { store.onAction { _ in } }
    expectSubscription { store.onAction { _, _ in } }
    expectSubscription { store.onAction(on: MainActor.self) { _ in } }
    expectSubscription { store.onAction(on: MainActor.self) { _, _ in } }
    expectSubscription { store.values().makeAsyncIterator() }
    expectSubscription { store.scope(\.half).removeDuplicates(by: ==).observe { _ in } }
    expectSubscription { store.derive(\.number, \.isOn) { "\($0)\($1)" }.observe { _ in } }
  }

  @Test func `Contract 17: an awaited state and streamed values list the line of the call`() async {
    let waiting = Task.immediate { [store] in await store.wait(until: { !$0.isOn }) }
    let line = #line - 1
    #expect(store.connections.map { "\($0.file):\($0.line)" } == ["\(Self.file):\(line)"])
    waiting.cancel()
    _ = await waiting.value
    let token = store.run(.stream(store.scope(\.number).values()) { _ in nil })
    #expect(store.connections.map { "\($0.file):\($0.line)" } == ["\(Self.file):\(#line - 1)"])
    #expect(store.runningEffects.map { "\($0.file):\($0.line)" } == ["\(Self.file):\(#line - 2)"])
    token.dispose()
  }

  @Test @MainActor
  func `Contract 17, 19, 20, 23, 24: each form of connect, with its end (Pitfall 7)`() async {
    let numbers = store.scope(\.number)
    let calls: [(line: Int, make: @MainActor () -> any Recording)] = [
      (#line, { Service().doing { $0.connect(to: store) } }),
      (#line, { Service().doing { $0.connect(to: store, by: $0) } }),
      (#line, { Service().doing { $0.connect(to: numbers) } }),
      (#line, { Service().doing { $0.connect(to: store) { state, _ in state.number } } }),
      (#line, { View().doing { $0.connect(to: store) } }),
      (#line, { View().doing { $0.connect(to: store, by: $0) } }),
      (#line, { View().doing { $0.connect(to: numbers) } }),
      (#line, { View().doing { $0.connect(to: store) { state, _ in state.number } } }),
      (#line, { ServiceListener().doing { $0.connect(to: store) } }),
      (#line, { ServiceListener().doing { $0.connect(to: store, by: $0) } }),
      (#line, { ServiceListener().doing { $0.connect(to: store) { state, _ in state.number } } }),
      (#line, { ViewListener().doing { $0.connect(to: store) } }),
      (#line, { ViewListener().doing { $0.connect(to: store, by: $0) } }),
      (#line, { ViewListener().doing { $0.connect(to: store) { state, _ in state.number } } }),
    ]
    for (index, (line, make)) in calls.enumerated() {
      let first = index + 1
      var object: (any Recording)? = make()
      let listed = store.connections.map { "\($0.file):\($0.line)" }
      #expect(listed == ["\(Self.file):\(line)"])
      await store.editAndWait { $0.number += 1 }
      // Listeners receive actions alone.
      let isComponent = object is Service || object is View
      #expect(object?.history.takeValues() == (isComponent ? [first, first + 1] : [first + 1]))
      // A connector that is the object itself isn't retained.
      weak let released = object
      object = nil
      #expect(released == nil)
      #expect(store.connections.isEmpty)
    }
  }

  @Test func `Contract 17: running effects and what requests them list the line`() async {
    let runs: [(line: Int, run: () -> Disposable)] = [
      (#line, { store.run(while: \.isOn) { .callback { _, _ in } } }),
      (#line, { store.run(while: { $0.isOn }) { .callback { _, _ in } } }),
      (#line, { store.run(forEach: \.entities.ids) { _ in .callback { _, _ in } } }),
      (#line, { store.run(forEach: { [$0.number] }) { _ in .callback { _, _ in } } }),
      (#line, { store.run(for: { $0.number }) { _ in .callback { _, _ in } } }),
    ]
    for (line, run) in runs {
      let token = run()
      await store.settled()
      let place = "\(Self.file):\(line)"
      #expect(store.runningEffects.map { "\($0.file):\($0.line)" } == [place])
      #expect(store.connections.map { "\($0.file):\($0.line)" } == [place])
      token.dispose()
    }
  }

  @Test func `Contract 17: an action lists the line of the effect that sent it`() async {
    let (reports, report) = AsyncStream.makeStream(of: ActionReport.self)
    let clock = ManualClock()
    let store = Store(
      state: 0, reducer: Reducer {}, middleware: [.reports { report.yield($0) }], clock: clock)
    var reported = reports.makeAsyncIterator()
    let effects: [(line: Int, effect: Effect)] = [
      (#line, .send(Word("a"))),
      (#line, .once { Word("a") }),
      (#line, .run { send in send(Word("a")) }),
      (#line, .stream([Word("a")].async)),
      (#line, .stream(["a"].async) { Word($0) }),
      (#line, .timer(every: .seconds(1)) { Word("a") }),
      (#line, .callback { send, _ in send(Word("a")) }),
    ]
    for (line, effect) in effects {
      let token = store.run(effect)
      await clock.advance(by: .seconds(1))
      let report = await reported.next()
      #expect(report?.line == line)
      #expect(report?.file == Self.file)
      token.dispose()
    }
  }

  @Test func `Contract 17: scopes and disposables name the line that made them (Pitfall 6)`() {
    let stores: [(line: Int, description: String?)] = [
      (#line, store.scope(\.number).debugDescription),
      (#line, store.scope(\.half).debugDescription),
      (#line, store.scope { $0.number }.debugDescription),
      (#line, store.scope(\.number).removeDuplicates(by: ==).debugDescription),
      (#line, store.accepting(Word.self).debugDescription),
      (#line, store.scope(\.number, accepting: Word.self).debugDescription),
      (#line, store.ifPresent(\.search)?.debugDescription),
      (#line, store.ifPresent(\.search, id: \.id)?.debugDescription),
      (#line, store.ifCase(\.screen, CasePath(State.Screen.detail))?.debugDescription),
      (#line, store.ifCase(\.screen, CasePath(State.Screen.detail), id: \.id)?.debugDescription),
      (#line, store.scope(\.rows, id: 3)?.debugDescription),
      (#line, store.scope(\.rows, id: "", by: \.text)?.debugDescription),
      (#line, store.scope(\.entities, id: 4)?.debugDescription),
      (#line, store.scope(\.table, id: "a")?.debugDescription),
      (#line, store.derive(\.number) { $0 }.debugDescription),
      (#line, store.derive(from: store) { $0 }.debugDescription),
      (#line, Disposable {}.debugDescription),
      (#line, store.observe { _ in }.debugDescription),
    ]
    let number = #"Store<Int> of \State.number made at "#
    #expect(stores[0].description?.hasPrefix(number) == true)
    for (line, description) in stores {
      #expect(description?.hasSuffix("made at \(Self.file):\(line)") == true)
    }
  }

  @Test func `Contract 17: slices are listed as paths and computed ones with their place`() {
    func path(_ store: StoreOf<some Any, any Action>?) -> String? { store?.slice.path }
    let place = { (line: Int) in "at \(Self.file):\(line)" }
    let (derived, line) = (store.derive(\.number, \.doubled) { $0 + $1 }, #line)
    let paths: [(String?, String)] = [
      (path(store.scope(\.number)), #"\State.number"#),
      (path(store.scope(\.half)), #"\State { Int \#(place(#line)) }"#),
      (path(store.scope(\.rows.first)), #"\State.rows { Optional<Row> \#(place(#line)) }"#),
      (path(store.scope { $0.number }), #"\State { Int \#(place(#line)) }"#),
      (path(store.ifPresent(\.search)?.scope(\.text)), #"\State.search?[1].text"#),
      (path(store.scope(\.rows, id: 3)), #"\State.rows[3]"#),
      (path(store.scope(\.table, id: "a")), #"\State.table[a][5]"#),
      (path(derived), #"\State { .number, { Int \#(place(line)) } → Int }"#),
      (path(store.ifCase(\.screen, CasePath(State.Screen.detail))), #"\State.screen as Row[2]"#),
    ]
    for (path, expected) in paths { #expect(path == expected) }
    #expect(paths.allSatisfy { $0.0?.contains("0x") == false })
  }

  @Test @MainActor func `Contract 17: a store lists subscriptions with their slice and origin`() {
    let view = View()
    let token = store.scope(\.rows).onAction { _, _ in }
    let line = #line
    view.connect(to: store.scope(\.number))
    #expect(
      store.connections.map(\.description) == [
        #"actionObserver of \State.rows at \#(Self.file):\#(line - 1)"#,
        #"viewComponent View of \State.number at \#(Self.file):\#(line + 1)"#,
      ])
    #expect(store.connections.map(\.delivery) == [.every, .latest])
    #expect(store.scope(\.rows).connections.count == 1)
    token.dispose()
    #expect(store.connections.count == 1)
  }

  @Test func `Contract 17: reducers of computed parts are listed without an address`() {
    let store = Store(
      state: State(), reducer: Reducer<Int>.updating { _, _ in }.scope(\State.doubled))
    let added = store.scope(\.doubled).add(reducer: .updating { _, _ in })
    #expect(store.reducers.map(\.path) == [#"\State { Int }"#, #"\State { Int }"#])
    #expect(store.scope(\.doubled).reducers.count == 2)
    added.dispose()
  }
}

extension PlacesTests.Recording {
  fileprivate func doing(_ body: (Self) -> Void) -> Self {
    body(self)
    return self
  }
}
