// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

@Suite @MainActor struct FormBindingTests {
  private struct Form: Equatable, Sendable {
    var name = ""
    var age = 0
  }

  private enum FormEvent: FormAction, Equatable { case set(SetAction<Form>) }

  private static func makeStore(_ actions: Recorder<any Action>) -> Store<Form> {
    let reducer = Reducer<Form> {
      Reducer.updating(SetAction<Form>.self) { $1.apply(to: &$0) }
      Reducer.updating(FormEvent.self) { form, action in
        guard case .set(let change) = action else { return }
        if let age = change.value(at: \.age), age < 0 { return }
        change.apply(to: &form)
      }
      Reducer.updating { _, action in actions.record(action) }
    }
    return Store(state: Form(), reducer: reducer)
  }

  @Test func `a binding of a typed view store sets its property with the feature's action`() {
    let actions = Recorder<any Action>()
    let store = Self.makeStore(actions)
    let model = ViewStoreOf(store.accepting(FormEvent.self))
    let name = model.fieldBinding(\.name)
    name.set("Ada")
    #expect(name.get() == "Ada")
    #expect(store.state.name == "Ada")
    #expect(actions.values as? [FormEvent] == [.set(\.name, to: "Ada")])
  }

  @Test func `a binding returns to the value in the state if the reducer ignores the change`() {
    let model = ViewStoreOf(Self.makeStore(Recorder()).accepting(FormEvent.self))
    let age = model.fieldBinding(\.age)
    let notified = count { #expect(age.get() == 0) }
    age.set(-1)
    #expect(notified.value == 1)
    #expect(age.get() == 0)
  }

  @Test func `a binding of an untyped view store sets its property with a set action`() {
    let actions = Recorder<any Action>()
    let store = Self.makeStore(actions)
    let model = ViewStore(store)
    let name = model.fieldBinding(\.name)
    name.set("Ada")
    #expect(store.state.name == "Ada")
    #expect(actions.values as? [SetAction<Form>] == [SetAction(\.name, to: "Ada")])
  }
}
