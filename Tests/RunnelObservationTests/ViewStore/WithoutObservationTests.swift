// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

/// View stores on systems without Observation, simulated with a parameter.
@Suite @MainActor struct WithoutObservationTests {
  private func make(
    _ store: Store<Screen>,
    tracksReads: Bool = false,
    willChange: @escaping @MainActor (ViewStore<Screen>) -> Void
  ) -> ViewStore<Screen> {
    let model = ViewStore(store, tracksReads: tracksReads)
    model.fields.willChange = { [weak model] in
      if let model { willChange(model) }
    }
    return model
  }

  @Test func `an update announces its changes once, before they are visible`() async {
    let store = makeScreen()
    var seen: [[String]] = []
    let model = make(store) { seen.append(["\($0.counter)", $0.title]) }
    _ = (model.counter, model.title)
    await store.change { ($0.counter, $0.title) = (1, "b") }
    #expect(seen == [["0", "a"]])
    #expect(model.counter == 1)
    #expect(model.title == "b")
  }

  @Test func `changes of unread fields are not announced, and reads return the newest value`() async
  {
    let store = makeScreen()
    var announcements = 0
    let model = make(store) { _ in announcements += 1 }
    _ = model.counter
    await store.change { $0.title = "b" }
    #expect(announcements == 0)
    #expect(model.title == "b")
  }

  @Test func `a read announces nothing and returns the state of the last update`() async {
    let store = makeScreen()
    var announcements = 0
    let model = make(store) { _ in announcements += 1 }
    _ = model.counter
    await nextTurn()
    store.dispatch(Edit<Screen> { ($0.counter, $0.title) = (1, "b") })
    blockUntilSettled(store)
    #expect(model.counter == 0)
    #expect(model.title == "a")
    #expect(announcements == 0)
    await store.settled()
    #expect(announcements == 1)
    #expect(model.counter == 1)
    #expect(model.title == "b")
  }

  @Test func `with Observation, the next update announces changes that a read caught up with`()
    async
  {
    let store = makeScreen()
    var announcements = 0
    let model = make(store, tracksReads: true) { _ in announcements += 1 }
    let notified = count { _ = model.counter }
    await nextTurn()
    store.dispatch(Edit<Screen> { $0.counter = 1 })
    blockUntilSettled(store)
    #expect(model.counter == 1)
    #expect(notified.value == 1)
    #expect(announcements == 0)
    await store.settled()
    #expect(announcements == 1)
  }

  @Test func `the result of a written value is announced once`() {
    let store = makeScreen()
    var seen: [String] = []
    let model = make(store) { seen.append($0.title) }
    let title = model.fieldBinding(\.title) { title in
      Edit<Screen> { $0.title = title.uppercased() }
    }
    #expect(title.get() == "a")
    title.set("b")
    #expect(title.get() == "B")
    #expect(seen == ["a"])
  }

  @Test func `a field first read during an announcement is new afterward`() async {
    let store = makeScreen()
    var seen: [String] = []
    let model = make(store) { seen.append($0.title) }
    _ = model.counter
    await store.change { ($0.counter, $0.title) = (1, "b") }
    #expect(seen == ["a"])
    #expect(model.title == "b")
  }
}
