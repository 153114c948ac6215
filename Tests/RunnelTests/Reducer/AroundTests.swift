// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

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
