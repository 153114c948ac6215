// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct TestStoreTests {
  private let clock = ManualClock()
  private let store: TestStore<Diary>

  init() {
    store = TestStore(state: Diary(), reducer: diaryReducer, clock: clock)
  }

  // MARK: Sending

  @Test("A test that says all that happens passes")
  func passes() async {
    let failures = await failures {
      await store.send(Said("a")) { $0.words = ["a"] }
      await store.send(Do(.say("b", after: 100)))
      await clock.advance(by: .milliseconds(100))
      await store.receive(Said("b")) { $0.words = ["a", "b"] }
      await store.finish()
    }
    #expect(failures == [])
    #expect(store.state == Diary(words: ["a", "b"]))
  }

  @Test(
    "A state that differs from the expected one fails with the difference, at the line of `send`")
  func wrongState() async {
    let line = #line + 2
    let failures = await failures {
      await store.send(Said("a")) { $0.words = ["b"] }
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          The state after Said(word: "a") is not the expected one (- expected, + actual):
            - words[0]: "b"
            + words[0]: "a"
          """)
      ])
    #expect(store.state == Diary(words: ["a"]))
  }

  @Test("A change that nobody expects fails")
  func unexpectedChange() async {
    let line = #line + 2
    let failures = await failures {
      await store.send(Cheered())
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          The state after Cheered() is not the expected one (- expected, + actual):
            - mood: .calm
            + mood.merry: 1
          """)
      ])
  }

  @Test("A change that does not happen fails")
  func missingChange() async {
    let line = #line + 2
    let failures = await failures {
      await store.send(Do(.none)) { $0.mood = .merry(1) }
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.first?.text.hasSuffix(
        """
         is not the expected one (- expected, + actual):
          - mood.merry: 1
          + mood: .calm
        """) == true)
  }

  @Test("The next step is measured by the state as it is, so that a failure is reported once")
  func failsOnce() async {
    let failures = await failures {
      await store.send(Said("a"))
      await store.send(Said("b")) { $0.words.append("b") }
    }
    #expect(failures.count == 1)
  }

  @Test("States that differ and read the same are told as such")
  func unseenDifference() async {
    struct Secret: Equatable, Sendable, CustomStringConvertible {
      var value = 0
      var description: String { "secret" }
    }
    let store = TestStore(state: Secret()) { state, _ in state.value += 1 }
    let line = #line + 2
    let failures = await failures {
      await store.send(Cheered())
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          The state after Cheered() is not the expected one (- expected, + actual):
            Both read the same, and `==` says that they differ.
          """)
      ])
  }

  @Test("What the closure throws fails the test")
  func throwing() async {
    let line = #line + 2
    let failures = await failures {
      await store.send(Said("a")) { _ in throw Failure() }
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          The closure that says what to expect of Said(word: "a") has thrown Failure(word: "failed").
          """)
      ])
  }

  @Test("`send` asserts the state before what its effects sent, which is received afterwards")
  func stateBeforeEffects() async {
    let failures = await failures {
      await store.send(Do(.merge(.say("a"), .say("b"))))
      #expect(store.state == Diary())
      #expect(store.store.state == Diary(words: ["a", "b"]))
      await store.receive(Said("a")) { $0.words = ["a"] }
      await store.receive(Said("b")) { $0.words = ["a", "b"] }
      await store.finish()
    }
    #expect(failures == [])
  }

  @Test("Sending before everything has been received fails and lists what has not been")
  func sendingTooEarly() async {
    let line = #line + 3
    let failures = await failures {
      await store.send(Do(.merge(.say("a"), .say("b"))))
      await store.send(Said("c")) { $0.words = ["a", "b", "c"] }
      await store.finish()
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          Said(word: "c") was sent, and these actions before it, which the test did not send, have not been received:
            Said(word: "a")
            Said(word: "b")
          Expect each of them by `receive`, or let them pass by `skipReceivedActions()`.
          """)
      ])
  }

  @Test("What is dispatched to the store of a test store was not sent by the test")
  func dispatched() async {
    let failures = await failures {
      store.store.dispatch(Said("a"))
      await store.receive(Said("a")) { $0.words = ["a"] }
      await store.finish()
    }
    #expect(failures == [])
  }

  // MARK: Middleware

  @Test(
    "An action that a middleware held back has changed nothing, and says so where it should have")
  func veto() async {
    let store = TestStore(
      state: Diary(), reducer: diaryReducer, middleware: [Middleware { _, _, _ in }])
    let line = #line + 3
    let failures = await failures {
      await store.send(Said("a"))
      await store.send(Said("a")) { $0.words = ["a"] }
      await store.finish()
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          Said(word: "a") has not been reduced: a middleware held it back. The state is not the expected one \
          (- expected, + actual):
            - words[0]: "a"
            + words: []
          """)
      ])
  }

  @Test("An action that a middleware repeats is one action")
  func repeated() async {
    let twice = Middleware<Diary> { action, _, next in
      next(action)
      next(action)
    }
    let store = TestStore(state: Diary(), reducer: diaryReducer, middleware: [twice])
    let failures = await failures {
      await store.send(Said("a")) { $0.words = ["a", "a"] }
      await store.finish()
    }
    #expect(failures == [])
  }

  // MARK: Ways to make one

  @Test("A reducer may be a closure, with effects or without")
  func closures() async {
    let failures = await failures {
      let counter = TestStore(state: 0) { state, _ in state += 1 }
      await counter.send(Cheered()) { $0 = 1 }
      await counter.finish()
      let echo = TestStore(state: "") { state, action in
        guard let said = action as? Said else { return .none }
        state = said.word
        return said.word.isEmpty ? .none : .say(String(said.word.dropLast()))
      }
      await echo.send(Said("ab")) { $0 = "ab" }
      await echo.receive(Said("a")) { $0 = "a" }
      await echo.receive(Said("")) { $0 = "" }
      await echo.finish()
    }
    #expect(failures == [])
  }

  @Test("A test on the main actor may use what is its own in the closures") @MainActor
  func mainActor() async {
    final class Expected { var word = "a" }
    let expected = Expected()
    let failures = await failures {
      await store.send(Said("a")) { $0.words = [expected.word] }
      await store.send(Do(.say("b")))
      await store.receive(Said.self, where: { $0.word != expected.word }) { $0.words.append("b") }
      await store.finish()
    }
    #expect(failures == [])
  }

  // MARK: The state as it is

  @Test("`expect` looks at the state after all that is due, with what has not been received")
  func expecting() async {
    let first = #line + 4
    let failures = await failures {
      await store.send(Do(.say("a")))
      await store.expect(\.words, ["a"])
      await store.expect(\.words, ["b"])
      await store.expect(Diary(words: ["a"]))
      await store.expect(Diary())
      await store.skipReceivedActions()
      await store.finish()
    }
    #expect(
      failures == [
        Failed(
          at: first,
          """
          The state at \\Diary.words is not as expected (- expected, + actual):
            - [0]: "b"
            + [0]: "a"
          """),
        Failed(
          at: first + 2,
          """
          The state is not as expected (- expected, + actual):
            - words: []
            + words[0]: "a"
          """),
      ])
  }

  // MARK: What never comes to rest

  @Test("A store that does not come to rest fails after the limit, with what is running")
  func restless() async {
    // What the test leaves behind when it opens the gate is nobody's business.
    let store = TestStore(
      state: Diary(), reducer: diaryReducer, exhaustivity: .off, limit: .milliseconds(20))
    let begun = Gate()
    let gate = Gate()
    let effectLine = #line + 1
    let effect = Effect.run { _ in
      begun.open()
      gate.pass()
    }
    store.store.dispatch(Do(effect))
    await begun.opened()
    let line = #line + 2
    let failures = await failures {
      await store.skipReceivedActions()
      await store.send(Said("a")) { $0.words = ["a"] }
    }
    gate.open()
    let text = """
      The store has not come to rest within 0.02 seconds: actions lead to actions without end, or something \
      blocks a thread. Still running:
        run at RunnelTestingTests/TestStoreTests.swift:\(effectLine)
      """
    #expect(failures == [Failed(at: line, text), Failed(at: line + 1, text)])
  }

  @Test("A closure of one expression has its effect, one without `return` has none")
  func singleExpressions() async {
    func greet() -> Effect { .say("a") }
    let single = TestStore(state: 0) { _, action in action is Said ? .none : greet() }
    await single.send(Cheered())
    await single.receive(Said("a"))
    await single.finish()
    let plain = TestStore(state: 0) { state, _ in
      state += 1
      state += 1
    }
    await plain.send(Cheered()) { $0 = 2 }
    await plain.finish()
  }
}
