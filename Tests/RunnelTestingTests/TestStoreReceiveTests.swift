// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct TestStoreReceiveTests {
  private let clock = ManualClock()
  private let store: TestStore<Diary>

  init() {
    store = TestStore(state: Diary(), reducer: diaryReducer, clock: clock)
  }

  // MARK: The wrong action

  @Test("Another action than the expected one fails, expected first, at the line of `receive`")
  func wrongAction() async {
    let line = #line + 3
    let failures = await failures {
      await store.send(Do(.say("a")))
      await store.receive(Said("b")) { $0.words = ["b"] }
      await store.finish()
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          Another action than the expected one was received (- expected, + actual):
            - Said(word: "b")
            + Said(word: "a")
          """)
      ])
    #expect(store.state == Diary(words: ["a"]))
  }

  @Test("Of two long actions of one type the difference is shown")
  func longActions() async {
    let line = #line + 3
    let failures = await failures {
      await store.send(Do(.send(Told(title: "Otters", pages: 7))))
      await store.receive(Told(title: "Otters", pages: 8)) { $0.words = ["Otters"] }
      await store.finish()
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          Another action than the expected one was received (- expected, + actual):
            - pages: 8
            + pages: 7
          """)
      ])
  }

  @Test("Actions of different types are named")
  func otherType() async {
    let line = #line + 3
    let failures = await failures {
      await store.send(Do(.merge(.say("a"), .say("b"), .say("c"))))
      await store.receive(Told.self) { $0.words = ["b"] }
      await store.receive(Said.self, where: { $0.word == "d" })
      await store.receive(where: { $0 is Told })
      await store.finish()
    }
    #expect(failures.map(\.line) == [line, line + 1, line + 2])
    #expect(
      failures.map { $0.text.split(separator: "\n").dropFirst().joined(separator: "\n") } == [
        "  - a Told\n  + Said(word: \"a\")",
        "  - a matching Said\n  + Said(word: \"b\")",
        "  - an action that matches\n  + Said(word: \"c\")",
      ])
  }

  @Test("An action is received by its type, by what it says, or by anything")
  func predicates() async {
    let failures = await failures {
      await store.send(Do(.merge(.say("a"), .say("b"), .say("c"))))
      await store.receive(Said.self) { $0.words = ["a"] }
      await store.receive(Said.self, where: { $0.word == "b" }) { $0.words = ["a", "b"] }
      await store.receive(where: { ($0 as? Said)?.word == "c" }) { $0.words = ["a", "b", "c"] }
      await store.finish()
    }
    #expect(failures == [])
  }

  @Test("The right action with another change than the expected one fails")
  func wrongChange() async {
    let line = #line + 3
    let failures = await failures {
      await store.send(Do(.say("a")))
      await store.receive(Said("a")) { $0.words = ["b"] }
      await store.finish()
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
  }

  // MARK: No action

  @Test("If nothing is running, `receive` fails at once and says so")
  func nothingRuns() async {
    let line = #line + 2
    let failures = await failures {
      await store.receive(Said("a"))
      await store.receive(Said.self)
      await store.receive(where: { _ in true })
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          Expected to receive Said(word: "a"), and no action has come. No effect is running that could send one.
          """),
        Failed(
          at: line + 1,
          "Expected to receive a Said, and no action has come. No effect is running that could send one."
        ),
        Failed(
          at: line + 2,
          """
          Expected to receive an action that matches, and no action has come. No effect is running that could send \
          one.
          """),
      ])
  }

  @Test("If all that runs sleeps by the clock, `receive` fails at once and says so")
  func nothingUnderWay() async {
    let effectLine = #line + 2
    let effects = Effect.merge(
      .run { try await $0.sleep(for: .seconds(1)) },
      .timer(every: .seconds(1)) { Cheered() },
      .send(Said("b")).delay(for: .seconds(1)))
    let line = #line + 3
    let failures = await failures {
      await store.send(Do(effects))
      await store.receive(Said("b"))
      await store.skipEffects()
      await store.finish()
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          Expected to receive Said(word: "b"), and no action has come. All effects that run sleep by the clock, which \
          has to be advanced:
            run at RunnelTestingTests/TestStoreReceiveTests.swift:\(effectLine)
            timer at RunnelTestingTests/TestStoreReceiveTests.swift:\(effectLine + 1)
            send Said(word: "b") (waiting) at RunnelTestingTests/TestStoreReceiveTests.swift:\(effectLine + 2)
          """)
      ])
  }

  @Test("`receive` waits for an effect that waits for something outside of the store")
  func waitsForOutside() async {
    let (stream, source) = AsyncStream<String>.makeStream()
    let failures = await failures {
      await store.send(Do(.stream(stream) { Said($0) }))
      let feeder = Task {
        source.yield("a")
        source.yield("b")
        source.finish()
      }
      await store.receive(Said("a")) { $0.words = ["a"] }
      await store.receive(Said("b")) { $0.words = ["a", "b"] }
      await feeder.value
      await store.finish()
    }
    #expect(failures == [])
  }

  @Test("An effect with children of which one sleeps and one works elsewhere is waited for")
  func waitsForChildren() async {
    let (stream, source) = AsyncStream<String>.makeStream()
    let race = Effect.run { send in
      await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await send.sleep(for: .seconds(5)) }
        group.addTask { for await word in stream { send(Said(word)) } }
        _ = try? await group.next()
        group.cancelAll()
      }
    }
    let failures = await failures {
      await store.send(Do(race))
      #expect(clock.sleeperCount == 1)
      #expect(!clock.areAllAsleep)
      let feeder = Task {
        source.yield("a")
        source.finish()
      }
      await store.receive(Said("a")) { $0.words = ["a"] }
      await feeder.value
      await store.finish()
    }
    #expect(failures == [])
    #expect(clock.rememberedCount == 0)
  }

  @Test("An effect that works on the main actor is waited for")
  func waitsForMainActor() async {
    let failures = await failures {
      await store.send(
        Do(
          .run { send in
            await MainActor.run { send(Said("a")) }
            send(Said("b"))
          }))
      await store.receive(Said("a")) { $0.words = ["a"] }
      await store.receive(Said("b")) { $0.words = ["a", "b"] }
      await store.finish()
    }
    #expect(failures == [])
  }

  @Test("If what is waited for ends without an action, `receive` fails at once")
  func endsInVain() async {
    let (stream, source) = AsyncStream<String>.makeStream()
    let failures = await failures {
      await store.send(Do(.stream(stream) { Said($0) }))
      let feeder = Task { source.finish() }
      await store.receive(Said("a"))
      await feeder.value
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.hasSuffix("No effect is running that could send one.") == true)
  }

  @Test("What is waited for in vain fails after the limit, with what is still running")
  func late() async {
    let (stream, source) = AsyncStream<String>.makeStream()
    let effectLine = #line + 1
    let effect = Effect.stream(stream) { Said($0) }.cancellable(id: "words")
    let line = #line + 3
    let failures = await failures {
      await store.send(Do(effect))
      await store.receive(Said("a"), timeout: .milliseconds(20))
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          Expected to receive Said(word: "a"), and no action has come within 0.02 seconds. Still running:
            stream (words) at RunnelTestingTests/TestStoreReceiveTests.swift:\(effectLine)
          """)
      ])
    source.finish()
    await store.finish()
  }

  @Test("With a timeout of its own, `receive` waits although nothing is running")
  func timeout() async {
    let other = store.store
    let line = #line + 5
    let failures = await failures {
      let thread = Task { await onThread { other.dispatch(Said("a")) } }
      await store.receive(Said("a"), timeout: .seconds(60)) { $0.words = ["a"] }
      await thread.value
      await store.receive(Said("b"), timeout: .milliseconds(20))
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          Expected to receive Said(word: "b"), and no action has come within 0.02 seconds. No effect is running.
          """)
      ])
  }

  @Test("By another clock than a manual one, time that an effect takes is waited for")
  func wallClock() async {
    let store = TestStore(state: Diary(), reducer: diaryReducer, clock: ContinuousClock())
    let failures = await failures {
      await store.send(Do(.say("a", after: 1)))
      await store.receive(Said("a")) { $0.words = ["a"] }
      await store.finish()
    }
    #expect(failures == [])
  }
}
