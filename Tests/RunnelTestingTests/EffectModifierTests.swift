// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// Each kind of effect and each modifier, as a test of a feature sees them.
@Suite struct EffectModifierTests {
  private let clock = ManualClock()
  private let store: TestStore<Diary>

  init() {
    store = TestStore(state: Diary(), reducer: diaryReducer, clock: clock)
  }

  private func start(_ effect: Effect) async {
    await store.send(Do(effect))
  }

  private func advance(_ milliseconds: Int) async {
    await clock.advance(by: .milliseconds(milliseconds))
  }

  private func hear(_ words: String...) async {
    for word in words { await store.receive(Said(word)) { $0.words.append(word) } }
  }

  private func finish() async {
    await store.finish()
    #expect(clock.rememberedCount == 0)
  }

  @Test func `a debounced effect begins when nobody has asked for another one for a while`() async {
    for word in ["a", "b", "c"] {
      await start(.say(word).debounce(id: "id", for: .milliseconds(300)))
      await advance(200)
    }
    await advance(100)
    await hear("c")
    await finish()
  }

  @Test func `a throttled effect begins at once, and the latest when the window closes`() async {
    await start(.say("a").throttle(id: "id", for: .milliseconds(100), latest: true))
    await hear("a")
    await start(.say("b").throttle(id: "id", for: .milliseconds(100), latest: true))
    await start(.say("c").throttle(id: "id", for: .milliseconds(100), latest: true))
    await advance(100)
    await hear("c")
    await advance(100)
    await start(.say("d").throttle(id: "id", for: .milliseconds(100)))
    await hear("d")
    await start(.say("e").throttle(id: "id", for: .milliseconds(100)))
    await advance(100)
    await finish()
  }

  @Test func `a cancelled effect sends nothing`() async {
    await start(.say("a", after: 100).cancellable(id: "id"))
    await start(.cancel(id: "id"))
    await advance(100)
    await start(.say("b", after: 100).cancellable(id: "id"))
    await start(.say("c", after: 100).cancellable(id: "id", cancelInFlight: true))
    await advance(100)
    await hear("c")
    await finish()
  }

  @Test func `limited effects begin one after the other`() async {
    for word in ["a", "b", "c"] {
      await start(.say(word, after: 10).limited(id: "id", to: 2))
    }
    await advance(10)
    await hear("a", "b")
    await advance(10)
    await hear("c")
    await finish()
  }

  @Test func `a delayed effect begins later`() async {
    await start(.say("a").delay(for: .seconds(3600)))
    await clock.advance(by: .seconds(3599))
    await clock.advance(by: .seconds(1))
    await hear("a")
    await finish()
  }

  @Test func `an effect that takes too long fails`() async {
    await start(.say("a", after: 200).timeout(after: .milliseconds(100)).catch { Said("\($0)") })
    await advance(100)
    await hear("The effect did not end within 0.1 seconds.")
    await finish()
  }

  @Test func `an effect that fails is started anew, with longer and longer pauses`() async {
    await start(
      .run { send in
        send(Said("try"))
        throw Failure()
      }
      .retry(3, backoff: .exponential(from: .seconds(1), upTo: .seconds(3)))
      .catch { _ in Said("over") })
    await hear("try")
    await clock.advance(by: .seconds(1))
    await hear("try")
    await clock.advance(by: .seconds(2))
    await hear("try")
    await clock.advance(by: .seconds(3))
    await hear("try", "over")
    await finish()
  }

  @Test func `an error becomes an action or another effect`() async {
    await start(
      .run { _ in
        throw Failure()
      } catch: {
        Said("\($0)")
      })
    await hear("Failure(word: \"failed\")")
    await start(.fail(after: 10).catch { _ in .say("a", after: 10) })
    await advance(20)
    await hear("a")
    await finish()
  }

  @Test func `actions are mapped`() async {
    await start(.say("a").map { Said(($0 as? Said).map { $0.word + "!" } ?? "?") })
    await hear("a!")
    await finish()
  }

  @Test func `effects run side by side or one after the other`() async {
    await start(
      .concat {
        Effect.merge(.say("a", after: 20), .say("b", after: 10))
        Effect.say("c", after: 10)
      })
    await advance(20)
    await hear("b", "a")
    await advance(10)
    await hear("c")
    await finish()
  }

  @Test func `timers, streams, callbacks and side effects send`() async {
    struct Shout: SideEffect {
      func execute(with dispatcher: any ActionDispatcher) { dispatcher.dispatch(Said("e")) }
    }
    await start(.timer(every: .milliseconds(10)) { Said("a") }.cancellable(id: "timer"))
    await advance(20)
    await hear("a", "a")
    await start(.cancel(id: "timer"))
    await start(.stream(["b", "c"].async) { Said($0) })
    await hear("b", "c")
    await start(
      .callback { send, end in
        send(Said("d"))
        end()
      })
    await hear("d")
    await start(.execute(Shout()))
    await hear("e")
    await finish()
  }

  @Test func `an effect goes on while the state says so`() async {
    let running = store.store.run(while: \.isLoud) { .timer(every: .seconds(1)) { Said("!") } }
    await store.send(Cheered()) { $0.mood = .merry(1) }
    await clock.advance(by: .seconds(2))
    await hear("!", "!")
    running.dispose()
    await finish()
  }
}

extension Diary {
  fileprivate var isLoud: Bool { mood != .calm }
}

extension Array where Element: Sendable {
  /// The elements as a sequence that can be awaited.
  fileprivate var async: AsyncStream<Element> {
    AsyncStream { continuation in
      forEach { continuation.yield($0) }
      continuation.finish()
    }
  }
}
