// SPDX-License-Identifier: MIT

import Dispatch
import Observation
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

@Suite @MainActor struct BindingTests {
  /// The store's queue, suspended while a test needs pending actions.
  private let queue = DispatchQueue(label: "runnel.tests.bindings")

  private func make(_ screen: Screen = Screen()) -> (Store<Screen>, ViewStore<Screen>) {
    let store = Store(state: screen, reducer: .edits, queue: queue)
    return (store, ViewStore(store))
  }

  @Test func `a written value is shown at once and then replaced by the value in the state`() async
  {
    let (store, model) = make()
    let title = model.fieldBinding(\.title) { title in Edit<Screen> { $0.title = title } }
    queue.suspend()
    let seen = Recorder<String>()
    watch({ _ = model.title }, willChange: { seen.record(model.title) })
    title.set("b")
    #expect(seen.values == ["a"])
    #expect(model.title == "b")
    #expect(title.get() == "b")
    let notified = count { _ = title.get() }
    await nextTurn()
    #expect(title.get() == "b")
    queue.resume()
    await model.fields.lastWrite?.value
    #expect(store.state.title == "b")
    #expect(model.title == "b")
    // The state has the written value, so the field doesn't change again.
    #expect(notified.value == 0)
  }

  @Test(arguments: ["a", "B"])
  func `a value that the reducer rejects or changes is shown until it has been reduced`(
    result: String
  ) async {
    let (_, model) = make()
    let title = model.fieldBinding(\.title) { _ in Edit<Screen> { $0.title = result } }
    title.set("b")
    let notified = count { #expect(title.get() == "b") }
    await model.fields.lastWrite?.value
    #expect(notified.value == 1)
    #expect(title.get() == result)
    #expect(model.title == result)
  }

  @Test func `after several writes the newest value is shown until it has been reduced`() async {
    let (_, model) = make()
    let title = model.fieldBinding(\.title) { title in Edit<Screen> { $0.title = title } }
    queue.suspend()
    title.set("b")
    title.set("bc")
    let notified = count { #expect(title.get() == "bc") }
    await nextTurn()
    #expect(title.get() == "bc")
    queue.resume()
    await model.fields.lastWrite?.value
    #expect(notified.value == 0)
    #expect(title.get() == "bc")
  }

  @Test func `reducing an earlier write keeps the newer written value visible`() async {
    let (store, model) = make()
    let title = model.fieldBinding(\.title) { _ in Edit<Screen> { _ in } }
    queue.suspend()
    title.set("b")
    // The task that waits for the reduction of "b" starts.
    await nextTurn()
    queue.resume()
    blockUntilSettled(store)
    // "b" has been reduced, but this turn keeps the main actor from handling that.
    queue.suspend()
    title.set("c")
    await nextTurn()
    await nextTurn()
    #expect(title.get() == "c")
    queue.resume()
    await model.fields.lastWrite?.value
    #expect(title.get() == "a")
  }

  @Test func `other fields change while a written value is shown`() async {
    let (store, model) = make()
    let title = model.fieldBinding(\.title) { title in
      Edit<Screen> { ($0.title, $0.counter) = (title, 5) }
    }
    queue.suspend()
    title.set("b")
    #expect(model.title == "b")
    #expect(model.counter == 0)
    queue.resume()
    await store.settled()
    #expect(model.counter == 5)
    #expect(model.title == "b")
  }

  @Test func `a binding to an optional accepts nil`() async {
    let (store, model) = make(Screen(search: Screen.Search(text: "x")))
    let search = model.fieldBinding(\.search) { search in Edit<Screen> { $0.search = search } }
    let notified = count { #expect(search.get()?.text == "x") }
    search.set(nil)
    #expect(notified.value == 1)
    #expect(search.get() == nil)
    await model.fields.lastWrite?.value
    #expect(store.state.search == nil)
    #expect(search.get() == nil)
  }

  @Test func `a binding to a present value exists while the value does and keeps the last value`()
    async throws
  {
    let (store, model) = make()
    func makeText() -> FieldBinding<String>? {
      model.fieldBinding(ifPresent: \.search?.text) { text in
        Edit<Screen> { $0.search?.text = text }
      }
    }
    let came = count { #expect(makeText() == nil) }
    await store.change { $0.search = Screen.Search(text: "x") }
    #expect(came.value == 1)
    var binding: FieldBinding<String>?
    let left = count { binding = makeText() }
    let text = try #require(binding)
    #expect(text.get() == "x")

    text.set("y")
    #expect(text.get() == "y")
    await model.fields.lastWrite?.value
    #expect(store.state.search?.text == "y")
    // Creating the binding reads the presence of the value only.
    #expect(left.value == 0)
    await store.change { $0.search = nil }
    #expect(left.value == 1)
    #expect(text.get() == "y")
    text.set("z")
    await store.settled()
    #expect(text.get() == "y")
    #expect(store.state.search == nil)
    await store.change { $0.search = Screen.Search(text: "w") }
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
    await model.fields.lastWrite?.value
    #expect(!isPresent.get())
    isPresent.set(true)
    isPresent.set(false)
    #expect(dispatched.value == 1)
    await store.change { $0.search = Screen.Search() }
    #expect(isPresent.get())
  }
}
