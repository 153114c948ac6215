// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

private struct Left: Action { var amount = 1 }
private struct Right: Action { var amount = 1 }
// `@unchecked`: neither class has state.
private class Base: Action, @unchecked Sendable { init() {} }
private final class Derived: Base, @unchecked Sendable {}

private struct Pair: Equatable, Sendable {
  var left = 0
  var right = 0
  var log: [String] = []
  var other = ""
}

private func logging(_ word: String) -> Reducer<Pair> {
  Reducer.updating { state, action in state.log.append("\(word) \(type(of: action))") }
}

private func logged(_ word: String) -> Reducer<Pair> {
  Reducer.updating(Left.self) { state, _ in state.log.append(word) }
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

  @Test func `Contract 7: typed and untyped reducers run in composition order`() async {
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

  @Test func `Compositions support conditions, loops and optionals`() async {
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
    #expect(await run(Reducer {}, Left()) == Pair())
  }

  @Test func `An action calls only reducers of its type and of all types`() async {
    let store = Store(
      state: Pair(),
      reducer: Reducer {
        for _ in 0..<1_000 { Reducer<Pair>.updating(Right.self) { _, _ in } }
        Reducer<Pair>.updating(Left.self) { state, _ in state.left += 1 }
        Reducer<Pair>.updating { state, _ in state.right += 1 }
      })
    for _ in 0..<10 { store.dispatch(Left()) }
    await store.settled()
    #expect(store.engine.table.entered == 20)
    #expect(store.state == Pair(left: 10, right: 10))
    store.send(Right())
    #expect(store.engine.table.entered == 20 + 1_001)
  }

  @Test func `An object is reduced by its dynamic type and its superclass, in any order`() async {
    let reducer = Reducer<Pair> {
      Reducer<Pair>.updating(Base.self) { state, _ in state.left += 1 }
      Reducer<Pair>.updating(Derived.self) { state, _ in state.right += 1 }
      Reducer<Pair>.updating(Left.self) { state, left in state.left += 100 * left.amount }
    }
    let derived: Base = Derived()
    let state = await run(
      reducer, derived, Base(), derived, Left(amount: 1), Derived(), derived, Base(),
      Left(amount: 1))
    #expect((state.left, state.right) == (206, 4))
  }

  private static let count = Reducer<Int>.updating(Left.self) { count, action in
    count += action.amount
  }

  @Test func `onChange runs only when its value changes`() {
    let store = Store(
      state: Pair(),
      reducer: Reducer<Pair> {
        Self.count.scope(\.left)
        Reducer<Pair>.updating(Right.self) { state, _ in state.other = "b" }
      }.updatingOnChange(of: \.left) { old, new, state in state.log.append("\(old) → \(new)") })
    let actions: [any Action] = [Left(), Right(), Left(amount: 0), Left(amount: 2)]
    actions.forEach { store.dispatch($0) }
    store.send(Base())
    #expect(store.state.log == ["0 → 1", "1 → 3"])
    #expect(store.state.other == "b")
    // An action of another type isn't even compared.
    #expect(store.engine.table.entered == 4)
  }
}

@Suite struct AroundTests {
  private struct Form: Equatable, Sendable {
    var before = 0
    var name = ""
    var log: [String] = []
  }

  private enum Typed: Action, Equatable { case name(String), checked, spelled }

  private static let form = Reducer<Form> {
    Reducer<String>.updating(Typed.self) { name, action in
      if case .name(let new) = action { name = new }
    }
    .scope(\Form.name)
    Reducer<Form>.on(Typed.self) { form, action in
      form.log.append("\(action)")
      if case .name = action { return .send(.checked) }
      return .none
    }
  }

  @Test func `Code around a reducer sees both states, and adds its effect last`() async {
    let reducer = Self.form.around { reduction in
      guard case .name? = reduction.action as? Typed else {
        reduction.run()
        return .none
      }
      let old = reduction.state.name
      let isHandled = reduction.run()
      #expect(isHandled)
      if reduction.state.name.count > 3 { reduction.state.name = old }
      return .send(Typed.spelled)
    }
    let store = TestStore(state: Form(), reducer: reducer)
    await store.send(Typed.name("Ada")) {
      $0.name = "Ada"
      $0.log = [#"name("Ada")"#]
    }
    await store.receive(Typed.checked) { $0.log.append("checked") }
    await store.receive(Typed.spelled) { $0.log.append("spelled") }
    await store.send(Typed.name("Lovelace")) { $0.log.append(#"name("Lovelace")"#) }
    await store.receive(Typed.checked) { $0.log.append("checked") }
    await store.receive(Typed.spelled) { $0.log.append("spelled") }
    await store.finish()
  }

  @Test func `Code around a reducer can veto an action, and sees only its own`() async {
    let calls = Counter()
    let reports = Recorder<Int>()
    let store = Store(
      state: Form(),
      reducer: Self.form.around { _ in
        calls.increment()
        return .none
      }, middleware: [.reports { reports.record($0.reducerCount) }])
    await store.settle(after: Typed.name("Ada"), Word("a"))
    #expect(store.state == Form())
    #expect(calls.value == 1)
    #expect(reports.values == [0, 0])
  }

  @Test func `Contract 28: code around a reducer that only reads keeps the change narrow`() async {
    let reads = Counter()
    let narrow = Reducer<String>.updating(Typed.self) { name, _ in name += "!" }.scope(\Form.name)
    let store = Store(
      state: Form(),
      reducer: narrow.around { reduction in
        let old = reduction.state.name
        reduction.run()
        if old != reduction.state.name { reads.increment() }
        return .none
      })
    let names = store.scope(\.name).recordValues()
    let tokens = [store.scope(\.log).observe { _ in }, store.scope(\.before).observe { _ in }]
    await store.settled()
    let before = store.evaluations
    for _ in 0..<10 { store.dispatch(Typed.checked) }
    await store.settled()
    #expect(reads.value == 10)
    #expect(names.count == 11)
    #expect(store.evaluations - before == 10)
    tokens.forEach { $0.dispose() }
  }

  private struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var name = ""
  }

  @Test func `A reducer without effects reaches one row, and tells the list which`() async {
    let rows = Reducer<[Row]> {
      Reducer<Row>.on(Word.self) { row, word in
        row.name = word.word
        return .merge(.send(Typed.checked), .run { _ in Issue.record("an effect runs") })
      }
      .forEach(\.self)
      Reducer.updating(Word.self, from: \.self) { rows, id, _ in rows.append(Row(id: 10 * id)) }
    }
    let store = TestStore(state: [Row(id: 1), Row(id: 2)], reducer: rows.withoutEffects)
    await store.send(Word("a"), to: \.self, id: 2) {
      $0 = [Row(id: 1), Row(id: 2, name: "a"), Row(id: 20)]
    }
    await store.finish()
  }
}
