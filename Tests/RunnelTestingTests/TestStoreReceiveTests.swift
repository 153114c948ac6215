// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct TestStoreReceiveTests {
  private let clock = ManualClock()
  private let store: TestStore<Diary>
  private let words = AsyncStream<String>.makeStream()

  init() {
    store = makeDiary(clock: clock)
  }

  // MARK: Wrong actions

  @Test func `a wrong action fails with the difference at the line of receive`() async {
    let effects = Effect.merge(
      .say("a"), .send(Published(title: "Otters", pages: 7)), .say("b"), .say("c"),
      .say("d"), .say("e"))
    let failures = await failures {
      await store.send(Do(effects))
      await store.receive(Word("b")) { $0.words = ["b"] }
      await store.receive(Published(title: "Otters", pages: 8)) { $0.words = ["Otters"] }
      await store.receive(Published.self) { $0.words = ["b"] }
      await store.receive(Word.self, where: { $0.word == "d" })
      await store.receive(where: { $0 is Published })
      await store.receive(Word("e")) { $0.words = ["e"] }
      await store.finish()
    }
    let first = """
      The received action is not the expected one (- expected, + actual):
        - Word(word: "b")
        + Word(word: "a")
      """
    #expect(failures.first == TestFailure(at: 2, first))
    #expect(failures.map(\.line) == Array(2...7))
    #expect(
      failures.dropFirst().dropLast().map(\.details) == [
        "  - pages: 8\n  + pages: 7",
        "  - a Published\n  + Word(word: \"b\")",
        "  - a matching Word\n  + Word(word: \"c\")",
        "  - a matching action\n  + Word(word: \"d\")",
      ])
    #expect(failures.last?.text.hasPrefix("The state after Word(word: \"e\") is not") == true)
    #expect(store.state.words == ["a", "Otters", "b", "c", "d", "e"])
  }

  @Test func `an action can be received by its value, its type or a condition`() async {
    await store.send(Do(.merge(.say("a"), .say("b"), .say("c"), .say("d"))))
    await store.receive(Word("a")) { $0.words = ["a"] }
    await store.receive(Word.self) { $0.words = ["a", "b"] }
    await store.receive(Word.self, where: { $0.word == "c" }) { $0.words.append("c") }
    await store.receive(where: { ($0 as? Word)?.word == "d" }) { $0.words.append("d") }
    await store.finish()
  }

  // MARK: No action

  @Test func `receive fails at once if no effect is running`() async {
    let failures = await failures {
      await store.receive(Word("a"))
      await store.receive(Word.self)
      await store.receive(where: { _ in true })
    }
    let names = ["Word(word: \"a\")", "a Word", "a matching action"]
    #expect(
      failures
        == names.enumerated().map { index, name in
          TestFailure(
            at: 1 + index,
            """
            Expected to receive \(name), but no action arrived. No effect that can send one is \
            running.
            """)
        })
  }

  @Test func `receive fails at once if all running effects sleep on the clock`() async {
    let effectLine = #line + 2
    let effects = Effect.merge(
      .run { try await $0.sleep(for: .seconds(1)) },
      .timer(every: .seconds(1)) { Cheered() },
      .send(Word("b")).delay(for: .seconds(1)))
    let failures = await failures {
      await store.send(Do(effects))
      await store.receive(Word("b"))
      await store.skipEffects()
      await store.finish()
    }
    let file = "RunnelTestingTests/TestStoreReceiveTests.swift"
    let text = """
      Expected to receive Word(word: "b"), but no action arrived. All running effects sleep on \
      the clock. Advance it to continue them, the first by 1.0 seconds:
        run at \(file):\(effectLine)
        timer at \(file):\(effectLine + 1)
        send Word(word: "b") (waiting) at \(file):\(effectLine + 2)
      """
    #expect(failures == [TestFailure(at: 2, text)])
  }

  // MARK: Why nothing happened

  private struct App: Equatable, Sendable {
    struct Row: Equatable, Sendable, Identifiable { var id: Int, isDone = false }
    struct Done: Action {}
    enum Later: Action, Equatable { case begun, ended }

    var child: Diary?
    var rows: Entities<Row> = [Row(id: 3), Row(id: 7)]
    var list = [Row(id: 3)]

    static let reducer = Reducer<App> {
      diaryReducer.ifPresent(\.child)
      Reducer<Row>.updating(Done.self) { row, _ in row.isDone = true }.forEach(\.rows)
      Reducer<Row>.on(Later.self) { _, later in later == .begun ? .send(.ended) : .none }
        .forEach(\.rows)
    }
  }

  @Test func `Contract 43: a failure states why nothing happened`() async {
    struct Unknown: Action {}
    let failures = await failures {
      let store = TestStore(state: App(), reducer: App.reducer)
      await store.send(Word("a")) { $0.child = Diary(words: ["a"]) }
      await store.send(App.Done(), to: \.rows, id: 9) { $0.list = [] }
      await store.send(Unknown()) { $0.rows = [] }
      await store.receive(Cheered.self)
      await store.finish()
    }
    #expect(
      failures.map { $0.text.split(separator: "\n").last ?? "" } == [
        "Why: the action was not reduced: \\App.child? is absent.",
        "TestStoreReceiveTests.App.Done() was not reduced: there is no element 9 in \\App.rows, which has 3, 7.",
        "Why: the action was not reduced: no reducer handles its type.",
        "  TestStoreReceiveTests.Unknown(): not reduced: no reducer handles its type",
      ])
  }

  @Test func `Contract 43: a test fails if an action is for another element, or for none`() async {
    let failures = await failures {
      let store = TestStore(state: App(), reducer: App.reducer)
      await store.send(App.Done(), to: \.rows, id: 9)
      await store.send(App.Later.begun, to: \.rows, id: 7)
      await store.receive(App.Later.ended, from: \.rows, id: 3)
      await store.send(App.Later.begun, to: \.rows, id: 7)
      await store.receive(App.Later.ended, from: \.rows, id: 7)
      await store.send(App.Later.begun, to: \.rows, id: 3)
      await store.finish()
    }
    #expect(
      failures.map(\.text) == [
        """
        TestStoreReceiveTests.App.Done() was not reduced: there is no element 9 in \\App.rows, \
        which has 3, 7.
        """,
        """
        The received action is not the expected one (- expected, + actual):
          - TestStoreReceiveTests.App.Later.ended for \\.rows[3]
          + TestStoreReceiveTests.App.Later.ended for \\.rows[7]
        """,
        """
        The test ended before it received these actions:
          TestStoreReceiveTests.App.Later.ended for \\.rows[3]
        Assert each of them with `receive`, or skip all with `skipReceivedActions()`.
        """,
      ])
  }

  @Test func `Contract 43: a failure names the effects that were canceled`() async {
    let effectLine = #line + 2
    let failures = await failures {
      let nap = Effect.run { try await $0.sleep(for: .seconds(1)) }.cancellable(id: "nap")
      await store.send(Do(nap))
      await store.send(Do(.cancel(id: "nap")))
      await store.receive(Word("a"))
      await store.finish()
    }
    let text = """
      Expected to receive Word(word: "a"), but no action arrived. No effect that can send one is \
      running.
      What happened since the last step:
        run (nap) at RunnelTestingTests/TestStoreReceiveTests.swift:\(effectLine): canceled
      """
    #expect(failures == [TestFailure(at: 4, text)])
  }

  // MARK: Kinds of effects

  private func receive(_ words: String...) async {
    for word in words { await store.receive(Word(word)) { $0.words.append(word) } }
  }

  @Test func `timers, streams, callbacks and side effects send actions`() async {
    await store.send(Do(.timer(every: .milliseconds(10)) { Word("a") }.cancellable(id: "timer")))
    await clock.advance(by: .milliseconds(20))
    await receive("a", "a")
    await store.send(Do(.cancel(id: "timer")))
    await store.send(Do(.stream(["b", "c"].async) { Word($0) }))
    await receive("b", "c")
    await store.send(
      Do(
        .callback { send, end in
          send(Word("d"))
          end()
        }))
    await receive("d")
    await store.send(Do(.executing { $0.dispatch(Word("e")) }))
    await receive("e")
    await store.finish()
    #expect(clock.rememberedCount == 0)
  }

  // MARK: Waiting

  @Test func `receive waits for an effect that waits for something outside the store`() async {
    await store.send(Do(.stream(words.stream) { Word($0) }))
    let feeder = Task { [source = words.continuation] in
      // So that `receive` comes first, and could give up too early. Each one takes long while other
      // tests keep the threads of all tasks.
      for _ in 0..<20 { await Task.yield() }
      source.yield("a")
      source.yield("b")
      source.finish()
    }
    await store.receive(Word("a")) { $0.words = ["a"] }
    await store.receive(Word("b")) { $0.words = ["a", "b"] }
    await feeder.value
    await store.finish()
  }

  @Test func `receive waits for an effect with one sleeping and one working child task`() async {
    let race = Effect.run { [stream = words.stream] send in
      await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await send.sleep(for: .seconds(5)) }
        group.addTask { for await word in stream { send(Word(word)) } }
        _ = try? await group.next()
        group.cancelAll()
      }
    }
    await store.send(Do(race))
    #expect(clock.sleeperCount == 1)
    #expect(!clock.areAllAsleep)
    let feeder = Task { [source = words.continuation] in
      source.yield("a")
      source.finish()
    }
    await store.receive(Word("a")) { $0.words = ["a"] }
    await feeder.value
    await store.finish()
    #expect(clock.rememberedCount == 0)
  }

  @Test func `receive fails when the effect that it waits for ends without an action`() async {
    let failures = await failures {
      await store.send(Do(.stream(words.stream) { Word($0) }))
      let feeder = Task { [source = words.continuation] in source.finish() }
      await store.receive(Word("a"))
      await feeder.value
      await store.finish()
    }
    #expect(failures.count == 1)
    #expect(failures.first?.text.hasSuffix("No effect that can send one is running.") == true)
  }

  @Test func `receive fails after the limit and lists running effects`() async {
    let effectLine = #line + 1
    let effect = Effect.stream(words.stream) { Word($0) }.cancellable(id: "words")
    let failures = await failures {
      await store.send(Do(effect))
      await store.receive(Word("a"), timeout: .milliseconds(20))
    }
    let text = """
      Expected to receive Word(word: "a"), but no action arrived within 0.02 seconds. Still \
      running:
        stream (words) at RunnelTestingTests/TestStoreReceiveTests.swift:\(effectLine)
      """
    #expect(failures == [TestFailure(at: 2, text)])
    words.continuation.finish()
    await store.finish()
  }

  @Test func `receive with a timeout waits even if no effect is running`() async {
    let other = store.store
    let failures = await failures {
      let thread = Task { await onThread { other.dispatch(Word("a")) } }
      await store.receive(Word("a"), timeout: .seconds(60)) { $0.words = ["a"] }
      await thread.value
      await store.receive(Word("b"), timeout: .milliseconds(20))
      await store.finish()
    }
    let text = """
      Expected to receive Word(word: "b"), but no action arrived within 0.02 seconds. No effect \
      is running.
      """
    #expect(failures == [TestFailure(at: 4, text)])
  }

  @Test func `receive waits for the wall clock if the store uses it`() async {
    let store = makeDiary(clock: ContinuousClock())
    await store.send(Do(.say("a", after: 1)))
    await store.receive(Word("a")) { $0.words = ["a"] }
    await store.finish()
  }

  // MARK: Without exhaustivity

  @Test func `off skips other actions and cancels running effects at the end`() async {
    let store = makeDiary(.off, clock: clock)
    await store.send(Do(.merge(.say("a"), .say("b"), .say("c"), .say("late", after: 1000))))
    await store.receive(Word("b")) { $0.words.append("b") }
    #expect(store.state == Diary(words: ["a", "b"]))
    await store.send(Word("d")) { $0.words.append("d") }
    await store.finish()
    #expect(store.store.runningEffects == [])
    #expect(clock.rememberedCount == 0)
  }

  @Test func `off fails for a missing action and lists the received ones`() async {
    let store = makeDiary(.off)
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
    #expect(failures == [TestFailure(at: 2, text)])
  }
}
