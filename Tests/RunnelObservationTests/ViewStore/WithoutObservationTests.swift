// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

/// Systems that have no Observation, which a parameter makes of one that has.
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

  @Test("Before an update in which read fields change it is said once that something will change")
  func oncePerUpdate() async {
    let store = makeScreen()
    var seen: [[String]] = []
    let model = make(store) { seen.append(["\($0.counter)", $0.title]) }
    _ = (model.counter, model.title)
    await store.change { ($0.counter, $0.title) = (1, "b") }
    #expect(seen == [["0", "a"]])
    #expect(model.counter == 1)
    #expect(model.title == "b")
  }

  @Test(
    "Of changes of what nobody has read nothing is said, and who reads it later gets the newest")
  func unread() async {
    let store = makeScreen()
    var announcements = 0
    let model = make(store) { _ in announcements += 1 }
    _ = model.counter
    await store.change { $0.title = "b" }
    #expect(announcements == 0)
    #expect(model.title == "b")
  }

  @Test("Reading never announces anything, and gives what the last update brought")
  func noCatchingUp() async {
    let store = makeScreen()
    var announcements = 0
    let model = make(store) { _ in announcements += 1 }
    _ = model.counter
    await nextTurn()
    store.dispatch(Change<Screen> { ($0.counter, $0.title) = (1, "b") })
    blockUntilSettled(store)
    #expect(model.counter == 0)
    #expect(model.title == "a")
    #expect(announcements == 0)
    await store.settled()
    #expect(announcements == 1)
    #expect(model.counter == 1)
    #expect(model.title == "b")
  }

  @Test("With Observation, what reading has caught up with is announced to all by the next update")
  func announcedLater() async {
    let store = makeScreen()
    var announcements = 0
    let model = make(store, tracksReads: true) { _ in announcements += 1 }
    let told = count { _ = model.counter }
    await nextTurn()
    store.dispatch(Change<Screen> { $0.counter = 1 })
    blockUntilSettled(store)
    #expect(model.counter == 1)
    #expect(told.value == 1)
    #expect(announcements == 0)
    await store.settled()
    #expect(announcements == 1)
  }

  @Test("Something written is shown at once, and announced, as is what becomes of it")
  func bindings() async {
    let store = makeScreen()
    var seen: [String] = []
    let model = make(store) { seen.append($0.title) }
    let title = model.fieldBinding(\.title) { title in
      Change<Screen> { $0.title = title.uppercased() }
    }
    #expect(title.get() == "a")
    title.set("b")
    #expect(title.get() == "b")
    await model.fields.lastWrite?.value
    #expect(title.get() == "B")
    #expect(seen == ["a", "b"])
  }

  @Test("What is read for the first time while a change is announced is old, and new afterwards")
  func newcomers() async {
    let store = makeScreen()
    var seen: [String] = []
    let model = make(store) { seen.append($0.title) }
    _ = model.counter
    await store.change { ($0.counter, $0.title) = (1, "b") }
    #expect(seen == ["a"])
    #expect(model.title == "b")
  }

  private nonisolated func blockUntilSettled(_ store: Store<Screen>) {
    store.waitUntilSettled()
  }
}
