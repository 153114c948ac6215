// SPDX-License-Identifier: MIT

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
      case .played: state.plays += 1
      case .loaded(let name): state.loaded.append(name)
      case .load(let name):
        return .send(.loaded(name)).delay(for: .seconds(1)).cancellable(id: ID.loading)
      case .debounced: return .send(.played).debounce(id: ID.loading, for: .seconds(1))
      case .stop: return .cancel(id: ID.loading)
      case .ticked: break
      }
      return .none
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

  @Test(arguments: ["onChange", "undoable", "reading", "computed", "optional", "elements"])
  func `Instances inside other reducers are distinguished`(kind: String) async {
    let reducer =
      switch kind {
      case "onChange": app.updatingOnChange(of: \.total) { _, _, _ in }.scope(\Outer.app)
      case "undoable": app.scope(\Outer.app).undoable(\.app.left, history: \.history, limit: 9)
      case "reading":
        ReadingReducer<App, Int> { app }.scope(\Outer.app, reading: \.shared)
      case "computed": app.scope(\Outer.computed)
      case "optional": app.ifPresent(\Outer.optional)
      default: app.forEach(\Outer.elements, id: \.total.zero)
      }
    // Once more inside an instance, which the nested tables must not see again.
    let store = Store(state: Outer(), reducer: reducer.instance("outer"), clock: clock)
    func play(in instance: Store<some Sendable>) {
      let (left, right) = (instance.instance(Side.left), instance.instance(Side.right))
      for player in [left, left, right, instance] { player.dispatch(Player.Action.played) }
      right.dispatch(Player.Action.debounced)
    }
    var id = "Player.ID.loading of outer right"
    let instance = store.instance("outer")
    if kind == "elements", let element = instance.scope(\.elements, id: 0, by: \.total.zero) {
      play(in: element)
      id = #"Player.ID.loading of outer \.elements[0] right"#
    } else {
      play(in: instance)
    }
    await store.instance("other").instance(Side.left).settle(after: Player.Action.played)
    #expect(store.runningEffects.map(\.ids) == [[id]])
    await clock.advance(by: .seconds(1))
    let state = store.state
    let result = [state.app, state.optional ?? App(), state.elements[0]].first { $0 != App() }
    #expect(result?.left.plays == 3)
    #expect(result?.right.plays == 3)
    #expect(result?.total == 5)
  }

  @Test func `Contract 28: more instances don't mean more reducers for an action`() async {
    for count in [2, 200] {
      let store = Store(
        state: Array(repeating: Player.State(), count: count),
        reducer: Reducer {
          for index in 0..<count { Player.reducer.scope(\[Player.State][index]).instance(index) }
        })
      let one = store.instance(1)
      await one.settle(after: Player.Action.played)
      let before = store.engine.table.entered
      for _ in 0..<10 { one.dispatch(Player.Action.played) }
      await one.settled()
      // The two reducers of a player, of which each is found in one step.
      #expect(store.engine.table.entered - before == 20)
      #expect(store.state[1].plays == 11)
    }
  }

  @Test func `An instance has reducers and keys of its own`() async {
    let token = left.add(reducer: .updating { state, _ in state.loaded.append("added") })
    // Both instances are of one slice.
    let instances = [store.instance(Side.left), store.instance(Side.right)]
    for (instance, name) in zip(instances, ["left", "right"]) {
      let reducer = Reducer<App>.updating { app, _ in app.left.loaded.append(name) }
      instance.setReducer(reducer, forKey: "key")
    }
    left.dispatch(.played)
    right.dispatch(.played)
    await store.settled()
    #expect(store.state.left.loaded == ["added", "left", "right"])
    token.dispose()
    instances[0].removeReducer(forKey: "key")
    left.dispatch(.played)
    right.dispatch(.played)
    await store.settled()
    #expect(store.state.left.loaded == ["added", "left", "right", "right"])
    #expect(store.state.left.plays == 2)
  }

  @Test func `A store starts and cancels effects in itself and below`() async {
    store.send(Player.Action.load("a"))
    #expect(store.runningEffects.count == 2)
    left.cancelEffects(id: Player.ID.loading)
    #expect(store.runningEffects.map(\.ids) == [["Player.ID.loading of right"]])
    await clock.advance(by: .seconds(1))
    #expect(store.state.left.loaded.isEmpty)
    #expect(store.state.right.loaded == ["a"])
    // A scope that isn't an instance shares the IDs of the store.
    for canceler in [store.scope(\.total), store.scope(\.right.plays)] {
      store.send(Player.Action.load("a"))
      canceler.cancelEffects(id: Player.ID.loading)
      #expect(store.runningEffects.isEmpty)
    }
    await store.settled()
    #expect(store.engine.effects.machine.withLock { $0.rememberedCount } == 0)
  }

  @Test func `Effects that are started on an instance send to that instance`() async {
    struct Load: Command {}
    let disposer = Disposer()
    let runs = Counter()
    left.run(.send(.played)).dispose(on: disposer)
    left.run(while: { $0.plays > 0 }) {
      runs.increment()
      return .send(.loaded("while"))
    }
    .dispose(on: disposer)
    right.run(for: { $0.plays }) { .send(.loaded("\($0)")) }.dispose(on: disposer)
    left.handle(Load.self) { _ in .send(.loaded("handled")) }.dispose(on: disposer)
    left.run(.perform(Load())).dispose(on: disposer)
    // `settled` doesn't wait for the effects of `run`.
    await left.wait(until: { $0.loaded.contains("handled") && $0.loaded.contains("while") })
    await right.wait(until: { $0.loaded == ["0"] })
    left.send(.played)
    let waiting = Task.immediate { await left.dispatchAndWait(.load("awaited")) }
    await store.settled()
    await clock.advance(by: .seconds(1))
    await waiting.value
    #expect(runs.value == 1)
    #expect(Set(store.state.left.loaded) == ["while", "handled", "awaited"])
    #expect(store.state.left.plays == 2)
    #expect(store.state.right == Player.State(loaded: ["0"]))
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

  @Test func `An action keeps its instance when a middleware passes it on`() async {
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
    store.send(Player.Action.played)
    later.withLock { $0 }.forEach { $0() }
    await store.settled()
    #expect(store.state.left == Player.State(plays: 2, loaded: ["a"]))
    #expect(store.state.right == Player.State(plays: 1))
  }

  @Test func `Reports and logs name the instance of an action`() async {
    let (reports, lines) = (Recorder<ActionReport>(), Recorder<String>())
    let store = Store(
      state: App(),
      reducer: Reducer {
        app
        Reducer<App>.updating(AppAction.self) { _, _ in }.instance(Side.left)
      },
      middleware: [
        .reports { reports.record($0) },
        .logger(.actions, to: LogSink { lines.record($0) }),
      ])
    store.instance(Side.left).dispatch(Player.Action.ticked, file: "App/Play.swift", line: 7)
    store.instance("none").dispatch(Player.Action.ticked, file: "App/Play.swift", line: 8)
    await store.instance(Side.right).settle(after: AppAction.nothing)
    let left = #"Player.Action.ticked for left at App/Play.swift:7"#
    let none = #"Player.Action.ticked for none at App/Play.swift:8"#
    let outcome = #"reduced by 2 reducers; \App.left.track? is absent"#
    #expect(
      reports.values.prefix(2).map(\.description)
        == ["\(left): \(outcome)", "\(none): reduced by 1 reducer"])
    #expect(reports.values.last?.reasons == [.noAddress("right")])
    #expect(lines.values.prefix(2) == ["1 \(left), \(outcome)", "2 \(none)"])
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
