// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// A feature that an app uses twice.
private enum Player {
  struct State: Equatable, Sendable {
    var plays = 0
    var loaded: [String] = []
    var track: Track?
  }

  struct Track: Equatable, Identifiable, Sendable {
    let id: Int
    var ticks = 0
  }

  enum Action: Runnel.Action { case played, load(String), loaded(String), debounced, stop, ticked }
  enum ID: Hashable { case loading }

  static let reducer = Reducer<State> {
    Reducer.on(Action.self) { state, action in
      switch action {
      case .played:
        state.plays += 1
        return .none
      case .load(let name):
        return .run { send in
          try await send.sleep(for: .seconds(1))
          send(.loaded(name))
        }
        .cancellable(id: ID.loading)
      case .loaded(let name):
        state.loaded.append(name)
        return .none
      case .debounced:
        return .send(.played).debounce(id: ID.loading, for: .seconds(1))
      case .stop:
        return .cancel(id: ID.loading)
      case .ticked:
        return .none
      }
    }
    Reducer<Track>.updating(Action.self) { track, action in
      if case .ticked = action { track.ticks += 1 }
    }
    .ifPresent(\.track)
  }
}

private enum Side: Hashable, Sendable { case left, right }

private struct App: Equatable, Sendable {
  var left = Player.State()
  var right = Player.State()
  var total = 0
}

private let app = Reducer<App> {
  Player.reducer.scope(\.left).instance(Side.left)
  Player.reducer.scope(\.right).instance(Side.right)
  Reducer<Int>.updating(Player.Action.self) { total, action in
    if case .played = action { total += 1 }
  }
  .scope(\.total)
}

private struct Apps: Equatable, Sendable {
  var first = App()
  var second = App()
}

@Suite struct InstanceTests {
  private let clock = ManualClock()
  private let store: Store<App>
  private let left: StoreOf<Player.State, Player.Action>
  private let right: StoreOf<Player.State, Player.Action>

  init() {
    store = Store(state: App(), reducer: app, clock: clock)
    left = store.scope(\.left, accepting: Player.Action.self).instance(Side.left)
    right = store.scope(\.right, accepting: Player.Action.self).instance(Side.right)
  }

  // MARK: Reducers

  @Test func `A feature with instances of its own is one of several instances`() async {
    let reducer = Reducer<Apps> {
      app.scope(\.first).instance(1)
      app.scope(\.second).instance(2)
    }
    let store = Store(state: Apps(), reducer: reducer)
    let second = store.scope(\.second).instance(2)
    second.scope(\.left).instance(Side.left).dispatch(Player.Action.played)
    second.dispatch(Player.Action.played)
    store.dispatch(Player.Action.played)
    await store.settled()
    #expect(store.state.first.left.plays == 1)
    #expect(store.state.first.right.plays == 1)
    #expect(store.state.first.total == 1)
    #expect(store.state.second.left.plays == 3)
    #expect(store.state.second.right.plays == 2)
    #expect(store.state.second.total == 3)
  }

  @Test(arguments: ["onChange", "undoable", "reading", "computed", "optional", "elements"])
  func `Instances inside other reducers are distinguished`(kind: String) async {
    let reducer =
      switch kind {
      case "onChange": app.updatingOnChange(of: \.total) { _, _, _ in }.scope(\Outer.app)
      case "undoable": app.scope(\Outer.app).undoable(\.app.left, history: \.history, limit: 9)
      case "reading":
        Reducer<StateReading<App, Int>> { app.scope(\.own) }.scope(\Outer.app, reading: \.shared)
      case "computed": app.scope(\Outer.computed)
      case "optional": app.ifPresent(\Outer.optional)
      default: app.forEach(\Outer.elements, id: \.total.zero)
      }
    // Once more inside an instance, which the nested tables must not see again.
    let store = Store(state: Outer(), reducer: reducer.instance("outer"), clock: clock)
    let instance = store.instance("outer")
    instance.instance(Side.left).dispatch(Player.Action.played)
    instance.instance(Side.left).dispatch(Player.Action.played)
    instance.instance(Side.right).dispatch(Player.Action.played)
    instance.dispatch(Player.Action.played)
    store.instance("other").instance(Side.left).dispatch(Player.Action.played)
    instance.instance(Side.right).dispatch(Player.Action.debounced)
    await store.settled()
    #expect(store.runningEffects.map(\.ids) == [["Player.ID.loading of outer right"]])
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    let state = store.state
    let result =
      switch kind {
      case "optional": state.optional
      case "elements": state.elements.first
      default: state.app
      }
    #expect(result?.left.plays == 3)
    #expect(result?.right.plays == 3)
    #expect(result?.total == 5)
  }

  @Test func `Contract 28: the number of instances doesn't change the reducers of an action`() async
  {
    for count in [2, 200] {
      let store = Store(
        state: Array(repeating: Player.State(), count: count),
        reducer: Reducer {
          for index in 0..<count { Player.reducer.scope(\[Player.State][index]).instance(index) }
        })
      let one = store.instance(1)
      one.dispatch(Player.Action.played)
      await store.settled()
      let before = store.engine.table.entered
      for _ in 0..<10 { one.dispatch(Player.Action.played) }
      await store.settled()
      // The two reducers of a player, of which each is found in one step.
      #expect(store.engine.table.entered - before == 20)
      #expect(store.state[1].plays == 11)
    }
  }

  @Test func `A reducer added to an instance receives the actions of that instance`() async {
    let added = Reducer<Player.State>.updating(Player.Action.self) { state, _ in
      state.loaded.append("added")
    }
    left.dispatch(.played)
    let token = left.add(reducer: added)
    left.dispatch(.played)
    right.dispatch(.played)
    await store.settled()
    token.dispose()
    left.dispatch(.played)
    await store.settled()
    #expect(store.state.left == Player.State(plays: 3, loaded: ["added"]))
  }

  @Test func `Two instances can use the same key for a reducer`() async {
    func added(_ name: String) -> Reducer<App> {
      .updating(Player.Action.self) { state, _ in state.left.loaded.append(name) }
    }
    let (first, second) = (store.instance(1), store.instance(2))
    first.setReducer(added("first"), forKey: "key")
    second.setReducer(added("second"), forKey: "key")
    first.dispatch(Player.Action.played)
    second.dispatch(Player.Action.played)
    await store.settled()
    #expect(store.state.left.loaded == ["first", "second"])
    first.removeReducer(forKey: "key")
    first.dispatch(Player.Action.played)
    second.dispatch(Player.Action.played)
    await store.settled()
    #expect(store.state.left.loaded == ["first", "second", "second"])
  }

  @Test func `A scope that reads a value keeps the instance of its closure`() async {
    let left = store.reading(\.total) { $0.scope(\.left).instance(Side.left) }
    left?.dispatch(Player.Action.played)
    left?.scope(\.own).dispatch(Player.Action.played)
    await store.settled()
    #expect(store.state.left.plays == 2)
    #expect(store.state.right.plays == 0)
  }

  @Test func `Actions of two instances from many threads reach the right one`() async {
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { [left, right] in
          let store = task.isMultiple(of: 2) ? left : right
          for _ in 0..<500 { store.dispatch(.played) }
        }
      }
    }
    await store.settled()
    #expect(store.state.left.plays == 2_000)
    #expect(store.state.right.plays == 2_000)
  }

  // MARK: Effects

  @Test func `An action without an instance starts one effect for each instance`() async {
    store.dispatch(Player.Action.load("a"))
    left.dispatch(.stop)
    await store.settled()
    #expect(store.runningEffects.map(\.ids) == [["Player.ID.loading of right"]])
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    #expect(store.state.left.loaded.isEmpty)
    #expect(store.state.right.loaded == ["a"])
  }

  @Test func `Two instances debounce and cancel with IDs of their own`() async {
    left.dispatch(.debounced)
    right.dispatch(.debounced)
    left.dispatch(.load("a"))
    right.dispatch(.load("b"))
    await store.settled()
    right.cancelEffects(id: Player.ID.loading)
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    #expect(store.state.left == Player.State(plays: 1, loaded: ["a"]))
    #expect(store.state.right == Player.State())
    #expect(store.engine.effects.machine.withLock { $0.rememberedCount } == 0)
  }

  @Test func `A store cancels an ID in itself and below`() async {
    let loading = [left, right]
    for store in loading { store.dispatch(.load("a")) }
    await store.settled()
    left.cancelEffects(id: Player.ID.loading)
    #expect(store.runningEffects.map(\.ids) == [["Player.ID.loading of right"]])
    left.dispatch(.load("a"))
    await store.settled()
    #expect(store.runningEffects.count == 2)
    store.cancelEffects(id: Player.ID.loading)
    #expect(store.runningEffects.isEmpty)
    // A scope that isn't an instance shares the IDs of the store.
    for store in loading { store.dispatch(.load("a")) }
    await store.settled()
    store.scope(\.total).cancelEffects(id: Player.ID.loading)
    #expect(store.runningEffects.isEmpty)
    await store.settled()
    #expect(store.engine.effects.machine.withLock { $0.rememberedCount } == 0)
  }

  @Test func `Effects that are started on an instance send to that instance`() async {
    struct Load: Command {}
    let disposer = Disposer()
    let runs = Locked(0)
    left.run(.send(.played)).dispose(on: disposer)
    left.run(while: { $0.plays > 0 }) {
      runs.withLock { $0 += 1 }
      return .send(.loaded("while"))
    }
    .dispose(on: disposer)
    right.run(for: { $0.plays }) { .send(.loaded("\($0)")) }.dispose(on: disposer)
    left.handle(Load.self) { _ in .send(.loaded("handled")) }.dispose(on: disposer)
    left.run(.perform(Load())).dispose(on: disposer)
    // `settled` doesn't wait for the effects of `run`.
    await left.wait(until: { $0.loaded.contains("handled") && $0.loaded.contains("while") })
    await right.wait(until: { $0.loaded == ["0"] })
    await store.settled(includingEffects: true)
    await left.dispatchAndWait(.played)
    await store.settled(includingEffects: true)
    #expect(runs.withLock { $0 } == 1)
    #expect(Set(store.state.left.loaded) == ["while", "handled"])
    #expect(store.state.left.plays == 2)
    #expect(store.state.right == Player.State(loaded: ["0"]))
    disposer.dispose()
  }

  @Test func `Waiting for an action of an instance waits for its effects`() async {
    let waiting = Task.immediate { await left.dispatchAndWait(.load("a")) }
    await store.settled()
    await clock.advance(by: .seconds(1))
    await waiting.value
    #expect(store.state.left.loaded == ["a"])
    #expect(store.state.right.loaded.isEmpty)
  }

  // MARK: Listeners

  @Test func `A listener of an instance receives no actions of another one`() async {
    let heard = Recorder<String>()
    let disposer = Disposer()
    func listen(_ name: String, to store: StoreOf<Player.State, Player.Action>) {
      store.onAction { (action: Player.Action) in heard.record("\(name) \(action)") }
        .dispose(on: disposer)
    }
    listen("left", to: left)
    listen("right", to: right)
    let queue = DispatchQueue(label: "listener")
    store.onAction(on: queue) { (state: App, action: any Action) in
      heard.record("all \(action) \(state.total)")
    }
    .dispose(on: disposer)
    left.dispatch(.played)
    await store.settled()
    right.dispatch(.played)
    await store.settled()
    store.dispatch(Player.Action.stop)
    await store.settled()
    #expect(
      heard.values == [
        "left played", "all played 1", "right played", "all played 2", "left stop", "right stop",
        "all stop 2",
      ])
    disposer.dispose()
  }

  @Test func `A component's dispatcher dispatches to the component's instance`() async {
    let component = ServiceRecorder(-1)
    component.connect(to: left) { state, dispatcher in
      if state.plays == 0 { dispatcher.dispatch(Player.Action.played) }
      return state.plays
    }
    await component.values(count: 2)
    #expect(component.values == [0, 1])
    #expect(store.state.right.plays == 0)
  }

  // MARK: Middleware and reports

  @Test func `An action keeps its instance when a middleware passes it on, at once or later`() async
  {
    let later = Locked<[@Sendable () -> Void]>([])
    let passing = Middleware<App> { action, _, next in
      if case Player.Action.load(let name) = action { return next(Player.Action.loaded(name)) }
      if case Player.Action.played = action {
        return later.withLock { $0.append { next(action) } }
      }
      next(action)
    }
    let store = Store(state: App(), reducer: app, middleware: [passing])
    let left = store.scope(\.left).instance(Side.left)
    left.dispatch(Player.Action.load("a"))
    left.dispatch(Player.Action.played)
    store.dispatch(Player.Action.played)
    await store.settled()
    later.withLock { $0 }.forEach { $0() }
    await store.settled()
    #expect(store.state.left == Player.State(plays: 2, loaded: ["a"]))
    #expect(store.state.right == Player.State(plays: 1))
  }

  @Test func `Reports and logs name the instance of an action`() async {
    let reports = Recorder<String>()
    let lines = Recorder<String>()
    let store = Store(
      state: App(), reducer: app,
      middleware: [
        .reports { reports.record($0.description) },
        .logger(.actions, to: LogSink { lines.record($0) }),
      ])
    store.instance(Side.left).dispatch(Player.Action.ticked, file: "App/Play.swift", line: 7)
    store.instance("none").dispatch(Player.Action.ticked, file: "App/Play.swift", line: 8)
    await store.settled()
    #expect(
      reports.values == [
        "Player.Action.ticked for left at App/Play.swift:7: reduced by 2 reducers; "
          + "\\App.left.track? is absent",
        "Player.Action.ticked for none at App/Play.swift:8: reduced by 1 reducer",
      ])
    #expect(
      lines.values == [
        "1 Player.Action.ticked for left at App/Play.swift:7, reduced by 2 reducers; "
          + "\\App.left.track? is absent",
        "2 Player.Action.ticked for none at App/Play.swift:8",
      ])
  }

  @Test func `An action for an instance without a reducer is reported with the instance`() async {
    let reasons = Recorder<[ActionReport.Reason]>()
    let store = Store(
      state: App(), reducer: Player.reducer.scope(\App.left).instance(Side.left),
      middleware: [.reports { reasons.record($0.reasons) }])
    store.instance(Side.right).dispatch(Player.Action.played)
    await store.settled()
    #expect(reasons.values == [[.noInstance(id: "right")]])
  }
}

private struct Outer: Equatable, Sendable {
  var app = App()
  var optional: App? = App()
  var elements = [App()]
  var shared = 0
  var history = History<Player.State>()
  var computed: App {
    get { app }
    set { app = newValue }
  }
}

extension Int {
  /// An ID that is equal for all elements.
  fileprivate var zero: Int { 0 }
}
