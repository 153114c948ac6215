// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Effects of slices that appear and disappear: optionals, cases, elements and scopes of them.
@Suite struct EffectLifetimeTests {
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

  private let clock = ManualClock()

  private func store(_ reducer: Reducer<Whole>) -> Store<Whole> {
    Store(
      state: Whole(),
      reducer: Reducer {
        Reducer<Whole>.updating(Word.self) { state, said in state.words.append(said.word) }
        Reducer<Whole>.edits
        reducer
      },
      clock: clock)
  }

  /// Returns the words of the two seconds before and the five seconds after a change.
  private func words(
    of store: Store<Whole>,
    _ action: any Action,
    _ change: @escaping @Sendable (inout Whole) -> Void
  ) async -> [String] {
    store.dispatch(action)
    await clock.advance(by: .seconds(2))
    store.edit { $0.words.append("|") }
    store.edit(change)
    await clock.advance(by: .seconds(5))
    return store.state.words
  }

  // MARK: Reducers of slices

  @Test func `Contract 32: effects of an element follow it and end when it is removed`() async {
    let part = Reducer<Part>.on(BeginRow.self) { part, row in
      part.before += 1
      return .tick("\(row.elementID)")
    }
    let store = store(part.forEach(\.rows, id: \.id))
    for id in 1...3 { store.dispatch(BeginRow(elementID: id)) }
    await clock.advance(by: .seconds(1))
    store.edit { $0.rows.reverse() }
    await clock.advance(by: .seconds(1))
    store.edit { $0.rows.removeAll { $0.id == 2 } }
    await clock.advance(by: .seconds(1))
    #expect(store.state.words == ["1", "2", "3", "1", "2", "3", "1", "3"])
    store.edit { $0.rows.removeAll { $0.id == 3 } }
    store.dispatch(BeginRow(elementID: 1))
    await clock.advance(by: .seconds(1))
    #expect(store.state.words.suffix(2) == ["1", "1"])
    store.edit { $0.rows = [] }
    await clock.advance(by: .seconds(1))
    #expect(store.state.words.count == 10)
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test func `Contract 32: effects of nested slices end with the inner or outer slice`() async {
    let inner = Reducer<Inner>.on(Begin.self) { _, _ in .tick() }
    let part = inner.ifPresent(\Part.inner)
    let cases: [(Reducer<Whole>, @Sendable (inout Whole) -> Void, Int)] = [
      (part.ifPresent(\.maybe), { $0.maybe?.inner = nil }, 1),
      (part.ifPresent(\.maybe), { $0.maybe = nil }, 1),
      (part.ifCase(\.screen, Screen.part), { $0.screen = .part(Part(inner: nil)) }, 1),
      (part.ifCase(\.screen, Screen.part), { $0.screen = .none }, 1),
      (part.forEach(\.rows, id: \.id), { $0.rows[1].inner = nil }, 3),
      (part.forEach(\.rows, id: \.id), { $0.rows.remove(at: 0) }, 3),
      (part.forEachValue(of: \.table), { $0.table["a"]?.inner = nil }, 2),
      (
        part.updatingOnChange(of: { _ in 0 }) { _, _, _ in }.ifPresent(\.computed),
        { $0.maybe?.inner = nil }, 1
      ),
    ]
    for (index, (reducer, change, count)) in cases.enumerated() {
      let words = await words(of: store(reducer), Begin(), change)
      #expect(words.count == 2 * count + 1 + 5 * (count - 1), "case \(index): \(words)")
    }
  }

  /// Effects with detached parts, and their words if the state disappears after 5 ms.
  private static var detached: [(Effect, [String])] {
    let part = Effect.say("kept", after: 10).detachedFromState()
    let other = Effect.say("never", after: 10)
    let inTurn = Effect.concatenate(other, part, other, .say("last").detachedFromState())
    return [
      (part, ["kept"]),
      // A merge with empty effects is the one effect that remains.
      (.merge(.none, .merge(.none, part)), ["kept"]), (.merge(part, other), ["kept"]),
      (.merge(other, .merge(part, other)), ["kept"]),
      (inTurn, ["kept", "last"]), (.merge(inTurn, other), ["kept", "last"]),
      (.concatenate(part, other), ["kept"]),
      (.merge(part.cancellable(id: 1), other.cancellable(id: 1)), ["kept"]),
      (.merge(part.debounce(id: 1, for: .milliseconds(9)), other), ["kept"]),
      (.merge(part, other).delay(for: .milliseconds(9)), ["kept"]),
      (.merge(part, other).limited(id: 1, to: 1).timeout(after: .seconds(1)), ["kept"]),
      (
        .merge(.fail(after: 1).detachedFromState().retry(1).catch { _ in Word("failed") }, other),
        ["failed"]
      ),
      (.merge(.fail(after: 9).detachedFromState(), other).catch { _ in Word("never") }, []),
      (.merge(part.map { _ in Word("mapped") }, other), ["mapped"]),
      (.concatenate(.say("now").limited(id: 1, to: 1), other, part), ["now", "kept"]),
      (.run { _ in throw Failure() }.catch { _ in .merge(part, other) }, ["kept"]),
    ]
  }

  @Test(arguments: detached.indices)
  func `Contract 32: a detached part of an effect outlasts the state, wherever it is`(
    index: Int
  ) async {
    let (effect, words) = Self.detached[index]
    let store = store(Reducer<Part>.on(Begin.self) { _, _ in .init(effect) }.ifPresent(\.maybe))
    let token = store.onError { _ in }
    store.dispatch(Begin())
    await clock.advance(by: .milliseconds(5))
    store.edit { $0.maybe = nil }
    await clock.advance(by: .seconds(20))
    #expect(store.state.words == words)
    #expect(store.engine.effects.counts == (0, 0, 0))
    token.dispose()
  }

  @Test func `Contract 32: no work but detached parts starts after the state has disappeared`()
    async
  {
    let started = Recorder<String>()
    @Sendable func work(_ name: String) -> EffectOf<Begin> {
      .run { send in
        started.record(name)
        try await send.sleep(for: .milliseconds(10))
      }
    }
    let store = store(
      Reducer<Part>.on(Begin.self) { _, _ in
        .concatenate(
          work("first"), work("never"), work("kept").detachedFromState(),
          .merge(work("never"), work("never").cancellable(id: 1)))
      }.ifPresent(\.maybe))
    store.dispatch(Begin())
    await clock.advance(by: .milliseconds(5))
    store.edit { $0.maybe = nil }
    await clock.advance(by: .seconds(1))
    #expect(started.values == ["first", "kept"])
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test func `Contract 32: only detached parts start if the state has disappeared already`() async {
    let effect = Effect.concatenate(
      .say("never"), .merge(.say("kept").detachedFromState(), .run { $0(Word("never")) }))
    let part = Reducer<Part>.on(Begin.self) { _, _ in .say("never") }
    let store = store(
      Reducer {
        Reducer<Part>.on(Begin.self) { _, _ in .init(effect) }.ifPresent(\.maybe)
        part.ifCase(\.screen, Screen.part)
        part.forEach(\.rows, id: \.id)
        Reducer.updating(Begin.self) { state, _ in
          (state.maybe, state.screen, state.rows) = (nil, .none, [])
        }
      })
    store.dispatch(Begin())
    await clock.advance(by: .seconds(1))
    #expect(store.state.words == ["kept"])
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test func `Contract 31: a detached effect is canceled by its ID`() async {
    let store = store(
      Reducer<Part>.on(Begin.self) { _, _ in
        .merge(.tick().detachedFromState(), .say("never", after: 9)).cancellable(id: 1)
      }.ifPresent(\.maybe))
    store.dispatch(Begin())
    store.edit { $0.maybe = nil }
    await clock.advance(by: .seconds(1))
    store.cancelEffects(id: 1)
    await clock.advance(by: .seconds(9))
    #expect(store.state.words == ["tick"])
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test func `Contract 32: a slice can disappear in an action that changes others first`() async {
    struct Leave: Action {}
    let store = store(
      Reducer {
        Reducer<Part>.on(Begin.self) { _, _ in .tick() }.ifPresent(\.maybe)
        Reducer<Screen>.updating(Leave.self) { screen, _ in screen = .none }.scope(\.screen)
        Reducer<[String]>.updating(Leave.self) { words, _ in words.append("left") }.scope(\.words)
        Reducer<Part?>.updating(Leave.self) { part, _ in part = nil }.scope(\.maybe)
      })
    store.dispatch(Begin())
    await clock.advance(by: .seconds(1))
    store.dispatch(Leave())
    await clock.advance(by: .seconds(5))
    #expect(store.state.words == ["tick", "left"])
  }

  @Test func `Effects of a dynamic reducer of a slice end with the slice`() async {
    let store = store(Reducer([]))
    let added = [
      store.scope(\.rows, id: 2)?.add(reducer: .on(Begin.self) { _, _ in .tick("row") }),
      store.scope(\.table, key: "a")?.add(reducer: .on(Begin.self) { _, _ in .tick("value") }),
      store.ifPresent(\.maybe)?.add(reducer: .on(Begin.self) { _, _ in .tick("maybe") }),
    ]
    store.dispatch(Begin())
    await clock.advance(by: .seconds(1))
    store.edit { $0.maybe = nil }
    await clock.advance(by: .seconds(1))
    store.edit { $0.rows.remove(at: 1) }
    await clock.advance(by: .seconds(1))
    store.edit { $0.table = [:] }
    await clock.advance(by: .seconds(1))
    #expect(store.state.words == ["row", "value", "maybe", "row", "value", "value"])
    #expect(store.engine.effects.counts == (0, 0, 0))
    for disposable in added { disposable?.dispose() }
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

  private func playingStore() -> Store<Playing> {
    Store(
      state: Playing(),
      reducer: Reducer {
        Reducer.updating(Word.self) { state, said in state.words.append(said.word) }
        Reducer<Playing>.edits
      }, clock: clock)
  }

  @Test func `Contract 32: effects started on a scope end when the slice does`() async throws {
    let store = playingStore()
    let player = try #require(store.ifPresent(\.player))
    let tokens = [
      player.run(.tick("run")),
      player.scope(\.ids).run(.tick("inner")),
      player.run(while: \.isPlaying) { .tick("while") },
      player.run(forEach: \.ids) { .tick("\($0)") },
      store.run(.tick("root")),
      player.run(.tick("on").detachedFromState()),
    ]
    store.edit { $0.player = Player(isPlaying: true, ids: [1]) }
    await clock.advance(by: .seconds(1))
    #expect(Set(store.state.words) == ["run", "inner", "while", "1", "root", "on"])
    store.edit { $0 = Playing(player: nil) }
    await clock.advance(by: .seconds(1))
    #expect(store.state.words == ["root", "on"])
    #expect(tokens.map(\.isDisposed) == [true, true, false, false, false, false])
    // The slice appears again, and its state requests an effect again.
    store.edit { $0.player = Player() }
    store.edit { $0.player?.isPlaying = true }
    store.edit { $0.words = [] }
    await clock.advance(by: .seconds(1))
    #expect(store.state.words == ["root", "on", "while"])
    for token in tokens { token.dispose() }
    #expect(store.engine.effects.counts.roots == 0)
  }

  @Test func `Contract 32: an effect on a scope without its slice ends immediately`() async throws {
    let store = playingStore()
    let player = try #require(store.ifPresent(\.player))
    store.edit { $0.player = nil }
    await clock.advance(by: .zero)
    let token = player.run(.tick("never"))
    await clock.advance(by: .seconds(5))
    #expect(store.state.words == [])
    #expect(token.isDisposed)
    #expect(store.engine.effects.counts == (0, 0, 0))
  }
}
