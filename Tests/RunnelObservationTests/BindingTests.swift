// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

@Suite @MainActor struct BindingTests {
  private func make(_ screen: Screen = Screen()) -> (Store<Screen>, ViewStore<Screen>) {
    let store = makeScreen(screen)
    return (store, ViewStore(store))
  }

  @Test func `Contract 41: a written value is in the state when the write returns`() {
    let (store, model) = make()
    let title = model.fieldBinding(\.title) { title in
      Edit<Screen> { ($0.title, $0.counter) = (title, 5) }
    }
    let seen = Recorder<String>()
    watch({ _ = model.title }, willChange: { seen.record(model.title) })
    let other = count { #expect(model.counter == 0) }
    title.set("b")
    #expect(store.state.title == "b")
    #expect(other.value == 1)
    #expect(model.counter == 5)
    #expect(seen.values == ["a"])
    #expect(title.get() == "b")
    #expect(model.title == "b")
  }

  @Test(arguments: ["12345", "123456"])
  func `Contract 41: a text field whose reducer clamps shows the clamped text`(typed: String) {
    let (store, model) = make(Screen(title: "1234"))
    let title = model.fieldBinding(\.title) { title in
      Edit<Screen> { $0.title = String(title.prefix(5)) }
    }
    let notified = count { #expect(title.get() == "1234") }
    title.set(typed)
    #expect(notified.value == 1)
    #expect(title.get() == "12345")
    #expect(store.state.title == "12345")
    // The state doesn't change again, but the control shows six characters.
    let again = count { #expect(title.get() == "12345") }
    title.set("123456")
    #expect(again.value == 1)
    let unchanged = count { #expect(title.get() == "12345") }
    title.set("12345")
    #expect(unchanged.value == 0)
  }

  @Test func `a write inside of the store's own work is reduced later`() async {
    // On the main queue, the store's work is on the main thread.
    let store = Store(state: Screen(), reducer: .edits, queue: .main)
    let model = ViewStore(store)
    let title = model.fieldBinding(\.title) { title in Edit<Screen> { $0.title = title } }
    #expect(title.get() == "a")
    let isFirst = Counter()
    let subscription = store.onAction { _ in
      isFirst.increment()
      guard isFirst.value == 1 else { return }
      MainActor.assumeIsolated {
        title.set("b")
        #expect(title.get() == "a")
      }
    }
    store.send(Edit<Screen> { $0.counter = 1 })
    await store.settled()
    #expect(title.get() == "b")
    subscription.dispose()
  }

  @Test func `a binding to a present value exists while it does, and keeps the last`()
    async throws
  {
    let (store, model) = make()
    func makeText() -> FieldBinding<String>? {
      model.fieldBinding(ifPresent: \.search?.text) { text in
        Edit<Screen> { $0.search?.text = text }
      }
    }
    let came = count { #expect(makeText() == nil) }
    await store.editAndWait { $0.search = Screen.Search(text: "x") }
    #expect(came.value == 1)
    var binding: FieldBinding<String>?
    let left = count { binding = makeText() }
    let text = try #require(binding)
    #expect(text.get() == "x")

    text.set("y")
    #expect(text.get() == "y")
    #expect(store.state.search?.text == "y")
    // Creating the binding reads the presence of the value only.
    #expect(left.value == 0)
    await store.editAndWait { $0.search = nil }
    #expect(left.value == 1)
    #expect(text.get() == "y")
    text.set("z")
    await store.settled()
    #expect(text.get() == "y")
    #expect(store.state.search == nil)
    await store.editAndWait { $0.search = Screen.Search(text: "w") }
    #expect(text.get() == "w")
  }

  @Test func `a presence binding can be set to false only`() async {
    let (store, model) = make(Screen(search: Screen.Search()))
    let dispatched = Counter()
    let isPresent = model.fieldBinding(isPresent: \.search) {
      dispatched.increment()
      return Edit<Screen> { $0.search = nil }
    }
    let notified = count { #expect(isPresent.get()) }
    isPresent.set(true)
    #expect(dispatched.value == 0)
    isPresent.set(false)
    #expect(notified.value == 1)
    #expect(!isPresent.get())
    isPresent.set(false)
    #expect(dispatched.value == 1)
    #expect(!isPresent.get())
    isPresent.set(true)
    isPresent.set(false)
    #expect(dispatched.value == 1)
    await store.editAndWait { $0.search = Screen.Search() }
    #expect(isPresent.get())
  }
}

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

  @Test func `a binding of a typed view store sends the feature's action, which can be ignored`() {
    let actions = Recorder<any Action>()
    let store = Self.makeStore(actions)
    let model = ViewStoreOf(store.accepting(FormEvent.self))
    let (name, age) = (model.fieldBinding(\.name), model.fieldBinding(\.age))
    name.set("Ada")
    #expect(name.get() == "Ada")
    #expect(store.state.name == "Ada")
    #expect(actions.values as? [FormEvent] == [.set(\.name, to: "Ada")])
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
