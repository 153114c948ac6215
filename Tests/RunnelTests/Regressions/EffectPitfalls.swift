// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// An effect that was created from a closure called the closure at once, inside the reducer.
///
/// It ran even if a throttle dropped its actions: three runs, one delivery.
@Suite struct Pitfall20EffectsRunInReducer {
  private static let kinds: [@Sendable (_ started: @escaping @Sendable () -> Void) -> Effect] = [
    { started in .run { _ in started() } },
    { started in
      .callback { _, end in
        started()
        end()
      }
    },
    { started in
      .stream(
        AsyncStream<Int> {
          started()
          return nil
        }
      ) { _ in nil }
    },
    { started in .executing { _ in started() } },
  ]

  @Test(arguments: kinds.indices)
  func `Contract 29: work starts off the queue, after its action is delivered (Pitfall 20)`(
    kind: Int
  ) async {
    let course = Recorder<String>()
    let isStarted = Gate()
    let box = StoreBox<Int>()
    let started: @Sendable () -> Void = {
      course.record("started")
      if box.store?.engine.isOnQueue != false { course.record("on the queue") }
      isStarted.open()
    }
    let effect = Self.kinds[kind](started).throttle(id: "id", for: .seconds(1_000))
    let store = Store(
      state: 0,
      reducer: .on(Word.self) { count, _ in
        count += 1
        return .init(effect)
      })
    box.store = store
    let token = store.onAction { count, action in
      if action is Word { course.record("reduced \(count)") }
    }
    for _ in 0..<3 { store.dispatch(Word("go")) }
    await store.settled(includingEffects: true)
    await isStarted.opened()
    token.dispose()
    box.store = nil
    // It started once, at any time after the first action was reduced.
    #expect(course.values.first == "reduced 1")
    #expect(course.values.sorted() == ["reduced 1", "reduced 2", "reduced 3", "started"])
  }
}

/// Every action made a task, even an action without an effect, and took 33 µs.
@Suite struct Pitfall25TaskForEveryAction {
  /// Reducers, and the tasks that a store makes for one action.
  private static let reducers: [(Reducer<AppState>, tasks: Int)] = [
    (
      Reducer {
        Reducer.on { _, _ in .none }
        Reducer.on(AppAction.self) { _, _ in .merge(.none, .concatenate([])) }
        Reducer.on(Word.self) { _, _ in .run { _ in } }
      }
      .onChange(of: \.name) { _, _, _ in .run { _ in } }, 0
    ),
    (
      .on(AppAction.self) { _, _ in
        .merge(.send(Word("a")), .cancel(id: "id"), .send(Word("b")).cancellable(id: "id"))
      }, 0
    ),
    (.on(AppAction.self) { _, _ in .run { _ in } }, 1),
  ]

  @Test(arguments: reducers.indices)
  func `Pitfall 25: only an action with work for a task makes one`(index: Int) async {
    let workload = CountingWorkload()
    let (reducer, tasks) = Self.reducers[index]
    let all = Reducer<AppState> {
      Reducer.updating(appReducer)
      reducer
    }
    let store = Store(state: AppState(), reducer: all, scheduler: workload, site: CallSite())
    for _ in 0..<1_000 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(workload.made.value == 1_000 * tasks)
    #expect(store.state.counter == 1_000)
    await store.settled(includingEffects: true)
  }
}

/// Counts the tasks that a store makes.
private final class CountingWorkload: EffectScheduler {
  let queue = DispatchQueue(label: "runnel.tests.scheduler")
  var isOnQueue: Bool { false }
  let made = Counter()

  func begin() {}

  func end() {}

  func makeTask(
    _ priority: TaskPriority?,
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    made.increment()
    return Task.detached(priority: priority, operation: body)
  }
}

/// A throttle that kept the latest value emitted it twice, 100 ms and 110 ms after the first value.
///
/// The trailing run was not tracked, so it could not be canceled.
@Suite struct Pitfall21ThrottleEmitsTwice {
  @Test func `Pitfall 21: the last value is delivered once, at the end of the window`() async {
    let diary = DiaryStore()
    let words = await diary.timeline {
      // The trailing value opens a window of its own.
      for (word, pause) in [("a", 10), ("b", 80), ("c", 60), ("d", 250), ("e", 1_000)] {
        await diary.start(.say(word).throttle(id: 1, for: .milliseconds(100), latest: true))
        await diary.advance(pause)
      }
    }
    #expect(words == ["a 0", "c 100", "d 200", "e 400"])
  }
}

/// Throttling used the clock that a test had injected, and debouncing used the wall clock.
///
/// A test controlled only half of the time.
@Suite struct Pitfall26DebounceIgnoresClock {
  private static let second = Duration.seconds(1)

  /// Returns the words that effects send within an hour of a manual clock, with their times.
  ///
  /// The hour passes at once, so the words of an effect that sleeps on the wall clock are missing.
  private func delivered(_ effects: Effect...) async -> [String] {
    let diary = DiaryStore()
    return await diary.timeline {
      for effect in effects { await diary.start(effect) }
      await diary.clock.advance(by: .seconds(3_600))
    }
  }

  /// Effects with the times of their words, besides those of `EffectModelTests`.
  private static var timed: [(Effect, [String])] {
    let failing = Effect.run { send in
      send(Word("try"))
      throw Failure()
    }
    return [
      (
        failing.retry(4, backoff: .exponential(from: second, upTo: second * 3))
          .catch { _ in Word("failed") },
        ["try 0", "try 1000", "try 3000", "try 6000", "try 9000", "failed 9000"]
      ),
      (
        failing.retry().catch { _ in Word("failed") },
        ["try 0", "try 1000", "try 3000", "try 7000", "failed 7000"]
      ),
      (
        failing.retry(.max).timeout(after: second * 100).catch { _ in .none },
        [0, 1, 3, 7, 15, 31, 61, 91].map { "try \($0 * 1_000)" }
      ),
      (
        .say("late", after: 3_000).timeout(after: second).catch {
          Word("\($0 is EffectTimeoutError)")
        }, ["true 1000"]
      ),
      (.timer(every: second * 2_000) { Word("tick") }, ["tick 2000000"]),
      (
        .run { send in
          for await _ in send.clock.ticks(every: second * 2_000) { send(Word("tock")) }
        }, ["tock 2000000"]
      ),
    ]
  }

  @Test(arguments: timed.indices)
  func `Pitfall 26: every effect that waits uses the store's clock`(index: Int) async {
    let (effect, words) = Self.timed[index]
    #expect(await delivered(effect) == words)
  }

  @Test func `Contract 34: a retry starts again after an attempt that ran well`() async {
    /// Delivers the words of an effect that fails after some seconds each, and then succeeds.
    func retried(
      _ seconds: [Int], backoff: Backoff, resettingAfter duration: Int?
    ) async -> [String] {
      let rest = Locked(seconds[...])
      let effect = Effect.run { send in
        guard let seconds = rest.withLock({ $0.popFirst() }) else { return send(Word("up")) }
        send(Word("try"))
        try await send.sleep(for: .seconds(seconds))
        throw Failure()
      }
      return await delivered(
        effect.retry(2, backoff: backoff, resettingAfter: duration.map { .seconds($0) })
          .catch { _ in Word("gave up") })
    }
    let growing = Backoff { .seconds(100 * $0) }
    // The third attempt runs long enough: the pause is that of a first failure.
    #expect(
      await retried([1, 9, 10, 1], backoff: growing, resettingAfter: 10)
        == ["try 0", "try 101000", "try 310000", "try 420000", "up 621000"])
    // Without it, and if no attempt runs long enough, the limit counts all failures.
    for duration in [nil, 11] {
      #expect(
        await retried([1, 9, 10, 1], backoff: growing, resettingAfter: duration)
          == ["try 0", "try 101000", "try 310000", "gave up 320000"])
    }
    // The pauses don't count as a part of an attempt.
    #expect(
      await retried([1, 1, 1], backoff: .constant(.seconds(60)), resettingAfter: 10)
        == ["try 0", "try 61000", "try 122000", "gave up 123000"])
  }

  @Test func `Contract 31: a canceled retry does not restart an attempt that ran well`() async {
    let retry = Effect.run { send in
      send(Word("try"))
      try await send.sleep(for: .seconds(10))
      throw Failure()
    }
    .retry(1, backoff: .constant(.seconds(1)), resettingAfter: .zero)
    #expect(
      await delivered(retry.cancellable(id: 1), .cancel(id: 1).delay(for: .seconds(30)))
        == ["try 0", "try 11000", "try 22000"])
  }
}

/// A "wait until idle" returned before the trailing run of a throttle and before delayed effects.
///
/// Another implementation polled the wall clock every few milliseconds.
@Suite struct Pitfall27SettledTooEarly {
  private static let pause = Duration.milliseconds(100)

  /// Effects that send the last word 100 ms after the first, with no running effect in between.
  // A computed property: the leak sanitizer reports the tagged pointers of a constant.
  private static var late: [[Effect]] {
    [
      ["a", "b"].map { .say($0).throttle(id: 1, for: pause, latest: true) },
      [.say("a"), .say("b").delay(for: pause)],
      [.say("a"), .say("b").debounce(id: 1, for: pause)],
      [.concatenate(.say("a"), .say("b").delay(for: pause / 2).delay(for: pause / 2))],
      [.say("a"), .fail(after: 0).retry(1, backoff: .constant(pause)).catch { _ in Word("b") }],
      [.say("a"), .send(Do(.merge(.say("b", after: 100))))],
      [
        .say("a", after: 0),
        .merge(.run { send in try await send.sleep(for: pause) }.limited(id: 1, to: 1)),
        .say("b").limited(id: 1, to: 1),
      ],
    ]
  }

  @Test(arguments: late.indices)
  func `Pitfall 27: settled(includingEffects:) waits for pending effects`(index: Int) async {
    let diary = DiaryStore()
    let settled = Recorder<[String]>()
    for effect in Self.late[index] { diary.store.start(effect) }
    let store = diary.store
    // The implementation of `settled(includingEffects:)`, called synchronously.
    store.engine.whenSettled(true) { settled.record(store.state.words) }
    await diary.advance(99)
    #expect(diary.words == ["a"])
    #expect(settled.values == [])
    await diary.advance(1)
    #expect(settled.values == [["a", "b"]])
    #expect(diary.counts.roots == 0)
    await diary.clock.run()
    #expect(diary.isClean)
  }
}

/// The IDs of 1,000 finished effects were retained forever.
///
/// The continuations of readers that had stopped reading were retained too.
@Suite struct Pitfall22IDsNeverReleased {
  /// An ID that is alive while something retains it.
  private struct ID: Hashable, Sendable {
    let name: String
    let token: LifetimeToken

    static func == (left: ID, right: ID) -> Bool { left.name == right.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  private static let pause = Duration.milliseconds(100)

  // A computed property: the leak sanitizer reports the tagged pointers of a constant.
  private static var modifiers: [(_ effect: Effect, _ number: Int, _ id: (String) -> ID) -> Effect]
  {
    [
      { $0.cancellable(id: $2("\($1)")) },
      { $0.cancellable(id: $2("\($1)"), cancelInFlight: true) },
      { $0.debounce(id: $2("\($1)"), for: pause) },
      { $0.debounce(id: $2("\($1 / 2)"), for: pause) },
      { $0.throttle(id: $2("\($1)"), for: pause) },
      { $0.throttle(id: $2("\($1 / 3)"), for: pause, latest: true) },
      { $0.limited(id: $2("\($1)"), to: 1) },
      { $0.limited(id: $2("\($1 / 5)"), to: 2) },
      { effect, number, id in
        .merge(
          .concatenate(
            effect.cancellable(id: id("\(number)")),
            effect.debounce(id: id("-\(number)"), for: pause),
            .cancel(id: id("-\(number)"))),
          effect.cancellable(id: id("inner \(number)")).retry(1, backoff: .none)
            .timeout(after: pause)
        )
        .cancellable(id: id("outer \(number)"))
      },
    ]
  }

  @Test(arguments: modifiers.indices)
  func `Contract 31: 200 IDs of finished effects are released (Pitfall 22)`(index: Int) async {
    let diary = DiaryStore()
    let tracker = LifetimeTracker()
    func id(_ name: String) -> ID { ID(name: name, token: tracker.token()) }
    let effects: [Effect] = [
      .say("at once"), .say("later", after: 5), .fail(after: 5), .run { _ in }, .none,
    ]
    for number in 0..<200 {
      diary.store.start(Self.modifiers[index](effects[number % effects.count], number, id))
      if number.isMultiple(of: 7) { diary.store.start(.cancel(id: id("\(number)"))) }
    }
    await diary.advance(1_000)
    #expect(diary.store.runningEffects.isEmpty)
    #expect(diary.counts == (0, 0, 0))
    await tracker.allReleased()
  }

  @Test func `Pitfall 22: effects that an owner or the state ends leave nothing behind`() async {
    let diary = DiaryStore()
    for id in 0..<1_000 { diary.store.run(.tick().cancellable(id: id)).dispose() }
    let running = diary.store.run(forEach: \.words) { word in .tick().cancellable(id: word) }
    for word in 0..<10 { diary.store.dispatch(Word("\(word)")) }
    await diary.advance(0)
    #expect(diary.counts == (10, 10, 10))
    running.dispose()
    await diary.advance(0)
    #expect(diary.isClean)
  }

  @Test func `Pitfall 22: 1,000 stopped readers leave nothing behind`() async {
    let store = makeStore()
    let values = store.scope(\.counter).values()
    for _ in 0..<500 {
      for await _ in values { break }
      let isReading = Gate()
      let reader = Task {
        for await _ in values { isReading.open() }
      }
      await isReading.opened()
      reader.cancel()
      await reader.value
    }
    #expect(store.connections.isEmpty)
    #expect(store.engine.allSubscribers().isEmpty)
  }
}
