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
    Reducer.on(Step.self) { state, _ in
      state.count += 1
      state.other += 10
      state.names.append("n\(state.count)")
      state.note = App.Note(text: "step \(state.count)")
    }
    Reducer.on(Do.self) { _, action in action.effect }
  }

  @Test("Without exhaustivity, only what a closure names counts")
  func named() async {
    let store = makeStore()
    let failures = await failures {
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
      await store.send(Step()) { $0.names.removeAll(where: { $0 == "n9" }) }
      await store.finish()
    }
    #expect(failures == [])
    #expect(store.state.count == 7)
  }

  @Test("Without exhaustivity, what a closure names wrongly fails, and nothing else is shown")
  func namedWrongly() async {
    let store = makeStore()
    let line = #line + 2
    let failures = await failures {
      await store.send(Step()) { $0.count = 2 }
      await store.send(Step()) { $0.count += 2 }
      await store.send(Step()) { $0.note?.text = "step 2" }
      await store.send(Step()) { $0.names.append("n1") }
      await store.send(Step()) { $0.note = nil }
    }
    #expect(failures.map(\.line) == Array(line..<line + 5))
    #expect(
      failures.map { $0.text.split(separator: "\n").dropFirst().joined(separator: "\n") } == [
        "  - count: 2\n  + count: 1",
        "  - count: 3\n  + count: 2",
        "  - note.text: \"step 2\"\n  + note.text: \"step 3\"",
        "  - names[3]: \"n1\"\n  + names[3]: \"n4\"",
        "  - note: nil\n  + note.text: \"step 5\"\n  + note.isRead: false",
      ])
  }

  @Test("Without exhaustivity, a value that is set to what it was before is still asserted")
  func unchanged() async {
    let store = makeStore()
    let failures = await failures {
      await store.send(Step()) { $0.count = 0 }
      await store.send(Step()) {
        $0.count = 1
        $0.other += 10
      }
    }
    #expect(
      failures.map { $0.text.split(separator: "\n").dropFirst().joined(separator: "\n") } == [
        "  - count: 0\n  + count: 1",
        "  - count: 1\n  + count: 2",
      ])
  }

  @Test("Without exhaustivity, other actions are skipped, and what runs at the end is cancelled")
  func skipped() async {
    let store = TestStore(
      state: Diary(), reducer: diaryReducer, clock: clock, exhaustivity: .off)
    let failures = await failures {
      await store.send(Do(.merge(.say("a"), .say("b"), .say("c"), .say("late", after: 1000))))
      await store.receive(Said("b")) { $0.words.append("b") }
      #expect(store.state == Diary(words: ["a", "b"]))
      await store.send(Said("d")) { $0.words.append("d") }
      await store.finish()
      #expect(store.store.runningEffects == [])
    }
    #expect(failures == [])
    #expect(clock.rememberedCount == 0)
  }

  @Test("Without exhaustivity, an action that does not come fails, with those that came")
  func missing() async {
    let store = TestStore(
      state: Diary(), reducer: diaryReducer, clock: clock, exhaustivity: .off)
    let line = #line + 3
    let failures = await failures {
      await store.send(Do(.merge(.say("a"), .say("b"))))
      await store.receive(Said("c"))
      await store.receive(Said("b"))
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          Expected to receive Said(word: "c"), and no such action has come, but these have:
            Said(word: "a")
            Said(word: "b")
          No effect is running that could send one.
          """)
      ])
  }

  private struct Secret: Equatable, Sendable, CustomStringConvertible {
    var value = 0
    var description: String { "secret" }
  }

  private struct Safe: Equatable, Sendable {
    var number = 0
    var secret = Secret()
  }

  private struct Open: Action {}

  @Test("Without exhaustivity, values that read the same and differ are told from each other")
  func secrets() async {
    let store = TestStore(
      state: Safe(),
      reducer: Reducer<Safe>.on(Open.self) { safe, _ in
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
