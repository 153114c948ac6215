// SPDX-License-Identifier: MIT

import Dispatch
import Observation
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

@Suite @MainActor struct BindingTests {
  /// What the store reduces on. While it is suspended, actions wait, and the state can be read.
  private let queue = DispatchQueue(label: "runnel.tests.bindings")

  private func make(_ screen: Screen = Screen()) -> (Store<Screen>, ViewStore<Screen>) {
    let store = Store(state: screen, reducer: Change<Screen>.reduce, queue: queue)
    return (store, ViewStore(store))
  }

  @Test("What is written is shown at once, as a change, and then what the state says")
  func echo() async {
    let (store, model) = make()
    let title = model.fieldBinding(\.title) { title in Change<Screen> { $0.title = title } }
    queue.suspend()
    let seen = Recorder<String>()
    watch {
      _ = model.title
    } willChange: {
      seen.record(model.title)
    }
    title.set("b")
    #expect(seen.values == ["a"])
    #expect(model.title == "b")
    #expect(title.get() == "b")
    let told = count { _ = title.get() }
    await nextTurn()
    #expect(title.get() == "b")
    queue.resume()
    await model.fields.lastWrite?.value
    #expect(store.state.title == "b")
    #expect(model.title == "b")
    // It went from what was written to the same in the state.
    #expect(told.value == 0)
  }

  @Test("What the reducer refuses is shown until it has been reduced")
  func refusal() async {
    let (_, model) = make()
    let title = model.fieldBinding(\.title) { _ in Change<Screen> { _ in } }
    title.set("b")
    let told = count { #expect(title.get() == "b") }
    await model.fields.lastWrite?.value
    #expect(told.value == 1)
    #expect(title.get() == "a")
    #expect(model.title == "a")
  }

  @Test("What the reducer makes something else of is shown as such once it has been reduced")
  func normalisation() async {
    let (_, model) = make()
    let title = model.fieldBinding(\.title) { title in
      Change<Screen> { $0.title = title.uppercased() }
    }
    title.set("b")
    let told = count { #expect(title.get() == "b") }
    await model.fields.lastWrite?.value
    #expect(told.value == 1)
    #expect(title.get() == "B")
  }

  @Test("Of several values written in a row the newest is shown until it has been reduced")
  func inARow() async {
    let (_, model) = make()
    let title = model.fieldBinding(\.title) { title in Change<Screen> { $0.title = title } }
    queue.suspend()
    title.set("b")
    title.set("bc")
    let told = count { #expect(title.get() == "bc") }
    await nextTurn()
    #expect(title.get() == "bc")
    queue.resume()
    await model.fields.lastWrite?.value
    #expect(told.value == 0)
    #expect(title.get() == "bc")
  }

  @Test("That a value has been reduced does not end the showing of a newer one")
  func onlyTheNewest() async {
    let (store, model) = make()
    let title = model.fieldBinding(\.title) { _ in Change<Screen> { _ in } }
    queue.suspend()
    title.set("b")
    // From now on it is waited for that "b" is reduced.
    await nextTurn()
    queue.resume()
    blockUntilSettled(store)
    // It has been, which this turn of the main actor has kept from being known.
    queue.suspend()
    title.set("c")
    await nextTurn()
    await nextTurn()
    #expect(title.get() == "c")
    queue.resume()
    await model.fields.lastWrite?.value
    #expect(title.get() == "a")
  }

  private nonisolated func blockUntilSettled(_ store: Store<Screen>) {
    store.waitUntilSettled()
  }

  @Test("Other fields change while something written is shown")
  func others() async {
    let (store, model) = make()
    let title = model.fieldBinding(\.title) { title in
      Change<Screen> { ($0.title, $0.counter) = (title, 5) }
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

  @Test("A binding to an optional takes `nil` like any other value")
  func optional() async {
    let (store, model) = make(Screen(search: Screen.Search(text: "x")))
    let search = model.fieldBinding(\.search) { search in Change<Screen> { $0.search = search } }
    let told = count { #expect(search.get()?.text == "x") }
    search.set(nil)
    #expect(told.value == 1)
    #expect(search.get() == nil)
    await model.fields.lastWrite?.value
    #expect(store.state.search == nil)
    #expect(search.get() == nil)
  }

  @Test(
    "A binding to a value that is there at times is there when the value is, and keeps the last one"
  )
  func ifPresent() async throws {
    let (store, model) = make()
    func makeText() -> FieldBinding<String>? {
      model.fieldBinding(ifPresent: \.search?.text) { text in
        Change<Screen> { $0.search?.text = text }
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
    // Who made the binding is not told of another value, but of none.
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

  @Test("Whether something is presented can be set to `false` while it is, and to `true` never")
  func isPresent() async {
    let (store, model) = make(Screen(search: Screen.Search()))
    let dispatched = Counter()
    let isPresent = model.fieldBinding(isPresent: \.search) {
      dispatched.increment()
      return Change<Screen> { $0.search = nil }
    }
    let told = count { #expect(isPresent.get()) }
    isPresent.set(true)
    #expect(dispatched.value == 0)
    isPresent.set(false)
    #expect(told.value == 1)
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
