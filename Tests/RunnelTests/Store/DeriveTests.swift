// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct DeriveTests {
  @Test("A derived store is made anew when an input has changed, and only then")
  func memoized() async {
    let store = makeStore()
    let made = Counter()
    let derived = store.derive(\.counter, \.name) { counter, name in
      made.increment()
      return "\(name)\(counter)"
    }
    store.dispatch(AppAction.nothing)
    await store.settled()
    #expect(made.value == 0)
    #expect(derived.state == "a0")
    #expect(derived.state == "a0")
    #expect(made.value == 1)
    store.dispatch(AppAction.retitle("t"))
    store.dispatch(AppAction.nothing)
    await store.settled()
    #expect(derived.state == "a0")
    #expect(made.value == 1)
    store.dispatch(AppAction.increment)
    await store.settled()
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(made.value == 1)
    #expect(derived.state == "a2")
    #expect(made.value == 2)
    #expect(derived.scope(\.count).state == 2)
    #expect(made.value == 2)
  }

  @Test("Observers of a derived store share what is made, and are told when it differs")
  func shared() async {
    let store = makeStore()
    let made = Counter()
    let parity = store.derive(\.counter) { counter in
      made.increment()
      return counter.isMultiple(of: 2) ? "even" : "odd"
    }
    let told = Recorder<String>()
    let tokens = (0..<10).map { _ in parity.observe { told.record($0) } }
    let inner = parity.scope(\.count).observe { told.record("\($0)") }
    await store.settled()
    #expect(made.value == 1)
    store.dispatch(AppAction.set(2))
    await store.settled()
    #expect(made.value == 2)
    #expect(told.count == 11)
    store.dispatch(AppAction.set(3))
    await store.settled()
    #expect(made.value == 3)
    #expect(told.values.suffix(11) == Array(repeating: "odd", count: 10) + ["3"])
    tokens.forEach { $0.dispose() }
    inner.dispose()
  }

  @Test("Two inputs that change in one action make it anew once")
  func once() async {
    struct Both: Action {}
    let store = Store(
      state: AppState(),
      reducer: Reducer<AppState> {
        Reducer<Int>.on(Both.self) { counter, _ in counter += 1 }.scope(\.counter)
        Reducer<String>.on(Both.self) { name, _ in name += "b" }.scope(\.name)
      })
    let made = Recorder<String>()
    let derived = store.derive(\.counter, \.name, \.rows) { counter, name, rows in
      made.record("\(counter)\(name)\(rows.count)")
      return counter
    }
    let further = derived.derive(\.self) { "\($0)" }
    let told = Recorder<String>()
    let token = further.observe { told.record($0) }
    store.dispatch(Both())
    await store.settled()
    store.dispatch(Both())
    await store.settled()
    #expect(derived.state == 2)
    #expect(made.values == ["0a0", "1ab0", "2abb0"])
    #expect(told.values == ["0", "1", "2"])
    token.dispose()
  }

  @Test("A store is derived from derived ones, and from scopes beside them")
  func fromStores() async {
    let store = makeStore()
    let made = Recorder<String>()
    let rows = store.derive(\.rows) { rows in
      made.record("rows")
      return rows.sorted()
    }
    let marked = store.derive(from: rows, store.scope(\.counter), store.scope { $0.name.count }) {
      rows, counter, length in
      made.record("marked")
      return rows.map { $0 == counter ? "[\($0)]" : "\($0)" }.joined(separator: " ") + " \(length)"
    }
    let told = Recorder<String>()
    let token = marked.observe { told.record($0) }
    for action: AppAction in [.append(2), .append(1), .set(1), .rename("b"), .retitle("t")] {
      store.dispatch(action)
    }
    await store.settled()
    #expect(told.values == [" 1", "2 1", "1 2 1", "[1] 2 1"])
    #expect(made.values.filter { $0 == "rows" }.count == 3)
    #expect(made.values.filter { $0 == "marked" }.count == 4)
    token.dispose()
    #expect(Misuse.derivedFromOtherStore("x", at: CallSite()).message.contains("another store"))
  }

  @Test("Contract 28: an action that touches no input does not look at what is derived")
  func footprints() async {
    let store = Store(
      state: AppState(),
      reducer: Reducer<[Int]>.on(AppAction.self) { rows, _ in rows.append(1) }.scope(\.rows))
    let derived = store.derive(\.counter, \.profile.title) { "\($0)\($1)" }
    let token = derived.observe { _ in }
    await store.settled()
    let before = store.engine.evaluations
    for _ in 0..<10 { store.dispatch(AppAction.nothing) }
    await store.settled()
    #expect(store.engine.evaluations == before)
    token.dispose()
  }

  @Test("Contract 17: whoever observes what is made of several parts is listed once")
  func connections() {
    let store = makeStore()
    let tokens = [
      store.derive(\.counter, \.name, \.rows) { "\($0)\($1)\($2)" }.observe { _ in },
      store.scope(\.counter).observe { _ in },
    ]
    #expect(
      store.connections.map(\.slice) == [
        "\\AppState { .counter, .name, .rows → String }", "\\AppState.counter",
      ])
    tokens.forEach { $0.dispose() }
    #expect(store.connections.isEmpty)
  }

  @Test("A derived store holds its inputs while it exists, and lets go of them")
  func released() async {
    let store = makeStore()
    do {
      let derived = store.derive(\.rows, \.isEven) { rows, isEven in rows.count + (isEven ? 0 : 1) }
      #expect(derived.state == 0)
      #expect(store.engine.watches.count == 2)
      store.dispatch(AppAction.append(1))
      await store.settled()
      #expect(derived.state == 1)
    }
    #expect(store.engine.watches.isEmpty)
    #expect(store.engine.registry.count == 1)
  }

  @Test("A derived store is derived from the inside of an optional, too")
  func insideOptional() async throws {
    struct State: Sendable { var profile: Profile? = Profile() }
    struct Clear: Action {}
    let store = Store(state: State()) { state, action in
      if action is Clear { state.profile = nil } else { state.profile?.age += 1 }
    }
    let profile = try #require(store.scope(ifPresent: \.profile))
    let derived = profile.derive(\.title, \.age) { "\($0) \($1)" }
    let told = Recorder<String>()
    let token = derived.observe { told.record($0) }
    store.dispatch(AppAction.nothing)
    store.dispatch(Clear())
    store.dispatch(AppAction.nothing)
    await store.settled()
    #expect(told.values == ["none 0", "none 1"])
    #expect(derived.state == "none 1")
    token.dispose()
  }

  @Test("Readers from several threads, while inputs change, see what belongs together")
  func concurrentReaders() async {
    let store = Store(state: AppState()) { state, _ in
      state.counter += 1
      state.name = "\(state.counter)"
    }
    store.dispatch(AppAction.nothing)
    let derived = store.derive(\.counter, \.name) { ($0, $1) }
    await store.settled()
    await onThreads(4) { thread in
      for _ in 0..<500 {
        if thread < 2 {
          store.dispatch(AppAction.nothing)
        } else {
          let (counter, name) = derived.state
          #expect("\(counter)" == name)
        }
      }
    }
    await store.settled()
    #expect(derived.state.0 == 1_001)
  }
}
