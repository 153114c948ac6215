// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@Suite struct FormTestStoreTests {
  private struct Form: Equatable, Sendable {
    var name = ""
    var age = 0
  }

  private enum FormEvent: FormAction, Equatable {
    case set(SetAction<Form>)
    case aged
  }

  private static let reducer = Reducer<Form>.on(FormEvent.self) { form, action in
    switch action {
    case .set(let change):
      change.apply(to: &form)
      return .none
    case .aged: return .once { .set(\.age, to: 1) }
    }
  }

  @Test func `a typed test store sends and receives set actions with a leading dot`() async {
    let store = TestStore(state: Form(), reducer: Self.reducer).accepting(FormEvent.self)
    await store.send(.set(\.name, to: "Ada")) { $0.name = "Ada" }
    await store.send(.aged)
    await store.receive(.set(\.age, to: 1)) { $0.age = 1 }
    await store.finish()
  }

  @Test func `an untyped test store sends and receives set actions`() async {
    struct Aged: Action {}
    let reducer = Reducer<Form> {
      Reducer.updating(SetAction<Form>.self) { $1.apply(to: &$0) }
      Reducer.on(Aged.self) { _, _ in .run { $0(SetAction(\Form.age, to: 1)) } }
    }
    let store = TestStore(state: Form(), reducer: reducer)
    await store.send(SetAction(\Form.name, to: "Ada")) { $0.name = "Ada" }
    await store.send(Aged())
    await store.receive(SetAction(\Form.age, to: 1)) { $0.age = 1 }
    await store.finish()
  }

  @Test func `a failure prints the path and the value`() async {
    let store = TestStore(state: Form(), reducer: Self.reducer).accepting(FormEvent.self)
    let failures = await failures {
      await store.send(.set(\.name, to: "Ada")) { $0.name = "Bob" }
      await store.send(.aged)
      await store.receive(.set(\.age, to: 2)) { $0.age = 1 }
    }
    let type = "FormTestStoreTests.FormEvent"
    let state = """
      The state after \(type).set(name = "Ada") is not the expected one (- expected, + actual):
        - name: "Bob"
        + name: "Ada"
      """
    let action = """
      The received action is not the expected one (- expected, + actual):
        - \(type).set(age = 2)
        + \(type).set(age = 1)
      """
    #expect(failures.map(\.text) == [state, action])
    await store.finish()
  }

  @Test func `a typed test store reports at its end what the test did not receive`() async {
    await withKnownIssue {
      let store = TestStore(state: Form(), reducer: Self.reducer).accepting(FormEvent.self)
      store.store.dispatch(.set(\.name, to: "late"))
      await store.store.settled()
    }
  }
}
