// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct ExhaustivityTests {
  private let clock = ManualClock()

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
}
