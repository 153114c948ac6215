// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

private struct Left: Action { var amount = 1 }
private struct Right: Action { var amount = 1 }
private class Base: Action, @unchecked Sendable {
  // `@unchecked`: has no state.
  init() {}
}
private final class Derived: Base, @unchecked Sendable {
  // `@unchecked`: has no state.
}

private struct Pair: Equatable, Sendable {
  var left = 0
  var right = 0
  var log: [String] = []
  var other = ""

  /// Computed, and can be set.
  var sum: Int {
    get { left + right }
    set { left = newValue - right }
  }
}

private func logging(_ word: String) -> Reducer<Pair> {
  Reducer { state, action in state.log.append("\(word) \(type(of: action))") }
}

private func logged(_ word: String) -> Reducer<Pair> {
  Reducer.on(Left.self) { state, _ in state.log.append(word) }
}

private func freeReducer(state: inout Pair, action: any Action) {
  if action is Left { state.left += 1 }
}

@Suite struct ReducerTests {
  private func run(
    _ reducer: Reducer<Pair>, on state: Pair = Pair(), _ actions: any Action...
  ) async -> Pair {
    let store = Store(state: state, reducer: reducer)
    actions.forEach { store.dispatch($0) }
    await store.settled()
    return store.state
  }

  // MARK: Making and composing

  @Test("A free function, a closure and a typed closure are reducers")
  func making() async {
    #expect(await run(Reducer(freeReducer), Left(), Right()).left == 1)
    #expect(await run(Reducer { state, _ in state.left += 1 }, Left(), Right()).left == 2)
    let typed = Reducer<Pair>.on(Right.self) { state, action in state.right += action.amount }
    #expect(await run(typed, Left(), Right(amount: 5)).right == 5)
  }

  @Test("Contract 7: reducers run in the order of composition, typed and untyped among each other")
  func order() async {
    let reducer = Reducer<Pair> {
      logged("1")
      logging("2")
      Reducer {
        logged("3")
        logging("4")
      }
      logged("5")
    }
    #expect(
      await run(reducer, Left(), Right()).log
        == ["1", "2 Left", "3", "4 Left", "5", "2 Right", "4 Right"])
  }

  @Test("Compositions have conditions, loops and optionals")
  func builder() async {
    func reducer(_ flag: Bool) -> Reducer<Pair> {
      Reducer<Pair> {
        if flag { logged("if") }
        if flag { logged("then") } else { logged("else") }
        for word in ["a", "b"] { logged(word) }
        flag ? logged("some") : nil
      }
    }
    #expect(await run(reducer(true), Left()).log == ["if", "then", "a", "b", "some"])
    #expect(await run(reducer(false), Left()).log == ["else", "a", "b"])
  }

  @Test("An action enters the reducers of its type and those of all types, and no others")
  func entered() async {
    let store = Store(
      state: Pair(),
      reducer: Reducer {
        for _ in 0..<1_000 { Reducer<Pair>.on(Right.self) { _, _ in } }
        Reducer<Pair>.on(Left.self) { state, _ in state.left += 1 }
        Reducer<Pair> { state, _ in state.right += 1 }
      })
    for _ in 0..<10 { store.dispatch(Left()) }
    await store.settled()
    #expect(store.engine.table.entered == 20)
    #expect(store.state == Pair(left: 10, right: 10))
    store.dispatch(Right())
    await store.settled()
    #expect(store.engine.table.entered == 20 + 1_001)
  }

  @Test("A reducer of a class is entered for its subclasses, and not the other way round")
  func classes() async {
    let reducer = Reducer<Pair> {
      Reducer<Pair>.on(Base.self) { state, _ in state.left += 1 }
      Reducer<Pair>.on(Derived.self) { state, _ in state.right += 1 }
    }
    let state = await run(reducer, Base(), Derived())
    #expect((state.left, state.right) == (2, 1))
  }

  @Test("An object is reduced as what it is, whatever it is handed over as, and in whatever order")
  func objectsByTheirBase() async {
    let reducer = Reducer<Pair> {
      Reducer<Pair>.on(Base.self) { state, _ in state.left += 1 }
      Reducer<Pair>.on(Derived.self) { state, _ in state.right += 1 }
      Reducer<Pair>.on(Left.self) { state, left in state.left += 100 * left.amount }
    }
    let derived: Base = Derived()
    let state = await run(
      reducer, derived, Base(), derived, Left(amount: 1), Derived(), derived, Base(),
      Left(amount: 1))
    #expect((state.left, state.right) == (206, 4))
  }

  @Test("An empty composition reduces nothing")
  func empty() async {
    #expect(await run(Reducer {}, Left()) == Pair())
  }

  @Test("A reducer can be called")
  func calling() {
    var pair = Pair()
    let reducer = Reducer<Pair> {
      Self.count.scope(\.left)
      Self.count.scope(\.right).onChange(of: \.right) { _, _, pair in pair.other = "changed" }
    }
    reducer.reduce(&pair, Left(amount: 2))
    reducer.reduce(&pair, Right())
    #expect((pair.left, pair.right, pair.other) == (2, 2, "changed"))
  }

  // MARK: Scopes

  private static let count = Reducer<Int>.on(Left.self) { count, action in count += action.amount }

  @Test("A scoped reducer changes its part, by a stored path and by a computed one")
  func scoping() async {
    #expect(await run(Self.count.scope(\.right), Left()).right == 1)
    let state = await run(Self.count.scope(\.sum), on: Pair(left: 1, right: 1), Left(amount: 5))
    #expect((state.left, state.right) == (6, 1))
  }

  @Test("Contract 28: who looks at other parts than a scoped reducer writes is not looked at")
  func footprints() async {
    let store = Store(state: Pair(), reducer: Self.count.scope(\.right))
    let looked = Counter()
    let tokens = [
      store.scope(\.left).observe { _ in },
      store.scope(\.other).scope { other in
        looked.increment()
        return other
      }.observe { _ in },
    ]
    await store.settled()
    let before = (store.engine.evaluations, looked.value)
    for _ in 0..<10 { store.dispatch(Left()) }
    await store.settled()
    #expect(store.state.right == 10)
    #expect(store.engine.evaluations == before.0)
    #expect(looked.value == before.1)
    tokens.forEach { $0.dispose() }
  }

  @Test("Several reducers of one action change several parts, and whoever looks is told once")
  func severalParts() async {
    let store = Store(
      state: Pair(),
      reducer: Reducer {
        Self.count.scope(\.left)
        Self.count.scope(\.right)
        Self.count.scope(\.left)
      })
    let told = Recorder<String>()
    let tokens = [
      store.scope(\.left).observe { told.record("left \($0)") },
      store.scope(\.right).observe { told.record("right \($0)") },
      store.scope { $0.left + $0.right }.observe { told.record("sum \($0)") },
      store.scope(\.other).observe { told.record("other \($0)") },
      // Without `==`: told of whatever may have changed.
      store.scope { ($0.left, $0.right) }.observe { told.record("both \($0)") },
    ]
    await store.settled()
    store.dispatch(Left())
    await store.settled()
    #expect(
      told.values.suffix(4) == ["left 2", "right 1", "sum 3", "both (2, 1)"])
    #expect(told.count == 9)
    tokens.forEach { $0.dispose() }
  }

  // MARK: Change and undo

  @Test("`onChange` follows changes of a value and nothing else")
  func onChange() async {
    let reducer = Reducer<Pair> {
      Self.count.scope(\.left)
      Reducer<Pair>.on(Right.self) { state, _ in state.other = "b" }
    }.onChange(of: \.left) { old, new, state in state.log.append("\(old) → \(new)") }
    let state = await run(reducer, Left(), Right(), Left(amount: 0), Left(amount: 2))
    #expect(state.log == ["0 → 1", "1 → 3"])
    #expect(state.other == "b")
  }

  @Test("`onChange` lets actions of other types by")
  func onChangeIsTyped() async {
    let store = Store(
      state: Pair(), reducer: Self.count.scope(\.left).onChange(of: \.left) { _, _, _ in })
    store.dispatch(Right())
    await store.settled()
    #expect(store.engine.table.entered == 0)
  }
}
