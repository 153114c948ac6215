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
    var isOn = false
    var ids: [Int] = []
  }

  enum Screen: Equatable, Sendable {
    case none
    case part(Part)
  }

  struct Whole: Equatable, Sendable {
    var words: [String] = []
    var maybe: Part? = Part()
    var inner: Inner? = Inner()
    var screen = Screen.part(Part())
    var rows = [Part(id: 1), Part(id: 2), Part(id: 3)]
    var optionalRows: [Part]? = [Part(id: 1), Part(id: 2), Part(id: 3)]
    var entities: Entities = [Part(id: 1), Part(id: 2), Part(id: 3)]
    var table = ["a": Part(), "b": Part()]
    var computed: Part? {
      get { maybe }
      set { maybe = newValue }
    }
  }

  struct Begin: Action {}
  struct BeginRow: Action {}
  struct Rename: Action {}

  private let clock = ManualClock()

  private func makeStore(_ reducer: Reducer<Whole> = Reducer([])) -> Store<Whole> {
    Store(
      state: Whole(),
      reducer: Reducer {
        Reducer<Whole>.updating(Word.self) { state, said in state.words.append(said.word) }
        Reducer<Whole>.edits
        reducer
      },
      clock: clock, onError: { _ in })
  }

  /// Makes a store whose optional part begins an effect in an action that also changes the state.
  private func begin(
    _ effect: Effect, while change: @escaping @Sendable (inout Whole) -> Void = { _ in }
  ) -> Store<Whole> {
    let store = makeStore(
      Reducer {
        Reducer<Part>.on(Begin.self) { _, _ in .init(effect) }.ifPresent(\.maybe)
        Reducer.updating(Begin.self) { state, _ in change(&state) }
      })
    store.dispatch(Begin())
    return store
  }

  private func advance(_ milliseconds: Int) async {
    await clock.advance(by: .milliseconds(milliseconds))
  }

  private func expectNoEffects(in store: Store<Whole>) {
    #expect(store.engine.effects.counts == (0, 0, 0))
  }

  @Test(arguments: ["array", "optional array", "entities"])
  func `Contract 32: effects of an element follow it, and end with it or its ID`(
    kind: String
  ) async {
    let part = Reducer<Part> {
      Reducer.on(BeginRow.self) { part, _ in
        part.before += 1
        return .tick("\(part.id)")
      }
      Reducer.updating(Rename.self) { part, _ in part.id = 7 }
    }
    let rows = Reducer<[Part]> { part.forEach(\.self) }
    let store =
      switch kind {
      case "array": makeStore(part.forEach(\.rows, id: \.id))
      case "entities": makeStore(part.forEach(\.entities))
      default: makeStore(rows.ifPresent(\.optionalRows))
      }
    func edit(_ change: @escaping @Sendable (inout [Part]) -> Void) {
      store.edit { state in
        change(&state.rows)
        (state.optionalRows, state.entities) = (state.rows, Entities(state.rows))
      }
    }
    func dispatch(_ action: some Action, to id: Int) {
      switch kind {
      case "array": store.dispatch(action, to: \.rows, id: id)
      case "entities": store.dispatch(action, to: \.entities, id: id)
      default: store.ifPresent(\.optionalRows)?.dispatch(action, to: \.self, id: id)
      }
    }
    for id in 1...3 { dispatch(BeginRow(), to: id) }
    await advance(1_000)
    edit { $0.reverse() }
    await advance(1_000)
    edit { $0.removeAll { $0.id == 2 } }
    await advance(1_000)
    #expect(store.state.words == ["1", "2", "3", "1", "2", "3", "1", "3"])
    dispatch(Rename(), to: 3)
    dispatch(BeginRow(), to: 1)
    await advance(1_000)
    #expect(store.state.words.suffix(3) == ["3", "1", "1"])
    edit { $0 = [] }
    await advance(1_000)
    #expect(store.state.words.count == 10)
    expectNoEffects(in: store)
  }

  @Test func `Contract 32: effects of nested slices end with the inner or outer slice`() async {
    let path = CasePath(Screen.part)
    let part = Reducer<Inner>.on(Begin.self) { _, _ in .tick() }.ifPresent(\Part.inner)
    let cases: [(Reducer<Whole>, @Sendable (inout Whole) -> Void, Int)] = [
      (part.ifPresent(\.maybe), { $0.maybe?.inner = nil }, 1),
      (part.ifPresent(\.maybe), { $0.maybe = nil }, 1),
      (part.ifCase(\.screen, path), { $0.screen = .part(Part(inner: nil)) }, 1),
      (part.ifCase(\.screen, path), { $0.screen = .none }, 1),
      (part.forEach(\.rows, id: \.id), { $0.rows[1].inner = nil }, 3),
      (part.forEach(\.rows, id: \.id), { $0.rows.remove(at: 0) }, 3),
      (part.forEach(\.table), { $0.table["a"]?.inner = nil }, 2),
      (
        part.updatingOnChange(of: { _ in 0 }) { _, _, _ in }.ifPresent(\.computed),
        { $0.maybe?.inner = nil }, 1
      ),
    ]
    for (index, (reducer, change, count)) in cases.enumerated() {
      let store = makeStore(reducer)
      store.dispatch(Begin())
      await advance(2_000)
      store.edit(change)
      await advance(5_000)
      #expect(store.state.words.count == 2 * count + 5 * (count - 1), "case \(index)")
    }
  }

  @Test func `Contract 32: a slice can disappear in an action that changes others first`() async {
    struct Leave: Action {}
    let store = makeStore(
      Reducer {
        Reducer<Part>.on(Begin.self) { _, _ in .tick() }.ifPresent(\.maybe)
        Reducer<Screen>.updating(Leave.self) { screen, _ in screen = .none }.scope(\.screen)
        Reducer<[String]>.updating(Leave.self) { words, _ in words.append("left") }.scope(\.words)
        Reducer<Part?>.updating(Leave.self) { part, _ in part = nil }.scope(\.maybe)
      })
    store.dispatch(Begin())
    await advance(1_000)
    store.dispatch(Leave())
    await advance(5_000)
    #expect(store.state.words == ["tick", "left"])
  }

  @Test func `Effects of a dynamic reducer of a slice end with the slice`() async {
    let store = makeStore()
    let added = [
      store.scope(\.rows, id: 2)?.add(reducer: .on(Begin.self) { _, _ in .tick("row") }),
      store.scope(\.table, id: "a")?.add(reducer: .on(Begin.self) { _, _ in .tick("value") }),
      store.ifPresent(\.maybe)?.add(reducer: .on(Begin.self) { _, _ in .tick("maybe") }),
    ]
    store.dispatch(Begin())
    let changes: [@Sendable (inout Whole) -> Void] = [
      { $0.maybe = nil }, { $0.rows.remove(at: 1) }, { $0.table = [:] },
    ]
    for change in changes {
      await advance(1_000)
      store.edit(change)
    }
    await advance(1_000)
    #expect(store.state.words == ["row", "value", "maybe", "row", "value", "value"])
    expectNoEffects(in: store)
    for disposable in added { disposable?.dispose() }
  }

  /// Effects with detached parts, and their words if the state disappears after 5 ms.
  private static var detached: [(Effect, [String])] {
    let part = Effect.say("kept", after: 10).detachedFromState()
    let other = Effect.say("never", after: 10)
    let inTurn = Effect.concatenate(other, part, other, .say("last").detachedFromState())
    return [
      (part, ["kept"]),
      // A merge with empty effects is the one effect that remains.
      (.merge(.none, .merge(.none, part)), ["kept"]),
      (.merge(other, .merge(part, other)), ["kept"]),
      (.merge(inTurn, other), ["kept", "last"]),
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
  func `Contract 32: a detached part outlasts the state, wherever it is`(index: Int) async {
    let (effect, words) = Self.detached[index]
    let store = begin(effect)
    await advance(5)
    store.edit { $0.maybe = nil }
    await advance(20_000)
    #expect(store.state.words == words)
    expectNoEffects(in: store)
  }

  @Test func `Contract 32: what a part sent before it went is dropped beside a detached one`() async
  {
    let (isClosing, isSent, isOver) = (Gate(), Gate(), Gate())
    let effect = Effect.merge(
      .run { send in
        await isClosing.opened()
        send(Word("late"))
        isSent.open()
      }, .run { _ in await isOver.opened() }.detachedFromState())
    let store = Store(
      state: Whole(),
      reducer: Reducer {
        Reducer<Whole>.updating(Word.self) { state, said in state.words.append(said.word) }
        Reducer<Whole>.edits
        Reducer<Part>.on(Begin.self) { _, _ in .init(effect) }.ifPresent(\.maybe)
      })
    store.dispatch(Begin())
    store.edit { state in
      isClosing.open()
      isSent.pass()
      state.maybe = nil
    }
    await store.settled()
    #expect(store.state.words == [])
    isOver.open()
    await store.settled(includingEffects: true)
  }

  @Test func `Contract 7: values of a dictionary reduce in the order of their keys`() async {
    struct Tables: Equatable, Sendable {
      var numbers = Dictionary(uniqueKeysWithValues: (1...20).map { ($0, "\($0)") })
      var names = ["b": "b", "c": "c", "a": "a"]
    }
    let keys = Recorder<String>()
    let named = Reducer<String>.updating(Word.self) { key, _ in keys.record(key) }
    let store = Store(
      state: Tables(),
      reducer: Reducer<Tables> {
        named.forEach(\.numbers)
        named.forEach(\.names)
        Reducer<Tables>.edits
      })
    store.send(Word("go"))
    #expect(keys.takeValues() == (1...20).map { "\($0)" } + ["a", "b", "c"])
    store.edit { $0.numbers = [3: "3", 30: "30", 12: "12"] }
    store.send(Word("go"))
    #expect(keys.values == ["3", "12", "30", "a", "b", "c"])
  }

  /// Each effect once searched the array for its element.
  @Test func `Contract 32: effects of all rows in one action cost each the same`() async {
    let reads = Counter()
    let store = Store(
      state: (0..<1_000).map { CountedRow(number: $0, reads: reads) },
      reducer: Reducer<CountedRow>.on(Word.self) { _, _ in .tick() }.forEach(\.self), clock: clock)
    reads.reset()
    // Not `send`, which a busy machine makes return before the action is reduced.
    await store.settle(after: Word("go"))
    #expect(reads.value < 20_000)
    #expect(store.engine.effects.counts.roots == 1_000)
  }

  @Test(arguments: [false, true])
  func `Contract 32: only detached work starts after the state has gone`(isAlready: Bool) async {
    let started = Recorder<String>()
    func work(_ name: String) -> Effect {
      .run { send in
        started.record(name)
        try await send.sleep(for: .milliseconds(10))
      }
    }
    let effect = Effect.concatenate(
      work("first"), work("never"), work("kept").detachedFromState(),
      .merge(work("never"), .say("never"), work("never").cancellable(id: 1)))
    let store = begin(effect) { if isAlready { $0.maybe = nil } }
    await advance(5)
    store.edit { $0.maybe = nil }
    await advance(1_000)
    #expect(started.values == (isAlready ? ["kept"] : ["first", "kept"]))
    #expect(store.state.words == [])
    expectNoEffects(in: store)
  }

  @Test func `Contract 31: a detached effect is canceled by its ID`() async {
    let effect = Effect.merge(.tick().detachedFromState(), .say("never", after: 9))
    let store = begin(effect.cancellable(id: 1))
    store.edit { $0.maybe = nil }
    await advance(1_000)
    store.cancelEffects(id: 1)
    await advance(9_000)
    #expect(store.state.words == ["tick"])
    expectNoEffects(in: store)
  }

  @Test func `Contract 32: effects started on a scope end when the slice does`() async throws {
    let store = makeStore()
    let inner = try #require(store.ifPresent(\.inner))
    let tokens = [
      inner.run(.tick("run")),
      inner.scope(\.ids).run(.tick("inner")),
      inner.run(while: \.isOn) { .tick("while") },
      inner.run(forEach: \.ids) { .tick("\($0)") },
      store.run(.tick("root")),
      inner.run(.tick("on").detachedFromState()),
    ]
    store.edit { $0.inner = Inner(isOn: true, ids: [1]) }
    await advance(1_000)
    #expect(Set(store.state.words) == ["run", "inner", "while", "1", "root", "on"])
    store.edit { ($0.words, $0.inner) = ([], nil) }
    await advance(1_000)
    #expect(store.state.words == ["root", "on"])
    #expect(tokens.map(\.isDisposed) == [true, true, false, false, false, false])
    // Without the slice, an effect ends immediately.
    let ended = inner.run(.tick("never"))
    // The slice appears again, and its state requests an effect again.
    store.edit { $0.inner = Inner() }
    store.edit { $0.inner?.isOn = true }
    store.edit { $0.words = [] }
    await advance(1_000)
    #expect(store.state.words == ["root", "on", "while"])
    #expect(ended.isDisposed)
    for token in tokens { token.dispose() }
    #expect(store.engine.effects.counts.roots == 0)
  }
}

@Suite struct EffectOwnersTests {
  private func slice() -> Slice { Slice(.stored(nil, offset: 0), in: nil, ValueType(Int.self)) }

  /// Binds a new effect to a slice.
  private func bind(_ number: UInt64, to slice: Slice, _ owners: inout EffectOwners) -> Bool {
    slice.watch.effects.append(EffectNode(ReturnedEffect(nil), number: number))
    return owners.add(slice)
  }

  @Test func `Contract 32: cleaning up forgets ended effects and the slices without others`() {
    var owners = EffectOwners()
    let (first, second) = (slice(), slice())
    for number in 1...40 {
      _ = bind(UInt64(number), to: number.isMultiple(of: 2) ? first : second, &owners)
    }
    #expect(!owners.isFull(12))
    #expect(owners.isFull(11))
    let unused = owners.removeUnused { $0.number.isMultiple(of: 4) }
    #expect(unused.count == 1)
    #expect(unused.first === second)
    let remaining: [UInt64] = [4, 8, 12, 16, 20, 24, 28, 32, 36, 40]
    #expect(first.watch.effects.map(\.number) == remaining)
    // The remaining effects count, and the forgotten slice is new again.
    #expect(!owners.isFull(0))
    #expect(bind(44, to: first, &owners) == false)
    #expect(bind(45, to: second, &owners) == true)
    for number in UInt64(50)..<60 { _ = bind(number, to: first, &owners) }
    #expect(owners.isFull(0))
  }
}
