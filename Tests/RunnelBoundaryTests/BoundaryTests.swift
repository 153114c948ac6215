// SPDX-License-Identifier: MIT

import Runnel
import RunnelBoundary
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct BoundaryTests {
  @Test func `what is sent in comes out`() async throws {
    let boundary = WordBoundary()
    boundary.input.word("a")
    boundary.input.word.send("bc")
    await boundary.settled()
    #expect(boundary.output.words.value == ["a", "bc"])
    #expect(boundary.output.count.value == 2)
    #expect(try boundary.output.checked.value == 2)
    #expect(boundary.output.summary == "a bc")
    boundary.input.clear()
    await boundary.settled()
    #expect(boundary.output.words.value == [])
  }

  @Test func `inputs may be passed on as closures`() async {
    let boundary = WordBoundary()
    let onWord: @Sendable (String) -> Void = boundary.input.word.send
    let onClear: @Sendable () -> Void = boundary.input.clear.send
    onWord("a")
    onClear()
    onWord("b")
    await boundary.settled()
    #expect(boundary.output.words.value == ["b"])
  }

  @Test func `a boundary may be built over a scope of the app's store`() async {
    struct App: Sendable { var words = WordBoundary.State() }
    let store = Store(state: App(), reducer: WordBoundary.reducer.scope(\.words))
    let boundary = WordBoundary(over: store.scope(\.words))
    boundary.input.word("a")
    await store.settled()
    #expect(store.state.words.words == ["a"])
    #expect(boundary.output.words.value == ["a"])
  }

  @Test func `actions name the place from which the input was sent`() async {
    let sites = Recorder<CallSite>()
    let probe = Probe(sites: sites)
    let port = Port<String>()
    let boundary = PlainBoundary(input: PlainInput(word: port), extra: probe)
    boundary.input.word("a")
    let line = #line - 1
    #expect(sites.values == [CallSite(line: UInt(line))])
  }

  @Test func `several boundaries over one store have inputs of their own`() async {
    let store = Store(state: WordBoundary.State(), reducer: WordBoundary.reducer)
    let (first, second) = (WordBoundary(over: store), WordBoundary(over: store))
    first.input.word("a")
    second.input.word("b")
    await first.settled()
    #expect(first.output.words.value == ["a", "b"])
    #expect(second.output.words.value == ["a", "b"])
  }

  @Test func `inputs may be sent from many threads, and none is lost`() async {
    let boundary = WordBoundary()
    let input = boundary.input
    await onThreads(4) { thread in
      for number in 0..<250 { input.word("\(thread) \(number)") }
    }
    await boundary.settled()
    let words = boundary.output.words.value
    for thread in 0..<4 {
      // What one thread sends arrives in its order.
      let own = words.filter { $0.hasPrefix("\(thread) ") }
      #expect(own == (0..<250).map { "\(thread) \($0)" })
    }
  }

  // MARK: Its end

  @Test func `all of a boundary is released when its owner goes away`() async {
    let lifetime = LifetimeTracker()
    weak var boundary: HeldBoundary?
    weak var store: Store<Int>?
    weak var port: Port<Int>?
    do {
      let input = HeldBoundary.Input()
      let owned = HeldBoundary(
        input: input, state: 0, reducer: Reducer { state, _ in state += 1 }, extra: lifetime.token()
      )
      owned.input.number(1)
      owned.input.number(2)
      await owned.settled()
      #expect(owned.output.count.value == 2)
      (boundary, port) = (owned, input.number)
      store = owned.storeForTests
      #expect(lifetime.aliveCount == 1)
      #expect(boundary != nil && store != nil && port != nil)
    }
    #expect(boundary == nil)
    #expect(port == nil)
    await lifetime.allReleased()
    #expect(store == nil)
  }

  @Test func `a boundary that has gone takes nothing any more, and what it showed stays`() async {
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

  @Test func `effects of a boundary that stands alone end with it`() async {
    let lifetime = LifetimeTracker()
    let clock = ManualClock()
    struct Begin: Action {}
    let reducer = Reducer<Int>.on(Begin.self) { _, _ in
      .run { [token = lifetime.token()] send in
        defer { token.touch() }
        while true { try await send.sleep(for: .seconds(1)) }
      }
    }
    var boundary: StartBoundary? = StartBoundary(
      input: StartBoundary.Input(), state: 0, reducer: reducer, clock: clock, extra: Begin())
    // An output that outlives the boundary keeps the state, and not what was going on.
    let output = boundary?.output.number
    boundary?.input.start()
    await clock.advance(by: .seconds(3))
    #expect(lifetime.aliveCount == 1)
    boundary = nil
    await clock.advance(by: .seconds(1))
    await lifetime.allReleased()
    #expect(output?.value == 0)
  }

  @Test func `effects that the last actions of a boundary would begin do not begin`() async {
    struct Begin: Action {}
    for _ in 0..<100 {
      let (lifetime, begun) = (LifetimeTracker(), Counter())
      let reducer = Reducer<Int>.on(Begin.self) { _, _ in
        .run { [token = lifetime.token()] send in
          begun.increment()
          defer { token.touch() }
          while !Task.isCancelled { await Task.yield() }
        }
      }
      var boundary: StartBoundary? = StartBoundary(
        input: StartBoundary.Input(), state: 0, reducer: reducer, extra: Begin())
      let output = boundary?.output.number
      for _ in 0..<10 { boundary?.input.start() }
      boundary = nil
      // An output keeps the store, and not what it would do.
      await output?.settled()
      await lifetime.allReleased()
      #expect(output?.value == 0)
    }
  }

  @Test func `a logic that keeps its dependency ends all the same`() async {
    let lifetime = LifetimeTracker()
    weak var boundary: KeepingBoundary?
    do {
      let owned = KeepingBoundary(input: KeepingBoundary.Input(), extra: lifetime.token())
      owned.input.number(1)
      boundary = owned
      #expect(lifetime.aliveCount == 1)
    }
    #expect(boundary == nil)
    await lifetime.allReleased()
  }

  @Test func `what is given to the disposer of a boundary that has gone ends at once`() {
    let kept = Locked<Disposer?>(nil)
    var boundary: LateBoundary? = LateBoundary(input: LateBoundary.Input()) { disposer in
      kept.withLock { $0 = disposer }
    }
    let early = Disposable {}
    kept.withLock { $0 }?.add(disposal: early)
    #expect(!early.isDisposed)
    withExtendedLifetime(boundary) {}
    boundary = nil
    #expect(early.isDisposed)
    let late = Disposable {}
    kept.withLock { $0 }?.add(disposal: late)
    #expect(late.isDisposed)
  }

  @Test func `settling waits for effects if asked to`() async {
    let clock = ManualClock()
    struct Begin: Action {}
    let done = Counter()
    let reducer = Reducer<Int>.on(Begin.self) { _, _ in
      .run { send in
        try await send.sleep(for: .seconds(1))
        done.increment()
      }
    }
    let boundary = StartBoundary(
      input: StartBoundary.Input(), state: 0, reducer: reducer, clock: clock, extra: Begin())
    boundary.input.start()
    await boundary.settled()
    #expect(done.value == 0)
    async let moved: Void = clock.advance(by: .seconds(1))
    await boundary.settled(includingEffects: true)
    #expect(done.value == 1)
    await moved
  }

  @Test func `effects of the app go on when a boundary over it has gone`() async {
    let clock = ManualClock()
    let ticks = Recorder<Int>()
    struct Begin: Action {}
    let reducer = Reducer<Int>.on(Begin.self) { _, _ in
      .run { send in
        for tick in 1...3 {
          try await send.sleep(for: .seconds(1))
          ticks.record(tick)
        }
      }
    }
    let store = Store(state: 0, reducer: reducer, clock: clock)
    var boundary: StartBoundary? = StartBoundary(
      input: StartBoundary.Input(), store: store, extra: Begin())
    boundary?.input.start()
    await clock.advance(by: .seconds(1))
    boundary = nil
    await clock.advance(by: .seconds(9))
    #expect(ticks.values == [1, 2, 3])
  }

  @Test func `subscriptions to outputs end with the one that holds them`() async {
    let boundary = WordBoundary()
    let lifetime = LifetimeTracker()
    do {
      let disposer = Disposer()
      let token = lifetime.token()
      boundary.output.words.observe { _ in token.touch() }.dispose(on: disposer)
      await boundary.settled()
      #expect(lifetime.aliveCount == 1)
      withExtendedLifetime(disposer) {}
    }
    await boundary.settled()
    await lifetime.allReleased()
  }

  // MARK: Boundaries in boundaries

  @Test func `a boundary may be one of the things that another works with`() async {
    let outer = ShoutBoundary(input: ShoutBoundary.Input(), extra: WordBoundary())
    outer.input.word("hey")
    await outer.output.words.settled()
    #expect(outer.output.words.value == ["HEY"])
  }

  @Test func `a boundary inside goes with the one outside`() async {
    weak var inner: WordBoundary?
    do {
      let words = WordBoundary()
      inner = words
      let outer = ShoutBoundary(input: ShoutBoundary.Input(), extra: words)
      outer.input.word("hey")
      await words.settled()
    }
    #expect(inner == nil)
  }
}

// MARK: Fixtures

struct PlainInput: Sendable {
  var word = Port<String>()
}

/// Takes down from where it is dispatched to.
struct Probe: ActionDispatcher {
  let sites: Recorder<CallSite>

  func dispatch(_ action: any Action) {}
  func dispatch(_ action: any Action, from site: CallSite) { sites.record(site) }
}

final class PlainBoundary: Boundary<PlainBoundary.Logic> {
  enum Logic: BoundaryLogic {
    struct Output: Sendable {}

    static func bind(_ dependency: Dependency<Logic>) -> Output {
      dependency.input.word.dispatch(to: dependency.extra) { WordAction.added($0) }
        .dispose(on: dependency.disposer)
      return Output()
    }

    typealias Input = PlainInput
    typealias State = Void
    typealias Extra = Probe
  }
}

final class HeldBoundary: Boundary<HeldBoundary.Logic> {
  struct Input: Sendable {
    let number = Port<Int>()
  }

  struct Sent: Action {}

  enum Logic: BoundaryLogic {
    struct Output: Sendable {
      let count: Property<Int>
      let store: Computed<Store<Int>?>
    }

    static func bind(_ dependency: Dependency<Logic>) -> Output {
      let (store, token) = (dependency.store, dependency.extra)
      dependency.input.number.observe { _ in
        token.touch()
        store.dispatch(Sent())
      }
      .dispose(on: dependency.disposer)
      let values = dependency.input.number.values
      dependency.disposer.add(disposal: store.bind(values) { _ in nil })
      return Output(count: store.property, store: Computed { [weak store] in store })
    }

    typealias Input = HeldBoundary.Input
    typealias State = Int
    typealias Extra = LifetimeToken
  }

  var storeForTests: Store<Int>? { output.store }
}

/// A logic whose closures hold all that it was given.
final class KeepingBoundary: Boundary<KeepingBoundary.Logic> {
  struct Input: Sendable {
    let number = Port<Int>()
  }

  enum Logic: BoundaryLogic {
    struct Output: Sendable {}

    static func bind(_ dependency: Dependency<Logic>) -> Output {
      let (input, disposer, token) = (dependency.input, dependency.disposer, dependency.extra)
      input.number.observe { _ in
        token.touch()
        _ = (input, disposer)
      }
      .dispose(on: disposer)
      return Output()
    }

    typealias Input = KeepingBoundary.Input
    typealias Extra = LifetimeToken
  }
}

final class LateBoundary: Boundary<LateBoundary.Logic> {
  struct Input: Sendable {}

  enum Logic: BoundaryLogic {
    struct Output: Sendable {}

    static func bind(_ dependency: Dependency<Logic>) -> Output {
      dependency.extra(dependency.disposer)
      return Output()
    }

    typealias Input = LateBoundary.Input
    typealias Extra = (Disposer) -> Void
  }

  convenience init(input: Input, _ take: @escaping (Disposer) -> Void) {
    self.init(input: input, extra: take)
  }
}

final class StartBoundary: Boundary<StartBoundary.Logic> {
  struct Input: Sendable {
    let start = Port<Void>()
  }

  enum Logic: BoundaryLogic {
    struct Output: Sendable {
      let number: Property<Int>
    }

    static func bind(_ dependency: Dependency<Logic>) -> Output {
      let begin = dependency.extra
      dependency.input.start.dispatch(to: dependency.store) { begin }
        .dispose(on: dependency.disposer)
      return Output(number: dependency.store.property)
    }

    typealias Input = StartBoundary.Input
    typealias State = Int
    typealias Extra = any Action
  }
}

final class ShoutBoundary: Boundary<ShoutBoundary.Logic> {
  struct Input: Sendable {
    let word = Port<String>()
  }

  enum Logic: BoundaryLogic {
    struct Output: Sendable {
      let words: Property<[String]>
    }

    static func bind(_ dependency: Dependency<Logic>) -> Output {
      let words = dependency.extra
      dependency.input.word.forward(to: words.input.word) { $0.uppercased() }
        .dispose(on: dependency.disposer)
      return Output(words: words.output.words)
    }

    typealias Input = ShoutBoundary.Input
    typealias Extra = WordBoundary
  }
}
