// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct ExhaustivityTests {
  private struct App: Equatable, Sendable {
    var count = 0
    var other = 0
    var names: [String] = []
    var note: Note?

    struct Note: Equatable, Sendable { var text = "", isRead = false }
  }

  private struct Step: Action {}

  private let clock = ManualClock()

  private func makeStore() -> TestStore<App> {
    TestStore(state: App(), reducer: reducer, clock: clock, exhaustivity: .off)
  }

  private let reducer = Reducer<App> {
    Reducer.updating(Step.self) { state, _ in
      state.count += 1
      state.other += 10
      state.names.append("n\(state.count)")
      state.note = App.Note(text: "step \(state.count)")
    }
    Reducer.on(Do.self) { _, action in .init(action.effect) }
  }

  @Test func `off asserts only what a closure names`() async {
    let store = makeStore()
    await store.send(Step())
    await store.send(Step()) { $0.count = 2 }
    await store.send(Step()) { $0.count += 1 }
    await store.send(Step()) { $0.note?.text = "step 4" }
    await store.send(Step()) { $0.names.append("n5") }
    await store.send(Step()) {
      $0.names.append("n6")
      $0.count += 1
      $0.other = 60
    }
    await store.finish()
    #expect(store.state.count == 6)
  }

  @Test func `off fails for wrong or unchanged named values and shows no others`() async {
    let wrong: [(change: (inout App) -> Void, details: String)] = [
      ({ $0.count += 2 }, "  - count: 3\n  + count: 2"),
      ({ $0.note?.text = "step 1b" }, "  - note.text: \"step 1b\"\n  + note.text: \"step 2\""),
      ({ $0.names.append("n1") }, "  - names[1]: \"n1\"\n  + names[1]: \"n2\""),
      ({ $0.note = nil }, "  - note: nil\n  + note.text: \"step 2\"\n  + note.isRead: false"),
      ({ ($0.count, $0.other) = (3, $0.other + 10) }, "  - count: 3\n  + count: 2"),
    ]
    for (change, details) in wrong {
      let store = makeStore()
      await store.send(Step())
      let failures = await failures {
        await store.send(Step(), expecting: change)
        await store.finish()
      }
      #expect(failures.map(\.details) == [details])
    }
  }

  @Test func `off skips other actions and cancels running effects at the end`() async {
    let store = makeDiary(.off, clock: clock)
    await store.send(
      Do(.merge(.say("a"), .say("b"), .say("c"), .say("late", after: 1000))))
    await store.receive(Word("b")) { $0.words.append("b") }
    #expect(store.state == Diary(words: ["a", "b"]))
    await store.send(Word("d")) { $0.words.append("d") }
    await store.finish()
    #expect(store.store.runningEffects == [])
    #expect(clock.rememberedCount == 0)
  }

  @Test func `off fails for a missing action and lists the received ones`() async {
    let store = makeDiary(.off)
    let line = #line + 3
    let failures = await failures {
      await store.send(Do(.merge(.say("a"), .say("b"))))
      await store.receive(Word("c"))
      await store.receive(Word("b"))
      await store.finish()
    }
    let text = """
      Expected to receive Word(word: "c"), but only other actions arrived:
        Word(word: "a")
        Word(word: "b")
      No effect that can send one is running.
      """
    #expect(failures == [TestFailure(at: line, text)])
  }

  private struct Safe: Equatable, Sendable {
    var number = 0
    var secret = Secret()
  }

  private struct Open: Action {}

  @Test func `off detects a difference that the description hides`() async {
    let store = TestStore(
      state: Safe(),
      reducer: Reducer<Safe>.updating(Open.self) { safe, _ in
        safe.number += 1
        safe.secret.value = 1
      }, exhaustivity: .off)
    await store.send(Open()) {
      $0.number = 1
      $0.secret.value = 1
    }
    let failures = await failures {
      await store.send(Open()) {
        $0.number = 2
        $0.secret.value = 2
      }
    }
    #expect(failures.count == 1)
    await store.finish()
  }
}
