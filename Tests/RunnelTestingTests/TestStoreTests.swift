// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct TestStoreTests {
  private let store = makeDiary()

  @Test func `a wrong, an unexpected and a missing change fail at the line of send`() async {
    let failures = await failures {
      await store.send(Word("a")) { $0.words = ["b"] }
      await store.send(Cheered())
      await store.send(Published(title: "c", pages: 1)) { $0.words += ["c", "d"] }
      await store.send(Word("e")) { $0.words.append("e") }
      await store.finish()
    }
    let wrong = """
      The state after Word(word: "a") is not the expected one (- expected, + actual):
        - words[0]: "b"
        + words[0]: "a"
      """
    let unexpected = """
      The state after Cheered() is not the expected one (- expected, + actual):
        - mood: .calm
        + mood.merry: 1
      """
    #expect(failures.prefix(2) == [TestFailure(at: 1, wrong), TestFailure(at: 2, unexpected)])
    #expect(failures.map(\.line) == Array(1..<5))
    // What has been reported isn't repeated, as `words[0]`.
    #expect(failures[2].details == "  - words[2]: \"d\"")
    #expect(failures[3].details == "  - words[3]: \"e\"\n  + words[2]: \"e\"")
    #expect(store.state.words == ["a", "c", "e"])
  }

  @Test func `states that differ with the same description fail`() async {
    let secret = TestStore(state: Secret()) { state, _ in state.value += 1 }
    let hidden = TestStore(state: Hidden()) { state, _ in state.value += 1 }
    let failures = await failures {
      await secret.send(Cheered())
      await secret.finish()
      await hidden.send(Cheered())
      await hidden.finish()
    }
    #expect(
      failures.map(\.details) == [
        "  - value: 0\n  + value: 1", "  Both have the same description, but `==` returns false.",
      ])
  }

  @Test func `an error thrown by the closure fails the test`() async {
    let failures = await failures {
      await store.send(Word("a")) { _ in throw Failure() }
      await store.finish()
    }
    let text = """
      The closure with the expected change of Word(word: "a") threw Failure(word: "failed").
      """
    #expect(failures == [TestFailure(at: 1, text)])
  }

  @Test func `send asserts the state before the actions of its effects`() async {
    await store.send(Do(.merge(.say("a"), .say("b"))))
    #expect(store.state == Diary())
    #expect(store.store.state == Diary(words: ["a", "b"]))
    await store.receive(Word("a")) { $0.words = ["a"] }
    await store.receive(Word("b")) { $0.words = ["a", "b"] }
    await store.finish()
  }

  @Test func `sending before all actions are received fails and lists them`() async {
    let failures = await failures {
      await store.send(Do(.merge(.say("a"), .say("b"))))
      await store.send(Word("c")) { $0.words = ["a", "b", "c"] }
      await store.finish()
    }
    let text = """
      The test sent Word(word: "c") before it received these actions:
        Word(word: "a")
        Word(word: "b")
      Assert each of them with `receive`, or skip all with `skipReceivedActions()`.
      """
    #expect(failures == [TestFailure(at: 2, text)])
  }

  @Test func `an action that a middleware stops fails where a change is expected`() async {
    let store = makeDiary(middleware: [Middleware { _, _, _ in }])
    let failures = await failures {
      await store.send(Word("a"))
      await store.send(Word("a")) { $0.words = ["a"] }
      await store.finish()
    }
    let text = """
      A middleware stopped Word(word: "a"). The state is not the expected one (- expected, + \
      actual):
        - words[0]: "a"
        + words: []
      """
    #expect(failures == [TestFailure(at: 2, text)])
  }

  @Test func `an action that a middleware repeats is one action`() async {
    let twice = Middleware<Diary> { action, _, next in
      next(action)
      next(action)
    }
    let store = makeDiary(middleware: [twice])
    await store.send(Word("a")) { $0.words = ["a", "a"] }
    await store.finish()
  }

  @Test @MainActor func `closures of a test on the main actor can use its state`() async {
    final class Expected { var word = "a" }
    let expected = Expected()
    await store.send(Word("a")) { $0.words = [expected.word] }
    await store.send(Do(.say("b")))
    await store.receive(Word.self, where: { $0.word != expected.word }) { $0.words.append("b") }
    await store.finish()
  }

  @Test func `expect asserts the state after all due work, received or not`() async {
    let failures = await failures {
      await store.send(Do(.say("a")))
      await store.expect(\.words, ["a"])
      await store.expect(\.words, ["b"])
      await store.expect(Diary(words: ["a"]))
      await store.expect(Diary())
      await store.skipReceivedActions()
      await store.finish()
    }
    let slice = """
      The state at \\Diary.words is not the expected one (- expected, + actual):
        - [0]: "b"
        + [0]: "a"
      """
    let whole = """
      The state is not the expected one (- expected, + actual):
        - words: []
        + words[0]: "a"
      """
    #expect(failures == [TestFailure(at: 3, slice), TestFailure(at: 5, whole)])
  }

  @Test func `a store that stays busy fails after the limit and lists running effects`() async {
    // Without exhaustivity, the effect that ends after the test doesn't fail it.
    let store = makeDiary(.off, limit: .milliseconds(20))
    let (begun, gate) = (Gate(), Gate())
    let effectLine = #line + 1
    let effect = Effect.run { _ in
      begun.open()
      gate.pass()
    }
    store.store.dispatch(Do(effect))
    await begun.opened()
    let busy = await failures {
      await store.skipReceivedActions()
      await store.send(Word("a")) { $0.words = ["a"] }
    }
    gate.open()
    let text = """
      The store is still busy after 0.02 seconds. Actions dispatch further actions endlessly, or a \
      thread is blocked. Still running:
        run at RunnelTestingTests/TestStoreTests.swift:\(effectLine)
      """
    #expect(busy == [TestFailure(at: 1, text), TestFailure(at: 2, text)])
    // On a machine under load, the end can take longer than this limit, too.
    _ = await failures { await store.finish() }
  }

  private enum Echo: Action, Equatable { case called, echoed, other }

  @Test(arguments: [Effect.send(Echo.echoed), .once { Echo.echoed }])
  func `Contract 43: actions that dispatch further ones endlessly fail the test at once`(
    echo: Effect
  ) async {
    let clock = ManualClock()
    clock.jobs.actionLimit = 1_000
    let reducer = Reducer<Int>.on(Echo.self) { _, action in
      switch action {
      case .called: .send(.echoed).delay(for: .seconds(1))
      case .echoed: .init(echo)
      case .other: .none
      }
    }
    let failures = await failures {
      let store = TestStore(state: 0, reducer: reducer, clock: clock, exhaustivity: .off)
      await store.send(Echo.called)
      // It can report nothing, and returns all the same.
      await clock.advance(by: .seconds(1))
      await store.receive(Echo.echoed)
      await store.send(Echo.other)
      await store.finish()
    }
    #expect(Set(failures.map(\.line)) == [5])
    let text = "The store is still busy after 1000 actions. Actions dispatch further actions"
    // On a machine under load, the store has found the loop, too, before the test goes on.
    #expect(failures.contains { $0.text.hasPrefix(text) || $0.text.contains("infinite loop") })
  }

  @Test func `Contract 37: an endless loop that the store has found is reported once`() async {
    let reducer = Reducer<Int>.on(Echo.self) { _, _ in .send(Echo.echoed) }
    let failures = await failures {
      let store = TestStore(state: 0, reducer: reducer, exhaustivity: .off)
      await store.send(Echo.called)
      await store.finish()
    }
    #expect(failures.map(\.line) == [2])
    #expect(failures.first?.text.contains("Possible infinite loop: 100000 actions") == true)
  }
}
