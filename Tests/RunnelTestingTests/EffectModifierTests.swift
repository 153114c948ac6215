// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// Each kind of effect and each modifier, in the test of a feature.
@Suite struct EffectModifierTests {
  private let clock = ManualClock()
  private let store: TestStore<Diary>

  init() {
    store = makeDiary(clock: clock)
  }

  private func start(_ effect: Effect) async {
    await store.send(Run(effect))
  }

  private func advance(_ milliseconds: Int) async {
    await clock.advance(by: .milliseconds(milliseconds))
  }

  private func receive(_ words: String...) async {
    for word in words { await store.receive(Wrote(word)) { $0.words.append(word) } }
  }

  private func finish() async {
    await store.finish()
    #expect(clock.rememberedCount == 0)
  }

  @Test func `a debounced effect starts after a period without another one`() async {
    for word in ["a", "b", "c"] {
      await start(.write(word).debounce(id: "id", for: .milliseconds(300)))
      await advance(200)
    }
    await advance(100)
    await receive("c")
    await finish()
  }

  @Test func `a throttled effect starts at once, and the latest when the window ends`() async {
    await start(.write("a").throttle(id: "id", for: .milliseconds(100), latest: true))
    await receive("a")
    await start(.write("b").throttle(id: "id", for: .milliseconds(100), latest: true))
    await start(.write("c").throttle(id: "id", for: .milliseconds(100), latest: true))
    await advance(100)
    await receive("c")
    await advance(100)
    await start(.write("d").throttle(id: "id", for: .milliseconds(100)))
    await receive("d")
    await start(.write("e").throttle(id: "id", for: .milliseconds(100)))
    await advance(100)
    await finish()
  }

  @Test func `a canceled effect sends nothing`() async {
    await start(.write("a", after: 100).cancellable(id: "id"))
    await start(.cancel(id: "id"))
    await advance(100)
    await start(.write("b", after: 100).cancellable(id: "id"))
    await start(.write("c", after: 100).cancellable(id: "id", cancelInFlight: true))
    await advance(100)
    await receive("c")
    await finish()
  }

  @Test func `a limit runs effects one after another`() async {
    for word in ["a", "b", "c"] {
      await start(.write(word, after: 10).limited(id: "id", to: 2))
    }
    await advance(10)
    await receive("a", "b")
    await advance(10)
    await receive("c")
    await finish()
  }

  @Test func `a delayed effect starts later`() async {
    await start(.write("a").delay(for: .seconds(3600)))
    await clock.advance(by: .seconds(3599))
    await clock.advance(by: .seconds(1))
    await receive("a")
    await finish()
  }

  @Test func `an effect that exceeds its timeout fails`() async {
    await start(
      .write("a", after: 200).timeout(after: .milliseconds(100)).catch {
        Wrote($0 is EffectTimeoutError ? "timeout" : "\($0)")
      })
    await advance(100)
    await receive("timeout")
    await finish()
  }

  @Test func `a failing effect is retried with growing backoff`() async {
    await start(
      .run { send in
        send(Wrote("try"))
        throw Failure()
      }
      .retry(3, backoff: .exponential(from: .seconds(1), upTo: .seconds(3)))
      .catch { _ in Wrote("over") })
    await receive("try")
    await clock.advance(by: .seconds(1))
    await receive("try")
    await clock.advance(by: .seconds(2))
    await receive("try")
    await clock.advance(by: .seconds(3))
    await receive("try", "over")
    await finish()
  }

  @Test func `an error becomes an action or another effect`() async {
    await start(
      .run { _ in
        throw Failure()
      } catch: {
        Wrote("\($0)")
      })
    await receive("Failure(word: \"failed\")")
    await start(.fail(after: 10).catch { _ in .write("a", after: 10) })
    await advance(20)
    await receive("a")
    await finish()
  }

  @Test func `map transforms actions`() async {
    await start(.write("a").map { Wrote(($0 as? Wrote).map { $0.word + "!" } ?? "?") })
    await receive("a!")
    await finish()
  }

  @Test func `effects run concurrently or one after another`() async {
    await start(
      .concat {
        Effect.merge(.write("a", after: 20), .write("b", after: 10))
        Effect.write("c", after: 10)
      })
    await advance(20)
    await receive("b", "a")
    await advance(10)
    await receive("c")
    await finish()
  }

  @Test func `timers, streams, callbacks and side effects send actions`() async {
    struct Shout: SideEffect {
      func execute(with dispatcher: any ActionDispatcher) { dispatcher.dispatch(Wrote("e")) }
    }
    await start(.timer(every: .milliseconds(10)) { Wrote("a") }.cancellable(id: "timer"))
    await advance(20)
    await receive("a", "a")
    await start(.cancel(id: "timer"))
    await start(.stream(["b", "c"].async) { Wrote($0) })
    await receive("b", "c")
    await start(
      .callback { send, end in
        send(Wrote("d"))
        end()
      })
    await receive("d")
    await start(.execute(Shout()))
    await receive("e")
    await finish()
  }

  @Test func `an effect runs while the state meets a condition`() async {
    let running = store.store.run(while: \.isLoud) { .timer(every: .seconds(1)) { Wrote("!") } }
    await store.send(Cheered()) { $0.mood = .merry(1) }
    await clock.advance(by: .seconds(2))
    await receive("!", "!")
    running.dispose()
    await finish()
  }
}

extension Diary {
  fileprivate var isLoud: Bool { mood != .calm }
}

extension Array where Element: Sendable {
  /// The elements as an asynchronous sequence.
  fileprivate var async: AsyncStream<Element> {
    AsyncStream { continuation in
      forEach { continuation.yield($0) }
      continuation.finish()
    }
  }
}
