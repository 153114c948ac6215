// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct BoundaryTests {
  @Test func `inputs change the outputs, also as closures`() async throws {
    let boundary = WordBoundary()
    boundary.input.word("a")
    boundary.input.word.send("bc")
    await boundary.settled()
    #expect(boundary.output.words.value == ["a", "bc"])
    #expect(boundary.output.count.value == 2)
    #expect(try boundary.output.checked.value == 2)
    #expect(boundary.output.summary == "a bc")
    // Inputs can be passed as closures.
    let onWord: @Sendable (String) -> Void = boundary.input.word.send
    let onClear: @Sendable () -> Void = boundary.input.clear.send
    onClear()
    onWord("d")
    await boundary.settled()
    #expect(boundary.output.words.value == ["d"])
  }

  @Test func `boundaries on one store, or on its scope, have separate inputs`() async {
    struct App: Sendable { var words = WordBoundary.State() }
    let store = Store(state: App(), reducer: WordBoundary.reducer.scope(\.words))
    let boundaries = (0..<2).map { _ in WordBoundary(over: store.scope(\.words)) }
    boundaries[0].input.word("a")
    boundaries[1].input.word("b")
    await store.settled()
    #expect(store.state.words.words == ["a", "b"])
    #expect(boundaries.map(\.output.words.value) == [["a", "b"], ["a", "b"]])
  }

  @Test func `releasing a boundary releases all it owns, even if closures retain it`() async {
    let lifetime = LifetimeTracker()
    weak var boundary: HeldBoundary?
    weak var store: Store<Int>?
    weak var port: InputPort<Int>?
    do {
      let input = HeldBoundary.Input()
      let owned = HeldBoundary(
        input: input, state: 0, reducer: Reducer.updating { state, _ in state += 1 },
        dependencies: lifetime.token())
      owned.input.number(1)
      owned.input.number(2)
      await owned.settled()
      #expect(owned.output.count.value == 2)
      (boundary, port) = (owned, input.number)
      store = owned.output.store
      #expect(lifetime.aliveCount == 1)
      #expect(boundary != nil && store != nil && port != nil)
    }
    #expect(boundary == nil)
    #expect(port == nil)
    await lifetime.allReleased()
    #expect(store == nil)
  }

  @Test func `a released boundary ignores inputs, and its outputs keep their value`() async {
    let store = Store(state: WordBoundary.State(), reducer: WordBoundary.reducer)
    var boundary: WordBoundary? = WordBoundary(over: store)
    let (input, output) = (boundary?.input, boundary?.output)
    input?.word("a")
    boundary = nil
    input?.word("b")
    await store.settled()
    #expect(store.state.words == ["a"])
    #expect(output?.words.value == ["a"])
  }

  @Test func `effects of a private store end with the boundary`() async {
    let lifetime = LifetimeTracker()
    let clock = ManualClock()
    var boundary: StartBoundary? = StartBoundary(clock: clock) {
      .run { [token = lifetime.token()] send in
        defer { token.touch() }
        try await send.sleep(for: .seconds(60))
      }
    }
    // An output that outlives the boundary retains the state, but no effects.
    let output = boundary?.output.number
    boundary?.input.start()
    await clock.advance(by: .seconds(3))
    #expect(lifetime.aliveCount == 1)
    boundary = nil
    await lifetime.allReleased()
    #expect(output?.value == 0)
  }

  @Test func `effects of actions still pending at the end do not start`() async {
    for _ in 0..<100 {
      let lifetime = LifetimeTracker()
      var boundary: StartBoundary? = StartBoundary {
        .run { [token = lifetime.token()] _ in
          defer { token.touch() }
          while !Task.isCancelled { await Task.yield() }
        }
      }
      let output = boundary?.output.number
      for _ in 0..<10 { boundary?.input.start() }
      boundary = nil
      await output?.settled()
      await lifetime.allReleased()
      #expect(output?.value == 0)
    }
  }

  @Test func `the disposer of a released boundary disposes of new subscriptions at once`() {
    var boundary: HeldBoundary? = HeldBoundary(
      input: HeldBoundary.Input(), state: 0, reducer: Reducer.updating { _, _ in },
      dependencies: LifetimeTracker().token())
    let disposer = boundary?.output.disposer
    let (early, late) = (Disposable {}, Disposable {})
    if let disposer { early.dispose(on: disposer) }
    #expect(!early.isDisposed)
    withExtendedLifetime(boundary) {}
    boundary = nil
    #expect(early.isDisposed)
    if let disposer { late.dispose(on: disposer) }
    #expect(late.isDisposed)
  }

  @Test func `settled can wait for effects`() async {
    let clock = ManualClock()
    let done = Counter()
    let boundary = StartBoundary(clock: clock) {
      .run { send in
        try await send.sleep(for: .seconds(1))
        done.increment()
      }
    }
    boundary.input.start()
    await boundary.settled()
    #expect(done.value == 0)
    async let moved: Void = clock.advance(by: .seconds(1))
    await boundary.settled(includingEffects: true)
    #expect(done.value == 1)
    await moved
  }

  @Test func `effects of the app's store continue after the boundary ends`() async {
    let clock = ManualClock()
    let ticks = Recorder<Int>()
    let reducer = Reducer<Int>.on(StartBoundary.Begin.self) { _, _ in
      .run { send in
        for tick in 1...3 {
          try await send.sleep(for: .seconds(1))
          ticks.record(tick)
        }
      }
    }
    let store = Store(state: 0, reducer: reducer, clock: clock)
    var boundary: StartBoundary? = StartBoundary(
      input: StartBoundary.Input(), store: store, dependencies: ())
    boundary?.input.start()
    await clock.advance(by: .seconds(1))
    boundary = nil
    await clock.advance(by: .seconds(9))
    #expect(ticks.values == [1, 2, 3])
  }

  @Test func `a boundary can use another boundary, which is released with it`() async {
    weak var inner: WordBoundary?
    do {
      let words = WordBoundary()
      inner = words
      let outer = ShoutBoundary(input: ShoutBoundary.Input(), dependencies: words)
      outer.input.word("hey")
      await outer.output.words.settled()
      #expect(outer.output.words.value == ["HEY"])
    }
    #expect(inner == nil)
  }
}

/// A boundary whose closures retain all dependencies.
private final class HeldBoundary: Boundary<HeldBoundary.Logic> {
  struct Input: Sendable { let number = InputPort<Int>() }

  struct Sent: Action {}

  enum Logic: BoundaryLogic {
    struct Output: Sendable {
      let count: Property<Int>
      let store: Computed<Store<Int>?>
      let disposer: Computed<Disposer>
    }

    static func bind(_ context: Context<Logic>) -> Output {
      let (input, store, disposer) = (context.input, context.store, context.disposer)
      input.number.observe { [token = context.dependencies] _ in
        token.touch()
        _ = (input, disposer)
        store.dispatch(Sent())
      }
      .dispose(on: disposer)
      store.run(.stream(input.number.values) { _ in nil }).dispose(on: disposer)
      return Output(
        count: store.property, store: Computed { [weak store] in store },
        disposer: Computed { disposer })
    }

    typealias Input = HeldBoundary.Input
    typealias State = Int
    typealias Dependencies = LifetimeToken
  }
}

/// A boundary whose input starts an effect.
private final class StartBoundary: Boundary<StartBoundary.Logic> {
  struct Begin: Action {}

  struct Input: Sendable { let start = InputPort<Void>() }

  enum Logic: BoundaryLogic {
    struct Output: Sendable { let number: Property<Int> }

    static func bind(_ context: Context<Logic>) -> Output {
      context.input.start.dispatch(to: context.store) { Begin() }.dispose(on: context.disposer)
      return Output(number: context.store.property)
    }

    typealias Input = StartBoundary.Input
    typealias State = Int
  }

  convenience init(
    clock: any Clock<Duration> = ContinuousClock(),
    _ effect: @escaping @Sendable () -> EffectOf<Begin>
  ) {
    self.init(
      input: Input(), state: 0, reducer: .on(Begin.self) { _, _ in effect() }, clock: clock,
      dependencies: ())
  }
}

private final class ShoutBoundary: Boundary<ShoutBoundary.Logic> {
  struct Input: Sendable { let word = InputPort<String>() }

  enum Logic: BoundaryLogic {
    struct Output: Sendable { let words: Property<[String]> }

    static func bind(_ context: Context<Logic>) -> Output {
      let words = context.dependencies
      context.input.word.forward(to: words.input.word) { $0.uppercased() }
        .dispose(on: context.disposer)
      return Output(words: words.output.words)
    }

    typealias Input = ShoutBoundary.Input
    typealias Dependencies = WordBoundary
  }
}
