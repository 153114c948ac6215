// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Effects of parts of the state that come and go.
@Suite struct HomeTests {
  struct Part: Equatable, Sendable, Identifiable {
    var id = 0
    var before = 0
    var inner: Inner? = Inner()
  }

  struct Inner: Equatable, Sendable {
    var number = 0
  }

  enum Screen: Equatable, Sendable {
    case none
    case part(Part)

    static let part = CasePath(
      embed: { Screen.part($0) },
      extract: { if case .part(let part) = $0 { part } else { nil } })
  }

  struct Whole: Equatable, Sendable {
    var words: [String] = []
    var maybe: Part? = Part()
    var screen = Screen.part(Part())
    var rows = [Part(id: 1), Part(id: 2), Part(id: 3)]
    var table = ["a": Part(), "b": Part()]
    var computed: Part? {
      get { maybe }
      set { maybe = newValue }
    }
  }

  struct Begin: Action {}
  struct BeginRow: ElementAction { let elementID: Int }
  struct BeginValue: ElementAction { let elementID: String }
  struct BeginInner: Action {}
  struct Change: Action {
    let change: @Sendable (inout Whole) -> Void

    init(_ change: @escaping @Sendable (inout Whole) -> Void) {
      self.change = change
    }
  }

  private static func timer(_ word: String) -> Effect {
    .timer(every: .seconds(1)) { Said(word) }
  }

  private static let base = Reducer<Whole> {
    Reducer.on(Said.self) { state, said in state.words.append(said.word) }
    Reducer.on(Change.self) { state, action in action.change(&state) }
  }

  private let clock = ManualClock()

  private func store(_ reducer: Reducer<Whole>) -> Store<Whole> {
    Store(
      state: Whole(),
      reducer: Reducer {
        HomeTests.base
        reducer
      },
      clock: clock)
  }

  private func words(
    of store: Store<Whole>,
    _ action: any Action,
    _ change: @escaping @Sendable (inout Whole) -> Void
  ) async -> [String] {
    store.dispatch(action)
    await clock.advance(by: .seconds(2))
    store.dispatch(Change { $0.words.append("|") })
    store.dispatch(Change(change))
    await clock.advance(by: .seconds(5))
    return store.state.words
  }

  @Test func `Contract 32: effects of an optional end when it has gone`() async {
    let part = Reducer<Part>.on(Begin.self) { _, _ in HomeTests.timer("t") }
    let paths: [Reducer<Whole>] = [part.ifPresent(\.maybe), part.ifPresent(\.computed)]
    for reducer in paths {
      let store = store(reducer)
      #expect(await words(of: store, Begin()) { $0.maybe = nil } == ["t", "t", "|"])
      #expect(store.engine.effects.counts == (0, 0, 0))
      // It comes back, and is not followed any more.
      store.dispatch(Change { $0.maybe = Part() })
      await clock.advance(by: .seconds(5))
      #expect(store.state.words.count == 3)
    }
  }

  @Test func `Contract 32: effects of an optional go on when another part changes`() async {
    let store = store(
      Reducer<Part>.on(Begin.self) { _, _ in HomeTests.timer("t") }.ifPresent(\.maybe))
    #expect(
      await words(of: store, Begin()) { $0.rows = [] } == ["t", "t", "|", "t", "t", "t", "t", "t"])
    store.cancelEffects(id: 0)
  }

  @Test func `Contract 32: effects of a case end when it is another one`() async {
    let part = Reducer<Part>.on(Begin.self) { _, _ in HomeTests.timer("t") }
    let store = store(part.ifCase(\.screen, Screen.part))
    #expect(await words(of: store, Begin()) { $0.screen = .none } == ["t", "t", "|"])
  }

  @Test func `Contract 32: effects of an element end when it has gone, wherever it was moved to`()
    async
  {
    let part = Reducer<Part>.on(BeginRow.self) { _, row in HomeTests.timer("\(row.elementID)") }
    let store = store(part.forEach(\.rows, id: \.id))
    for id in 1...3 { store.dispatch(BeginRow(elementID: id)) }
    await clock.advance(by: .seconds(1))
    store.dispatch(Change { $0.rows.reverse() })
    await clock.advance(by: .seconds(1))
    store.dispatch(Change { $0.rows.removeAll { $0.id == 2 } })
    await clock.advance(by: .seconds(1))
    #expect(store.state.words == ["1", "2", "3", "1", "2", "3", "1", "3"])
    store.dispatch(Change { $0.rows = [] })
    await clock.advance(by: .seconds(1))
    #expect(store.state.words.count == 8)
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test func `Contract 32: effects of a dictionary's value end when it has gone`() async {
    let part = Reducer<Part>.on(BeginValue.self) { _, value in HomeTests.timer(value.elementID) }
    let store = store(part.forEach(\.table))
    store.dispatch(BeginValue(elementID: "b"))
    #expect(
      await words(of: store, BeginValue(elementID: "a")) { $0.table["a"] = nil }
        == ["b", "a", "b", "a", "|", "b", "b", "b", "b", "b"])
  }

  @Test func `Contract 32: effects end with the innermost or the outermost part`() async {
    let inner = Reducer<Inner>.on(BeginInner.self) { _, _ in HomeTests.timer("t") }
    let part = inner.ifPresent(\Part.inner)
    let cases: [(Reducer<Whole>, @Sendable (inout Whole) -> Void, Int)] = [
      (part.ifPresent(\.maybe), { $0.maybe?.inner = nil }, 1),
      (part.ifPresent(\.maybe), { $0.maybe = nil }, 1),
      (part.ifCase(\.screen, Screen.part), { $0.screen = .part(Part(inner: nil)) }, 1),
      (part.ifCase(\.screen, Screen.part), { $0.screen = .none }, 1),
      (part.forEach(\.rows, id: \.id), { $0.rows[1].inner = nil }, 3),
      (part.forEach(\.rows, id: \.id), { $0.rows.remove(at: 0) }, 3),
      (part.forEach(\.table), { $0.table["a"]?.inner = nil }, 2),
      (
        part.onChange(of: { _ in 0 }) { _, _, _ in }.ifPresent(\.computed),
        { $0.maybe?.inner = nil }, 1
      ),
    ]
    for (index, (reducer, change, count)) in cases.enumerated() {
      let store = store(reducer)
      let words = await words(of: store, BeginInner(), change)
      #expect(words.count == 2 * count + 1 + 5 * (count - 1), "case \(index): \(words)")
    }
  }

  @Test func `Contract 32: an effect that is returned for a part that has gone is not started`()
    async
  {
    let part = Reducer<Part>.on(Begin.self) { _, _ in .say("never") }
    let store = store(
      Reducer {
        part.ifPresent(\.maybe)
        part.ifCase(\.screen, Screen.part)
        part.forEach(\.rows, id: \.id)
        Reducer.on(Begin.self) { state, _ in
          state.maybe = nil
          state.screen = .none
          state.rows = []
        }
      })
    store.dispatch(Begin())
    await clock.advance(by: .seconds(1))
    #expect(store.state.words == [])
  }

  @Test func `an effect may outlast its state`() async {
    let lasting = [
      HomeTests.timer("t").outlastingItsState(),
      // One among nothing is that one.
      .merge(.none, .merge(HomeTests.timer("t"), .run { _ in }).outlastingItsState()),
    ]
    for effect in lasting {
      let part = Reducer<Part>.on(Begin.self) { _, _ in effect }
      let store = store(part.ifPresent(\.maybe))
      #expect(await words(of: store, Begin()) { $0.maybe = nil }.count == 8)
    }
  }

  @Test func `what is sent for a part that has gone is dropped`() async {
    for effect in [Effect.say("a"), .merge(.say("a"), .run { $0(Said("b")) })] {
      let store = store(Reducer<Part>.on(Begin.self) { _, _ in effect }.ifPresent(\.maybe))
      // In one turn: the part has gone before what was sent is reduced.
      let gate = Gate()
      let holding = store.onAction { _, action in if action is Begin { gate.pass() } }
      store.dispatch(Begin())
      store.dispatch(Change { $0.maybe = nil })
      gate.open()
      await clock.advance(by: .seconds(1))
      #expect(store.state.words == [])
      #expect(store.engine.effects.counts == (0, 0, 0))
      holding.dispose()
    }
  }

  @Test func `Contract 32: a part may go with an action that changes others first`() async {
    struct Leave: Action {}
    let store = store(
      Reducer {
        Reducer<Part>.on(Begin.self) { _, _ in HomeTests.timer("t") }.ifPresent(\.maybe)
        Reducer<Screen>.on(Leave.self) { screen, _ in screen = .none }.scope(\.screen)
        Reducer<[String]>.on(Leave.self) { words, _ in words.append("left") }.scope(\.words)
        Reducer<Part?>.on(Leave.self) { part, _ in part = nil }.scope(\.maybe)
      })
    store.dispatch(Begin())
    await clock.advance(by: .seconds(1))
    store.dispatch(Leave())
    await clock.advance(by: .seconds(5))
    #expect(store.state.words == ["t", "left"])
  }

  @Test func `Contract 32: an element that changes leaves the effects of others alone`() async {
    let store = store(
      Reducer<Part>.on(BeginRow.self) { part, row in
        part.before += 1
        return HomeTests.timer("\(row.elementID)")
      }.forEach(\.rows, id: \.id))
    for id in 1...3 { store.dispatch(BeginRow(elementID: id)) }
    await clock.advance(by: .seconds(1))
    #expect(store.state.words == ["1", "2", "3"])
    store.dispatch(Change { $0.rows.removeAll { $0.id != 2 } })
    store.dispatch(BeginRow(elementID: 2))
    await clock.advance(by: .seconds(1))
    #expect(store.state.words == ["1", "2", "3", "2", "2"])
  }

  @Test func `a reducer that is added to what comes and goes brings effects that do, too`() async {
    let store = store(Reducer(entries: []))
    let row = store.scope(\.rows, id: 2)
    let value = store.scope(\.table, key: "a")
    let maybe = store.scope(ifPresent: \.maybe)
    let added = [
      row?.add(reducer: .on(Begin.self) { _, _ in HomeTests.timer("row") }),
      value?.add(reducer: .on(Begin.self) { _, _ in HomeTests.timer("value") }),
      maybe?.add(reducer: .on(Begin.self) { _, _ in HomeTests.timer("maybe") }),
    ]
    store.dispatch(Begin())
    await clock.advance(by: .seconds(1))
    store.dispatch(Change { $0.maybe = nil })
    await clock.advance(by: .seconds(1))
    store.dispatch(Change { $0.rows.remove(at: 1) })
    await clock.advance(by: .seconds(1))
    store.dispatch(Change { $0.table = [:] })
    await clock.advance(by: .seconds(1))
    #expect(store.state.words == ["row", "value", "maybe", "row", "value", "value"])
    #expect(store.engine.effects.counts == (0, 0, 0))
    for disposable in added { disposable?.dispose() }
  }

  @Test func `a part that is put in place of another is still there`() async {
    let store = store(
      Reducer<Part>.on(Begin.self) { _, _ in HomeTests.timer("t") }.ifPresent(\.maybe))
    let words = await words(of: store, Begin()) { $0.maybe = Part(id: 7) }
    #expect(words.count == 8)
  }

  // MARK: Scopes

  struct Playing: Equatable, Sendable {
    var words: [String] = []
    var player: Player? = Player()
  }

  struct Player: Equatable, Sendable {
    var isPlaying = false
    var ids: [Int] = []
  }

  struct Turn: Action {
    let change: @Sendable (inout Playing) -> Void

    init(_ change: @escaping @Sendable (inout Playing) -> Void) {
      self.change = change
    }
  }

  private func playingStore() -> Store<Playing> {
    Store(
      state: Playing(),
      reducer: Reducer {
        Reducer.on(Said.self) { state, said in state.words.append(said.word) }
        Reducer.on(Turn.self) { state, turn in turn.change(&state) }
      }, clock: clock)
  }

  @Test func `Contract 32: what was started on a scope ends when its part has gone`() async {
    let store = playingStore()
    guard let player = store.scope(ifPresent: \.player) else { return #expect(Bool(false)) }
    let ids = player.scope(\.ids)
    let tokens = [
      player.run(HomeTests.timer("run")),
      player.bind(HomeTests.timer("bind")),
      ids.run(HomeTests.timer("inner")),
      player.run(while: \.isPlaying) { HomeTests.timer("while") },
      player.run(forEach: \.ids) { HomeTests.timer("\($0)") },
      store.run(HomeTests.timer("root")),
      player.run(HomeTests.timer("on").outlastingItsState()),
    ]
    store.dispatch(Turn { $0.player = Player(isPlaying: true, ids: [1]) })
    await clock.advance(by: .seconds(1))
    #expect(Set(store.state.words) == ["run", "bind", "inner", "while", "1", "root", "on"])
    store.dispatch(
      Turn {
        $0.words = []
        $0.player = nil
      })
    await clock.advance(by: .seconds(1))
    #expect(store.state.words == ["root", "on"])
    #expect(tokens.map(\.isDisposed) == [true, true, true, false, false, false, false])
    // It comes back, and is asked for again.
    store.dispatch(Turn { $0.player = Player() })
    store.dispatch(Turn { $0.player?.isPlaying = true })
    store.dispatch(Turn { $0.words = [] })
    await clock.advance(by: .seconds(1))
    #expect(store.state.words == ["root", "on", "while"])
    for token in tokens { token.dispose() }
    #expect(store.engine.effects.counts.roots == 0)
  }

  @Test func `Contract 32: what is started on a scope whose part has gone ends at once`() async {
    let store = playingStore()
    guard let player = store.scope(ifPresent: \.player) else { return #expect(Bool(false)) }
    store.dispatch(Turn { $0.player = nil })
    await clock.advance(by: .zero)
    let token = player.run(HomeTests.timer("never"))
    await clock.advance(by: .seconds(5))
    #expect(store.state.words == [])
    #expect(token.isDisposed)
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test func `an effect goes on while a closure says so of a state that comes and goes`() async {
    let store = playingStore()
    let token = store.run(while: { $0.player?.isPlaying ?? false }) { HomeTests.timer("t") }
    for change in [Player(isPlaying: true), nil, Player(isPlaying: true)] {
      store.dispatch(Turn { $0.player = change })
      await clock.advance(by: .seconds(2))
    }
    #expect(store.state.words == ["t", "t", "t", "t"])
    token.dispose()
    await clock.advance(by: .zero)
    #expect(store.engine.effects.counts == (0, 0, 0))
  }
}
