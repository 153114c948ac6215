// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

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

  @Test func `Pitfall 27: advance follows chains of due effects`() async {
    let diary = DiaryStore()
    func chain(_ length: Int) -> Effect {
      length == 0 ? .say("end") : .send(Do(chain(length - 1))).delay(for: .milliseconds(1))
    }
    await diary.start(chain(100))
    await diary.advance(99)
    #expect(diary.words == [])
    await diary.advance(1)
    #expect(diary.words == ["end"])
    #expect(diary.isClean)
  }
}
