// SPDX-License-Identifier: MIT

import Dispatch
import Observation
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

@Suite @MainActor struct ViewStoreTests {
  @Test("Of fifty fields, only who has read the one that changes is told")
  func oneOfFifty() async {
    let store = makeScreen()
    let model = ViewStore(store)
    let counters = (0..<50).map { index in count { _ = model[\.cells[index]] } }
    await store.change { $0.cells[7] = 1 }
    for (index, counter) in counters.enumerated() { #expect(counter.value == (index == 7 ? 1 : 0)) }
    #expect(model[\.cells[7]] == 1)
  }

  @Test("A deep path is told of its own value, and a shallow one of all that is in it")
  func deepPaths() async {
    let store = makeScreen()
    let model = ViewStore(store)
    let name = count { _ = model[\.profile.name] }
    let profile = count { _ = model.profile.name }
    let state = count { _ = model.state }
    await store.change { $0.profile.age = 3 }
    #expect([name.value, profile.value, state.value] == [0, 1, 1])
    await store.change { $0.profile.name = "b" }
    #expect(name.value == 1)
    #expect(model[\.profile.name] == "b")
    #expect(model.state == store.state)
  }

  @Test("Who reads again is told of each change")
  func again() async {
    let store = makeScreen()
    let model = ViewStore(store)
    for number in 1...3 {
      let told = count { _ = model.counter }
      await store.change { $0.counter = number }
      #expect(told.value == 1)
      #expect(model.counter == number)
    }
  }

  @Test("Nobody is told of an action that changes nothing that was read")
  func nothingChanges() async {
    let store = makeScreen()
    let model = ViewStore(store)
    let told = count { _ = (model.counter, model.title) }
    await store.change { $0.counter += 0 }
    await store.change { $0.profile.age += 1 }
    #expect(told.value == 0)
  }

  @Test("Pitfall 34: while a change is announced, reading gives the old values, of all fields")
  func oldValues() async {
    let store = makeScreen()
    let model = ViewStore(store)
    let seen = Recorder<[String]>()
    func read() -> [String] { ["\(model.counter)", model.title, model[\.profile.name]] }
    watch {
      _ = model.counter
    } willChange: {
      seen.record(read())
    }
    watch {
      _ = model.title
    } willChange: {
      seen.record(read())
    }
    watch {
      _ = model[\.profile.name]
    } willChange: {
      seen.record(read())
    }
    await store.change {
      $0.counter = 1
      $0.title = "b"
      $0.profile.name = "b"
    }
    #expect(seen.values == Array(repeating: ["0", "a", "a"], count: 3))
    #expect(read() == ["1", "b", "b"])
  }

  @Test("Pitfall 34: changes of a field are announced on the main thread, whoever makes them")
  func onMain() async {
    let store = makeScreen()
    let model = ViewStore(store)
    let told = Counter()
    let isOver = Locked(false)
    // `watch` ends the program if it is told on another thread.
    @MainActor func follow() {
      watch {
        _ = model.counter
      } willChange: {
        told.increment()
        Task { @MainActor in if !isOver.withLock({ $0 }) { follow() } }
      }
    }
    follow()
    await onThreads(2) { _ in
      for _ in 0..<500 { store.dispatch(Change<Screen> { $0.counter += 1 }) }
    }
    await store.settled()
    await nextTurn()
    #expect(told.value > 0)
    #expect(model.counter == 1_000)
    // Who waits for a change holds the model, and is waited for by it: one more, so that nobody waits.
    isOver.withLock { $0 = true }
    await store.change { $0.counter += 1 }
  }

  @Test("Fields are announced in the order in which they were read first")
  func order() async {
    let store = makeScreen()
    let model = ViewStore(store)
    let told = Recorder<Int>()
    let order = (0..<50).map { $0 * 7 % 50 }
    for index in order {
      watch {
        _ = model[\.cells[index]]
      } willChange: {
        told.record(index)
      }
    }
    await store.change { $0.cells = $0.cells.map { $0 + 1 } }
    #expect(told.values == order)
  }

  @Test("A field that was read again while its change was announced has the new value afterwards")
  func readAgain() async {
    let store = makeScreen()
    let model = ViewStore(store)
    let told = Counter()
    watch {
      _ = model.counter
    } willChange: {
      watch {
        _ = model.counter
      } willChange: {
        told.increment()
      }
    }
    await store.change { $0.counter = 1 }
    #expect(model.counter == 1)
    await store.change { $0.counter = 2 }
    #expect(told.value == 1)
    #expect(model.counter == 2)
  }

  @Test("A store is read when it has changed and the change is still on its way")
  func newest() {
    let store = makeScreen()
    let model = ViewStore(store)
    let told = count { _ = model.counter }
    store.dispatch(Change<Screen> { $0.counter = 1 })
    blockUntilSettled(store)
    // The same turn: it belongs to the state that it began with.
    #expect(model.counter == 0)
    #expect(told.value == 0)
  }

  @Test("In a new turn who has read a field is told before the first reading gives its new value")
  func catchingUp() async {
    let store = makeScreen()
    let model = ViewStore(store)
    let seen = Recorder<[String]>()
    watch {
      _ = (model.counter, model.title)
    } willChange: {
      seen.record(["\(model.counter)", model.title, model[\.profile.name]])
    }
    await nextTurn()
    store.dispatch(Change<Screen> { ($0.counter, $0.title, $0.profile.name) = (1, "b", "b") })
    blockUntilSettled(store)
    #expect(seen.count == 0)
    #expect(model.title == "b")
    // A path that was not read before has no old value.
    #expect(seen.values == [["0", "a", "b"]])
    #expect(model.counter == 1)
  }

  @Test("A scope's view store follows the scope, and keeps its last value when that has gone")
  func scopes() async throws {
    let store = makeScreen()
    let profile = ViewStore(store.scope(\.profile))
    let told = count { _ = profile.name }
    await store.change { $0.profile.name = "b" }
    #expect(told.value == 1)
    #expect(profile.name == "b")

    await store.change { $0.search = Screen.Search(text: "x") }
    let search = try ViewStore(#require(store.scope(ifPresent: \.search)))
    #expect(search.text == "x")
    let gone = count { _ = search.text }
    await store.change { $0.search = nil }
    #expect(search.text == "x")
    #expect(gone.value == 0)
    await store.change { $0.search = Screen.Search(text: "y") }
    #expect(gone.value == 1)
    #expect(search.text == "y")
  }

  @Test("An optional that goes is a change like any other")
  func optionals() async {
    let store = makeScreen(Screen(search: Screen.Search(text: "x")))
    let model = ViewStore(store)
    let text = count { #expect(model[\.search?.text] == "x") }
    await store.change { $0.search = nil }
    #expect(text.value == 1)
    #expect(model[\.search?.text] == nil)
  }

  @Test("Actions are taken from any thread, and go to the store with the place of the caller")
  func dispatching() async {
    let sites = Recorder<Int>()
    let store = Store(
      state: 0,
      reducer: { (state: inout Int, _: any Action) in state += 1 },
      middleware: [
        Middleware<Int> { action, context, next in
          sites.record(context.site.line)
          next(action)
        }
      ]
    )
    let model = ViewStore(store)
    let line = #line + 1
    await onThread { model.dispatch(Change<Int> { _ in }) }
    await store.settled()
    #expect(model.state == 1)
    #expect(sites.values == [line])
    let dispatcher: any ActionDispatcher = model
    dispatcher.dispatch(Change<Int> { _ in })
    await store.settled()
    #expect(store.state == 2)
  }

  private nonisolated func blockUntilSettled(_ store: Store<Screen>) {
    store.waitUntilSettled()
  }
}
