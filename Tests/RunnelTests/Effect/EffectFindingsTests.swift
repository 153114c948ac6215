// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Faults that programs against the public interface have shown.
@Suite struct EffectFindingsTests {
  private let diary = DiaryStore()

  #if DEBUG
    @Test func `Contract 36: a late action is reported unless its effect was canceled`() async {
      let warnings = Recorder<Misuse>()
      await Misuse.$handler.withValue({ warnings.record($0) }) {
        let diary = DiaryStore()
        let sends = Locked<[Send]>([])
        @Sendable func keep(_ send: Send) { sends.withLock { $0.append(send) } }
        /// Calls each effect's `send` late, from the line of its index.
        func sendLate() {
          let kept = sends.withLock { sends in
            defer { sends = [] }
            return sends
          }
          for (index, send) in kept.enumerated() {
            for _ in 0..<2 { send(Word("late"), line: UInt(index)) }
          }
        }
        let sleeping = Effect.run { send in
          keep(send)
          try await send.sleep(for: .seconds(9))
        }
        let effectLine = #line + 3
        await diary.start(
          .merge(
            .run { keep($0) },
            .callback { send, completion in
              keep(send)
              completion()
            },
            .run { send in
              keep(send)
              throw Failure()
            }.catch { _ in .none }.limited(id: 1, to: 1)))
        sendLate()
        let late = warnings.takeValues()
        #expect(late.map(\.site.line).sorted() == [0, 1, 2])
        let text = """
          RunnelTests/EffectFindingsTests.swift:0: Runnel: Late action Word(word: "late"); it was \
          not reduced.
          Why: the effect created at RunnelTests/EffectFindingsTests.swift:\(effectLine) had ended: \
          `run` ends when its closure returns, and `callback` when its completion is called.
          Fix: await the work inside the closure of `run`, or use `callback`. This warning is \
          reported once per call.
          """
        #expect(late.map(\.description).contains(text))
        // Canceled by their ID, with another part of a merge, by a timeout, and by their owner.
        await diary.start(sleeping.cancellable(id: 1))
        await diary.start(
          .merge(sleeping, .run { _ in throw Failure() }).catch { _ in Effect.none })
        await diary.start(sleeping.timeout(after: .milliseconds(1)).catch { _ in Effect.none })
        diary.store.run(sleeping).dispose()
        await diary.start(.merge(.run { keep($0) }, sleeping).cancellable(id: 1))
        await diary.start(.cancel(id: 1))
        await diary.advance(1)
        #expect(sends.withLock { $0.count } >= 5)
        sendLate()
        #expect(warnings.values.isEmpty)
        await diary.advance(0)
        #expect(diary.words == [])
        #expect(diary.isClean)
      }
    }
  #endif

  @Test func `Contract 6: settling with effects waits for the reports of their errors`() async {
    struct Unheard: Error {}
    let store = Store(state: Diary(), reducer: diaryReducer)
    let events = Recorder<String>()
    let isSettled = Gate()
    let token = store.onError { [weak store] _ in
      #expect(store?.runningEffects.isEmpty == true)
      store?.engine.whenSettled(true) {
        events.record("settled")
        isSettled.open()
      }
      // It would be called before the third of these returns.
      for _ in 0..<3 { store?.waitUntilReduced() }
      events.record("reported")
    }
    store.start(.run { _ in throw Unheard() })
    await isSettled.opened()
    #expect(events.values == ["reported", "settled"])
    token.dispose()
  }

  @Test func `Contract 33: an error without a handler is reported once with its call site`() async {
    struct Unheard: Error {}
    let warnings = WarningRecorder(containing: "Unheard")
    let store = Store(state: Diary(), reducer: diaryReducer)
    let line = UInt(#line) + 1
    store.start(.merge(.run { _ in throw Unheard() }))
    await store.settled(includingEffects: true)
    #expect(
      warnings.descriptions == [
        """
        RunnelTests/EffectFindingsTests.swift:\(line): Runnel: Unhandled effect error: Unheard().
        Why: neither a `catch` on the effect created here nor the store's `onError` handled it.
        Fix: turn the error into an action with `.catch { … }`, or report it with \
        `store.onError { … }`.
        """
      ])
  }

  @Test(arguments: ["delay", "debounce", "timeout", "retry", "timer"])
  func `Contract 33: the error of a clock leaves the effect that waits`(kind: String) async {
    let effects: [String: Effect] = [
      "delay": .say("never").delay(for: .seconds(1)),
      "debounce": .say("never").debounce(id: 1, for: .seconds(1)),
      "timeout": .callback { _, _ in }.timeout(after: .seconds(1)),
      "retry": .run { _ in throw Failure() }.retry(1, backoff: .constant(.seconds(1))),
      "timer": .timer(every: .seconds(1)) { Word("never") },
    ]
    let errors = Recorder<String>()
    let store = Store(
      state: Diary(), reducer: diaryReducer, clock: BrokenClock(),
      onError: { errors.record("\($0.error)") })
    let effect = effects[kind] ?? .none
    for effect in [effect, effect.catch { Word("caught \($0)") }] {
      store.start(effect)
      await store.settled(includingEffects: true)
      #expect(errors.values == ["BrokenClockError()"])
    }
    #expect(store.state.words == ["caught BrokenClockError()"])
    // The task of a canceled effect can still be ending.
    #expect(store.engine.effects.counts.roots == 0)
    #expect(store.engine.effects.counts.remembered == 0)
  }

  @Test func `Contract 33: the error of a clock closes a throttle's window`() async {
    let (failures, source) = AsyncStream<EffectFailure>.makeStream()
    let store = Store(
      state: Diary(), reducer: diaryReducer, clock: BrokenClock(),
      onError: { source.yield($0) })
    var failure = failures.makeAsyncIterator()
    for word in ["a", "b"] {
      let line = #line + 1
      store.dispatch(Do(.send(Word(word)).throttle(id: 1, for: .seconds(1))))
      let reported = await failure.next()
      #expect(reported?.error is BrokenClockError)
      #expect(reported?.site.line == line)
    }
    await store.settled(includingEffects: true)
    #expect(store.state.words == ["a", "b"])
  }

  @Test func `Contract 33: an effect that waits for a window fails with its clock`() async {
    let store = Store(state: Diary(), reducer: diaryReducer, clock: BrokenClock())
    let words: [Effect] = ["first", "held"].map {
      .say($0).throttle(id: 1, for: .seconds(1), latest: true).catch { Word("\($0)") }
    }
    // In one effect, so that the second waits before the clock fails.
    store.start(.merge(words))
    await store.settled(includingEffects: true)
    #expect(store.state.words == ["first", "BrokenClockError()"])
    #expect(store.engine.effects.counts.roots == 0)
  }

  @Test func `Contract 36: an error is reported at the place that made the effect`() async {
    struct Poll: Command {}
    let (failures, source) = AsyncStream<EffectFailure>.makeStream()
    var failure = failures.makeAsyncIterator()
    let store = Store(
      state: Diary(), reducer: diaryReducer, clock: BrokenClock(), onError: { source.yield($0) })
    let handler = store.handle(Poll.self) { _ in .stream(endless()) { (_: Int) in nil } }
    @Sendable func endless() -> AsyncThrowingStream<Int, any Error> {
      AsyncThrowingStream { throw Failure() }
    }
    @Sendable func failing(_ line: UInt) -> Effect { .run(line: line) { _ in throw Failure() } }
    @Sendable func actions() -> AsyncThrowingStream<Word, any Error> {
      AsyncThrowingStream { throw Failure() }
    }
    let starts: [(Int, () -> Disposable)] = [
      (#line, { store.run(.run { _ in throw Failure() }) }),
      (#line, { store.run(while: { _ in true }) { .run { _ in throw Failure() } } }),
      (#line, { store.run(while: \.words.isEmpty) { .run { _ in throw Failure() } } }),
      (#line, { store.run(.stream(actions())) }),
      (#line, { store.run(.stream(endless()) { _ in nil }) }),
      (#line, { store.run(.run { _ in throw Failure() }.retry(1, backoff: .none)) }),
      (#line, { store.run(.merge(.run { _ in throw Failure() })) }),
      (#line, { store.run(.concatenate(.say(""), .run { _ in throw Failure() })) }),
      (#line, { store.run(.callback { _, _ in }.timeout(after: .milliseconds(1))) }),
      (#line, { store.run(.merge([]).delay(for: .seconds(1))) }),
      (#line, { store.run(.perform(Poll()).map { $0 }) }),
      (#line, { store.run(.timer(every: .seconds(1)) { Word("") }.cancellable(id: 1)) }),
      (#line, { store.run(.run { _ in throw Failure() }.catch { _ in failing(#line) }) }),
    ]
    for (line, start) in starts {
      let token = start()
      let reported = await failure.next()
      #expect(reported?.site.line == line)
      #expect(reported?.site.file == "RunnelTests/EffectFindingsTests.swift")
      token.dispose()
    }
    handler.dispose()
  }

  static let extremes: [Duration] = [
    .seconds(Int64.max), .seconds(Int64.min), .seconds(-1), .zero,
    Duration(secondsComponent: 0, attosecondsComponent: 1),
    Duration(secondsComponent: 0, attosecondsComponent: -1),
  ]

  @Test(arguments: extremes)
  func `Contract 37: an effect may wait for any duration`(duration: Duration) async {
    for clock: any Clock<Duration> in [ContinuousClock(), SuspendingClock(), ManualClock()] {
      let store = Store(state: Diary(), reducer: diaryReducer, clock: clock, onError: { _ in })
      let failing = Effect.run { _ in throw Failure() }
      for effect: Effect in [
        .say("a").delay(for: duration), .say("b").debounce(id: 2, for: duration),
        .say("c").throttle(id: 3, for: duration, latest: true), .say("d").timeout(after: duration),
        .run { try await $0.sleep(for: duration) },
        failing.retry(1, backoff: .constant(duration)),
        failing.retry(1, backoff: .exponential(from: duration, upTo: duration)),
      ] {
        store.start(effect)
      }
      await store.wait(until: { $0.words.contains("c") })
      if duration > .seconds(1) { await store.wait(until: { $0.words == ["c", "d"] }) }
    }
  }

  @Test(arguments: extremes.filter { $0 > .zero })
  func `Contract 37: a timer may have any interval`(interval: Duration) async {
    let ticks = Counter()
    let store = Store(state: Diary(), reducer: diaryReducer)
    let isTicking = Gate()
    let timer = store.run(
      .timer(every: interval) {
        ticks.increment()
        if ticks.value == 100 { isTicking.open() }
        return Word("tick")
      })
    // An hour has more than `Int64.max` intervals of one attosecond.
    let clock = SteppingClock(by: .seconds(3600))
    var iterator = clock.ticks(every: interval).makeAsyncIterator()
    for _ in 0..<3 { _ = await iterator.next() }
    if interval < .seconds(1) { await isTicking.opened() } else { await store.settled() }
    timer.dispose()
  }

  @Test func `Contract 37: a backoff never traps, and never waits for less than nothing`() {
    let times = Self.extremes
    for first in times {
      for longest in times {
        for factor in [0, -1, 0.5, 2, 1e300, -1e300, .infinity, -.infinity, .nan] {
          let backoff = Backoff.exponential(from: first, by: factor, upTo: longest)
          for failures in [0, 1, 2, 1_000, .max] where failures < .max || factor >= 2 {
            #expect(backoff.duration(afterFailures: failures) >= .zero)
          }
        }
      }
    }
    let plain = Backoff.exponential(from: .seconds(1), upTo: .seconds(30))
    let pauses = (1...7).map { plain.duration(afterFailures: $0) }
    #expect(pauses == [1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
  }

  @Test func `Contract 37: the hash of an ID may read the running effects`() async {
    struct Curious: Hashable, Sendable {
      let store: Store<Diary>
      static func == (left: Curious, right: Curious) -> Bool { true }
      func hash(into hasher: inout Hasher) { hasher.combine(store.runningEffects.count * 0) }
    }
    let id = Curious(store: diary.store)
    await diary.start(.say("never", after: 10).cancellable(id: id, cancelInFlight: true))
    await diary.start(.say("never").debounce(id: id, for: .seconds(1)))
    await diary.start(.say("a").throttle(id: id, for: .seconds(1)).limited(id: id, to: 1))
    diary.store.cancelEffects(id: id)
    await diary.clock.advance(by: .seconds(1))
    #expect(diary.words == ["a"])
    #expect(diary.isClean)
  }
}

private struct BrokenClockError: Error {}

/// Throws instead of sleeping.
private struct BrokenClock: Clock {
  typealias Instant = ContinuousClock.Instant
  var now: Instant { ContinuousClock().now }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    throw BrokenClockError()
  }
}

/// Moves on by a step each time it is read, and does not sleep.
private final class SteppingClock: Clock {
  typealias Instant = ManualClock.Instant
  private let time = Locked(Duration.zero)
  private let step: Duration

  init(by step: Duration) { self.step = step }

  var now: Instant {
    time.withLock { time in
      time += step
      return Instant(offset: time)
    }
  }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
