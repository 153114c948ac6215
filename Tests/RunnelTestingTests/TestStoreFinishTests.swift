// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct TestStoreFinishTests {
  private let clock = ManualClock()

  private func makeStore(_ exhaustivity: Exhaustivity = .on) -> TestStore<Diary> {
    TestStore(state: Diary(), reducer: diaryReducer, clock: clock, exhaustivity: exhaustivity)
  }

  @Test("An effect that is still running fails the end, with its kind, its ids and its place")
  func stillRunning() async {
    let store = makeStore()
    let effectLine = #line + 1
    let effect = Effect.run { try await $0.sleep(for: .seconds(1)) }.cancellable(id: "nap")
    let line = #line + 3
    let failures = await failures {
      await store.send(Do(effect))
      await store.finish()
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          The test is over, and these effects are still running:
            run (nap) at RunnelTestingTests/TestStoreFinishTests.swift:\(effectLine)
          Let each of them come to its end, have an action cancel it, or cancel them by `skipEffects()`.
          """)
      ])
  }

  @Test("An action that has not been received fails the end")
  func unreceived() async {
    let store = makeStore()
    let line = #line + 3
    let failures = await failures {
      await store.send(Do(.merge(.say("a"), .send(Cheered()))))
      await store.finish()
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          The test is over, and these actions, which it did not send, have not been received:
            Said(word: "a")
            Cheered()
          Expect each of them by `receive`, or let them pass by `skipReceivedActions()`.
          """)
      ])
  }

  @Test(
    "A test store that goes away without `finish` fails for what was not received, where it was made"
  )
  func withoutFinish() async {
    let line = #line + 2
    let failures = await failures {
      let store = TestStore(state: Diary(), reducer: diaryReducer)
      await store.send(Do(.say("a")))
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          The test is over, and these actions, which it did not send, have not been received:
            Said(word: "a")
          Expect each of them by `receive`, or let them pass by `skipReceivedActions()`.
          """)
      ])
  }

  @Test("A test store that goes away without `finish` fails for what is running, where it was made")
  func runningWithoutFinish() async {
    let line = #line + 3
    let effectLine = #line + 3
    let failures = await failures {
      let store = TestStore(state: Diary(), reducer: diaryReducer)
      await store.send(Do(.run { try await $0.sleep(for: .seconds(1)) }))
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          The test is over, and these effects are still running:
            run at RunnelTestingTests/TestStoreFinishTests.swift:\(effectLine)
          Let each of them come to its end, have an action cancel it, or cancel them by `skipEffects()`.
          """)
      ])
  }

  @Test("Of very many actions that have not been received, a hundred are listed")
  func manyUnreceived() async {
    let store = makeStore()
    let failures = await failures {
      await store.send(Do(.merge((1...250).map { .say("\($0)") })))
      await store.finish()
    }
    let lines = failures.first?.text.split(separator: "\n") ?? []
    #expect(lines.count == 103)
    #expect(lines.dropLast().suffix(2) == ["  Said(word: \"100\")", "  … and 150 more"])
  }

  @Test("`finish` waits for effects that work outside of the store")
  func waits() async {
    let store = makeStore()
    let (stream, source) = AsyncStream<String>.makeStream()
    let failures = await failures {
      await store.send(Do(.stream(stream) { Said($0) }))
      let feeder = Task { source.finish() }
      await store.finish()
      await feeder.value
    }
    #expect(failures == [])
  }

  @Test("`finish` gives up after the limit")
  func givesUp() async {
    let store = makeStore()
    let failures = await failures {
      await store.send(Do(.callback { _, _ in }))
      await store.finish(timeout: .milliseconds(20))
    }
    #expect(failures.map { $0.text.contains("\n  callback at ") } == [true])
  }

  @Test("`finish` leaves alone what ends with its owner")
  func bindings() async {
    let store = makeStore()
    let failures = await failures {
      let binding = store.store.bind(.timer(every: .seconds(1)) { Said("tick") })
      await clock.advance(by: .seconds(1))
      await store.receive(Said("tick")) { $0.words = ["tick"] }
      await store.finish()
      binding.dispose()
    }
    #expect(failures == [])
  }

  @Test("`finish` does not wait for what ends with its owner, and `skipEffects` lets it go on")
  func livelyBindings() async {
    let store = TestStore(state: Diary(), reducer: diaryReducer, limit: .seconds(60))
    let (stream, source) = AsyncStream<String>.makeStream()
    let failures = await failures {
      let binding = store.store.bind(stream) { Said($0) }
      await store.skipEffects()
      source.yield("a")
      await store.receive(Said("a")) { $0.words = ["a"] }
      await store.send(Do(.run { _ in }))
      await store.finish()
      binding.dispose()
    }
    #expect(failures == [])
  }

  @Test("Actions that are skipped have been asserted, and the state is as after the last of them")
  func skippedActions() async {
    let store = makeStore()
    let failures = await failures {
      await store.send(Do(.merge(.say("a"), .say("b"))))
      #expect(store.state == Diary())
      await store.skipReceivedActions()
      #expect(store.state == Diary(words: ["a", "b"]))
      await store.send(Said("c")) { $0.words.append("c") }
      await store.finish()
    }
    #expect(failures == [])
  }

  @Test("Effects that are skipped are cancelled, and leave nothing behind")
  func skippedEffects() async {
    let store = makeStore()
    let failures = await failures {
      await store.send(
        Do(.merge(.say("a", after: 10), .callback { _, _ in }, .say("b").delay(for: .seconds(1)))))
      #expect(store.store.runningEffects.count == 3)
      await store.skipEffects()
      #expect(store.store.runningEffects == [])
      await clock.run()
      await store.finish()
    }
    #expect(failures == [])
    #expect(clock.rememberedCount == 0)
  }

  // MARK: Errors

  @Test(
    "An error that nobody catches fails the step, in every mode",
    arguments: [Exhaustivity.on, .off])
  func uncaught(exhaustivity: Exhaustivity) async {
    let store = makeStore(exhaustivity)
    let effectLine = #line + 1
    let effect = Effect.run { _ in throw Failure() }
    let line = #line + 2
    let failures = await failures {
      await store.send(Do(effect))
      await store.finish()
    }
    #expect(
      failures == [
        Failed(
          at: line,
          """
          The effect made at RunnelTestingTests/TestStoreFinishTests.swift:\(effectLine) failed with \
          Failure(word: "failed"), and nobody caught it. Turn the error into an action by `catch`.
          """)
      ])
  }

  @Test(
    "An error that comes later fails the step that finds it, or the test store when it goes away")
  func uncaughtLater() async {
    let line = #line + 2
    let failures = await failures {
      let store = TestStore(state: Diary(), reducer: diaryReducer, clock: clock, exhaustivity: .off)
      await store.send(Do(.fail(after: 10)))
      await clock.advance(by: .milliseconds(10))
      await store.send(Do(.fail(after: 10)))
      await clock.advance(by: .milliseconds(10))
      withExtendedLifetime(store) {}
    }
    #expect(failures.map(\.line) == [line + 3, line])
    #expect(failures.allSatisfy { $0.text.contains(" failed with Failure") })
  }
}
