// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct ScopeTests {
  @Test("Contract 12: an observer of an Equatable scope is told only when the value has changed")
  func deduplicated() async {
    let store = makeStore()
    let names = Recorder<String>()
    let evens = Recorder<Bool>()
    let doubles = Recorder<Int>()
    let whole = Recorder<AppState>()
    let tokens = [
      store.scope(\.name).observe { names.record($0) },
      store.scope(\.isEven).observe { evens.record($0) },
      store.scope { $0.counter / 2 }.observe { doubles.record($0) },
      store.observe { whole.record($0) },
    ]
    store.dispatch(AppAction.set(2))
    store.dispatch(AppAction.rename("b"))
    store.dispatch(AppAction.rename("b"))
    store.dispatch(AppAction.set(3))
    store.dispatch(AppAction.nothing)
    await store.settled()
    #expect(names.values == ["a", "b"])
    #expect(evens.values == [true, false])
    #expect(doubles.values == [0, 1])
    #expect(whole.count == 4)
    tokens.forEach { $0.dispose() }
  }

  @Test("Contract 12: in generic code too, where the compiler does not see the conformance")
  func deduplicatedInGenericCode() async {
    func observe<Local: Sendable>(
      _ store: Store<AppState>, _ path: any KeyPath<AppState, Local> & Sendable, _ told: Counter
    ) -> Disposable {
      store.scope(path).observe { _ in told.increment() }
    }
    let store = makeStore()
    let told = Counter()
    let token = observe(store, \.profile, told)
    for _ in 0..<10 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(told.value == 1)
    store.dispatch(AppAction.retitle("new"))
    await store.settled()
    #expect(told.value == 2)
    token.dispose()
  }

  @Test("Contract 11: what has no == is told after every action")
  func notEquatable() async {
    let store = makeStore()
    let told = Recorder<Int>()
    let token = store.scope(\.opaque).observe { told.record($0.value) }
    store.dispatch(AppAction.setOpaque(1))
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(told.values == [0, 1, 1])
    token.dispose()
  }

  @Test("A scope with a filter of its own is told what the filter lets through")
  func customFilter() async {
    let store = makeStore()
    let told = Recorder<Int>()
    let made = Recorder<Int>()
    let tokens = [
      store.scope(\.counter, isSame: { abs($0 - $1) < 3 }).observe { told.record($0) },
      store.scope({ $0.counter * 10 }, isSame: { abs($0 - $1) < 30 }).observe { made.record($0) },
    ]
    for value in 1...7 { store.dispatch(AppAction.set(value)) }
    await store.settled()
    #expect(told.values == [0, 3, 6])
    #expect(made.values == [0, 30, 60])
    tokens.forEach { $0.dispose() }
  }

  @Test("A filter compares with what each observer was told last itself")
  func filtersAreEachObserversOwn() async {
    struct Put: Action { let value: Double }
    let store = Store(state: 1.0) { state, action in
      if let put = action as? Put { state = put.value }
    }
    let scope = store.scope(\.self, isSame: { abs($0 - $1) < 0.5 })
    let first = Recorder<Double>()
    let second = Recorder<Double>()
    let busy = Recorder<Double>()
    let queue = DispatchQueue(label: "runnel.tests.busy")
    var tokens = [
      scope.observe { first.record($0) },
      scope.observe(on: queue, delivery: .latest) { busy.record($0) },
    ]
    await store.settled()
    let gate = Gate()
    queue.async { gate.pass() }
    store.dispatch(Put(value: 1.4))
    await onThread { store.waitUntilReduced() }
    tokens.append(scope.observe { second.record($0) })
    store.dispatch(Put(value: 0.8))
    store.dispatch(Put(value: 1.6))
    store.dispatch(Put(value: 1.2))
    store.dispatch(Put(value: 1.55))
    await onThread { store.waitUntilReduced() }
    gate.open()
    await store.settled()
    #expect(first.values == [1.0, 1.6])
    #expect(second.values == [1.4, 0.8, 1.6])
    #expect(busy.values == [1.0, 1.55])
    tokens.forEach { $0.dispose() }
  }

  @Test("Contract 25: a scope can be observed, dispatched to, scoped again and listened to")
  func scopesAreStores() async {
    let store = makeStore()
    let profile = store.scope(\.profile)
    let title = profile.scope(\.title)
    let titles = Recorder<String>()
    let actions = Recorder<String>()
    let tokens = [
      title.observe { titles.record($0) },
      profile.onAction { profile, action in actions.record("\(profile.title) \(action)") },
    ]
    title.dispatch(AppAction.retitle("x"))
    await title.settled()
    #expect(titles.values == ["none", "x"])
    #expect(actions.values == ["x retitle(\"x\")"])
    #expect(store.state.profile.title == "x")
    tokens.forEach { $0.dispose() }
  }

  @Test("Contract 26: an action dispatched to a scope reaches the whole store")
  func scopesDoNotNarrowActions() async {
    let store = makeStore()
    store.scope(\.profile).scope(\.title).dispatch(AppAction.increment)
    await store.settled()
    #expect(store.state.counter == 1)
  }

  @Test("A scope of one path is one slice, however it was reached")
  func sharedNodes() {
    let store = makeStore()
    let first = store.scope(\.profile.title)
    let second = store.scope(\.profile).scope(\.title)
    let computed = store.scope(\.isEven)
    #expect(first.node === second.node)
    #expect(store.scope(\.isEven).node === computed.node)
    #expect(store.scope(\.self).node === store.node)
  }

  @Test(
    "Contract 28: an action evaluates the slice it has changed and no other, however many watch")
  func evaluationsAreCounted() async {
    let store = Store(state: Hundred()) { state, action in
      guard case .set(let index)? = action as? AppAction else { return }
      state.change(index)
    }
    let told = Counter()
    var tokens: [Disposable] = []
    for path in Hundred.paths {
      for _ in 0..<100 { tokens.append(store.scope(path).observe { _ in told.increment() }) }
    }
    await store.settled()
    told.reset()
    let before = store.engine.evaluations
    let comparisons = Tracked.comparisons.value
    for index in 0..<Hundred.paths.count { store.dispatch(AppAction.set(index)) }
    await store.settled()
    #expect(store.engine.evaluations - before == Hundred.paths.count)
    #expect(Tracked.comparisons.value - comparisons == Hundred.paths.count)
    #expect(told.value == Hundred.paths.count * 100)
    tokens.forEach { $0.dispose() }
  }

  @Test("Contract 28: slices outside of the bytes that a reducer was given are not looked at")
  func footprintsAreHonoured() async {
    let store = Store(
      state: AppState(),
      reducer: Reducer<String>.on(AppAction.self) { name, action in
        if case .rename(let new) = action { name = new }
      }.scope(\.name)
    )
    let computed = Counter()
    let mapped = Counter()
    let tokens = [
      store.scope(\.counter).observe { _ in },
      store.scope(\.opaque).observe { _ in mapped.increment() },
      store.scope(\.profile).scope { profile in
        computed.increment()
        return profile.age
      }.observe { _ in },
      store.scope(\.name).observe { _ in },
    ]
    await store.settled()
    let before = (store.engine.evaluations, computed.value, mapped.value)
    for index in 0..<10 { store.dispatch(AppAction.rename("\(index)")) }
    await store.settled()
    #expect(store.engine.evaluations - before.0 == 10)
    #expect(computed.value == before.1)
    #expect(mapped.value == before.2)
    tokens.forEach { $0.dispose() }
  }

  @Test("A slice whose bytes differ and whose value does not is not told")
  func equalValuesInOtherBytes() async {
    let store = makeStore()
    let told = Recorder<String>()
    let long = String(repeating: "long enough to be on the heap ", count: 3)
    let token = store.scope(\.name).observe { told.record($0) }
    for _ in 0..<5 {
      // Another buffer each time, with the same text.
      store.dispatch(AppAction.rename(String(Array(long))))
    }
    await store.settled()
    #expect(told.values == ["a", long])
    token.dispose()
  }
}

/// Compares like an `Int`, and counts how often.
struct Tracked: Equatable, Sendable {
  static let comparisons = Counter()

  var value = 0
  var more = ""

  static func == (left: Tracked, right: Tracked) -> Bool {
    comparisons.increment()
    return left.value == right.value && left.more == right.more
  }
}

/// A hundred slices, ten times ten.
private struct Hundred: Sendable {
  struct Ten: Sendable {
    var a = Tracked(), b = Tracked(), c = Tracked(), d = Tracked(), e = Tracked()
    var f = Tracked(), g = Tracked(), h = Tracked(), i = Tracked(), j = Tracked()
  }

  var a = Ten(), b = Ten(), c = Ten(), d = Ten(), e = Ten()
  var f = Ten(), g = Ten(), h = Ten(), i = Ten(), j = Ten()

  mutating func change(_ index: Int) {
    withUnsafeMutableBytes(of: &self) { $0.bindMemory(to: Tracked.self)[index].value += 1 }
  }

  static let paths: [any KeyPath<Hundred, Tracked> & Sendable] = [
    \.a.a, \.a.b, \.a.c, \.a.d, \.a.e, \.a.f, \.a.g, \.a.h, \.a.i, \.a.j,
    \.b.a, \.b.b, \.b.c, \.b.d, \.b.e, \.b.f, \.b.g, \.b.h, \.b.i, \.b.j,
    \.c.a, \.c.b, \.c.c, \.c.d, \.c.e, \.c.f, \.c.g, \.c.h, \.c.i, \.c.j,
    \.d.a, \.d.b, \.d.c, \.d.d, \.d.e, \.d.f, \.d.g, \.d.h, \.d.i, \.d.j,
    \.e.a, \.e.b, \.e.c, \.e.d, \.e.e, \.e.f, \.e.g, \.e.h, \.e.i, \.e.j,
    \.f.a, \.f.b, \.f.c, \.f.d, \.f.e, \.f.f, \.f.g, \.f.h, \.f.i, \.f.j,
    \.g.a, \.g.b, \.g.c, \.g.d, \.g.e, \.g.f, \.g.g, \.g.h, \.g.i, \.g.j,
    \.h.a, \.h.b, \.h.c, \.h.d, \.h.e, \.h.f, \.h.g, \.h.h, \.h.i, \.h.j,
    \.i.a, \.i.b, \.i.c, \.i.d, \.i.e, \.i.f, \.i.g, \.i.h, \.i.i, \.i.j,
    \.j.a, \.j.b, \.j.c, \.j.d, \.j.e, \.j.f, \.j.g, \.j.h, \.j.i, \.j.j,
  ]
}
