// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct TestStoreFinishTests {
  private let clock = ManualClock()

  @Test(arguments: [true, false])
  func `unreceived actions and running effects fail finish, or the release without finish`(
    finishes: Bool
  ) async {
    let effectLine = #line + 1
    let nap = Effect.run { try await $0.sleep(for: .seconds(1)) }.cancellable(id: "nap")
    let failures = await failures {
      let store = makeDiary(clock: clock)
      await store.send(Do(.merge(.say("a"), .send(Cheered()), nap)))
      if finishes { await store.finish() }
    }
    let actions = """
      The test ended before it received these actions:
        Word(word: "a")
        Cheered()
      Assert each of them with `receive`, or skip all with `skipReceivedActions()`.
      """
    let effects = """
      The test ended while these effects were running:
        run (nap) at RunnelTestingTests/TestStoreFinishTests.swift:\(effectLine)
      Let each of them finish, cancel it with an action, or cancel all with `skipEffects()`.
      """
    #expect(failures.map(\.text) == (finishes ? [effects, actions] : [actions, effects]))
    #expect(failures.allSatisfy { $0.line == (finishes ? 3 : 1) })
  }

  @Test func `a failure lists at most one hundred unreceived actions`() async {
    let store = makeDiary()
    let failures = await failures {
      await store.send(Do(.merge((1...250).map { .say("\($0)") })))
      await store.finish()
    }
    let lines = failures.first?.text.split(separator: "\n") ?? []
    #expect(lines.count == 103)
    #expect(lines.dropLast().suffix(2) == ["  Word(word: \"100\")", "  … and 150 more"])
  }

  @Test func `finish waits for effects that work outside the store`() async {
    let store = makeDiary()
    let (stream, source) = AsyncStream<String>.makeStream()
    await store.send(Do(.stream(stream) { Word($0) }))
    let feeder = Task { source.finish() }
    await store.finish()
    await feeder.value
  }

  @Test func `finish fails after the limit`() async {
    let store = makeDiary()
    let failures = await failures {
      await store.send(Do(.callback { _, _ in }))
      await store.finish(timeout: .milliseconds(20))
    }
    #expect(failures.map { $0.text.contains("\n  callback at ") } == [true])
  }

  @Test func `finish and skipEffects leave effects with an owner running`() async {
    let store = makeDiary(clock: clock)
    let (stream, source) = AsyncStream<String>.makeStream()
    let timer = store.store.run(.timer(every: .seconds(1)) { Word("tick") })
    let reading = store.store.run(.stream(stream) { Word($0) })
    await store.skipEffects()
    await clock.advance(by: .seconds(1))
    await store.receive(Word("tick")) { $0.words = ["tick"] }
    source.yield("a")
    await store.receive(Word("a")) { $0.words = ["tick", "a"] }
    await store.send(Do(.run { _ in }))
    await store.finish()
    timer.dispose()
    reading.dispose()
  }

  @Test func `skipped effects are canceled and leave nothing behind`() async {
    let store = makeDiary(clock: clock)
    let delayed = Effect.say("b").delay(for: .seconds(1))
    await store.send(Do(.merge(.say("a", after: 10), .callback { _, _ in }, delayed)))
    #expect(store.store.runningEffects.count == 3)
    await store.skipEffects()
    #expect(store.store.runningEffects == [])
    await clock.run()
    await store.finish()
    #expect(clock.rememberedCount == 0)
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `Contract 43: a test store that isn't finished fails`(exhaustivity: Exhaustivity) async {
    let failures = await failures {
      let store = makeDiary(exhaustivity)
      await store.send(Word("a")) { $0.words = ["a"] }
    }
    let text = """
      The test ended without `finish()`, so effects that work outside the store could still send \
      actions. Call `finish()` at the end of the test.
      """
    #expect(failures == [TestFailure(at: 1, text)])
    // Without a step, there is nothing to finish, nor after all effects have been canceled.
    _ = makeDiary(exhaustivity)
    let store = makeDiary(exhaustivity)
    await store.send(Word("a")) { $0.words = ["a"] }
    await store.skipEffects()
  }

  @Test func `Contract 43: what happens after finish is asserted, or fails`() async {
    let failures = await failures {
      let store = makeDiary(clock: clock)
      await store.finish()
      await store.send(Word("a")) { $0.words = ["b"] }
      await store.finish()
      await store.send(Do(.merge(.say("b"), .run { try await $0.sleep(for: .seconds(1)) })))
    }
    #expect(failures.map(\.line) == [3, 1, 1])
    #expect(failures[1].text.hasPrefix("The test ended before it received these actions:"))
    #expect(failures[2].text.hasPrefix("The test ended while these effects were running:"))
  }

  @Test func `Contract 43: what is asserted after finish passes`() async {
    let store = makeDiary(clock: clock)
    await store.finish()
    await store.send(Do(.say("a")))
    await store.receive(Word("a")) { $0.words = ["a"] }
    await store.skipEffects()
    await store.send(Word("b")) { $0.words = ["a", "b"] }
  }

  @Test func `Contract 43: a wrong test in a detached task fails`() async {
    let lines = await Task.detached {
      await failures {
        let store = makeDiary()
        await store.send(Word("a")) { $0.words = ["b"] }
        await store.finish()
        await explore(state: Diary(), reducer: diaryReducer, runs: 1, length: 1) { _ in
          Word("a")
        } holds: { state in
          state.words.isEmpty
        }
      }.map(\.line)
    }.value
    #expect(lines == [2, 4])
  }

  @Test func `Contract 43: no closure runs on a state with actions that finish reported`() async {
    let reducer = Reducer<[Int]>.on(Word.self) { state, said in
      state = said.word == "a" ? [0] : []
      return said.word == "a" ? .send(Word("b")) : .none
    }
    let failures = await failures {
      let store = TestStore(state: [], reducer: reducer)
      await store.send(Word("a")) { $0 = [0] }
      await store.finish()
      await store.send(Word("c")) { $0.removeFirst() }
      await store.finish()
    }
    #expect(failures.map(\.line) == [3, 4])
    #expect(failures.last?.text.contains("is not compared") == true)
  }

  @Test(arguments: [Exhaustivity.on, .off])
  func `an unhandled error fails the step in every mode`(exhaustivity: Exhaustivity) async {
    let store = makeDiary(exhaustivity)
    let effectLine = #line + 1
    let effect = Effect.run { _ in throw Failure() }
    let failures = await failures {
      await store.send(Do(effect))
      await store.finish()
    }
    let text = """
      Unhandled effect error: Failure(word: "failed"). The effect created at \
      RunnelTestingTests/TestStoreFinishTests.swift:\(effectLine) has no `catch`. Turn the error \
      into an action with `catch`.
      """
    #expect(failures == [TestFailure(at: 1, text)])
  }

  @Test func `a later error fails the next step, or the test store at its release`() async {
    let failures = await failures {
      let store = makeDiary(.off, clock: clock)
      await store.send(Do(.fail(after: 10)))
      await clock.advance(by: .milliseconds(10))
      await store.send(Do(.fail(after: 10)))
      await clock.advance(by: .milliseconds(10))
      withExtendedLifetime(store) {}
    }
    #expect(failures.map(\.line) == [4, 1])
    #expect(failures.allSatisfy { $0.text.hasPrefix("Unhandled effect error: Failure") })
  }

  @Test(.timeLimit(.minutes(10)))
  func `an object in a state that is skipped can dispatch when it is released`() async {
    struct Came: Action {}
    struct Left: Action {}
    struct Waved: Action {}
    struct Visit: Equatable, Sendable {
      var guest: LifetimeToken?
      static func == (left: Visit, right: Visit) -> Bool { left.guest === right.guest }
    }
    let box = StoreBox<Visit>()
    let reducer = Reducer<Visit> {
      Reducer.on(Came.self) { visit, _ in
        visit.guest = LifetimeToken { box.store?.dispatch(Waved()) }
        return .send(Left())
      }
      Reducer.updating(Left.self) { visit, _ in visit.guest = nil }
      Reducer.updating(Waved.self) { _, _ in }
    }
    let test = TestStore(state: Visit(), reducer: reducer, exhaustivity: .off)
    box.store = test.store
    await test.send(Came())
    await test.finish()
    await test.receive(Waved.self)
    box.store = nil
    await test.finish()
  }
}
