// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct ManualClockTests {
  private let clock = ManualClock()
  private let heard = ValueRecorder<String>()

  /// Sleeps in a task whose steps are counted, and says so when woken.
  @discardableResult
  private func sleeper(_ name: String, for milliseconds: Int) -> Task<Void, Never> {
    clock.workload.makeTask(nil) { [clock, heard] in
      do {
        try await clock.sleep(for: .milliseconds(milliseconds))
        heard.record("\(name) at \(clock.now)")
      } catch {
        heard.record("\(name) cancelled")
      }
    }
  }

  private func advance(_ milliseconds: Int) async {
    await clock.advance(by: .milliseconds(milliseconds))
  }

  @Test(
    "Sleepers are woken in the order of their times, and for one time in the order of their coming")
  func order() async {
    for (name, time) in [("a", 30), ("b", 10), ("c", 20), ("d", 10), ("e", 40)] {
      sleeper(name, for: time)
    }
    await advance(9)
    #expect(heard.values == [])
    #expect(clock.sleeperCount == 5)
    await advance(21)
    #expect(
      heard.values == [
        "b at 0.01 seconds", "d at 0.01 seconds", "c at 0.02 seconds", "a at 0.03 seconds",
      ])
    #expect(clock.sleeperCount == 1)
    #expect(clock.now == ManualClock.Instant(offset: .milliseconds(30)))
    await advance(10)
    #expect(clock.rememberedCount == 0)
  }

  @Test("Who sleeps again when woken is woken again, at the right time")
  func again() async {
    _ = clock.workload.makeTask(nil) { [clock, heard] in
      for _ in 0..<3 {
        try? await clock.sleep(for: .milliseconds(10))
        heard.record("a at \(clock.now)")
      }
    }
    sleeper("b", for: 15)
    await advance(100)
    #expect(
      heard.values == [
        "a at 0.01 seconds", "b at 0.015 seconds", "a at 0.02 seconds", "a at 0.03 seconds",
      ])
    #expect(clock.now.offset == .milliseconds(100))
  }

  @Test("Sleeping until a time that is over takes no time")
  func over() async throws {
    await advance(10)
    try await clock.sleep(until: .init(offset: .milliseconds(10)))
    try await clock.sleep(until: .init(offset: .milliseconds(5)))
    try await clock.sleep(for: .zero)
    #expect(clock.rememberedCount == 0)
  }

  @Test("A sleeper that is cancelled is woken at once, and leaves nothing behind")
  func cancelledWhileSleeping() async {
    let task = sleeper("a", for: 10)
    await advance(0)
    #expect(clock.sleeperCount == 1)
    task.cancel()
    await task.value
    #expect(heard.values == ["a cancelled"])
    #expect(clock.rememberedCount == 0)
    await advance(20)
    #expect(heard.values == ["a cancelled"])
  }

  @Test("A task that is cancelled before it sleeps does not sleep, also until a time that is over")
  func cancelledBefore() async {
    let gate = Gate()
    let task = clock.workload.makeTask(nil) { [clock, heard] in
      await gate.opened()
      for time in [10, 0] {
        do {
          try await clock.sleep(for: .milliseconds(time))
        } catch {
          heard.record("cancelled \(time)")
        }
      }
    }
    task.cancel()
    gate.open()
    await task.value
    #expect(heard.values == ["cancelled 10", "cancelled 0"])
    #expect(clock.rememberedCount == 0)
  }

  @Test("Cancelling from many threads while the clock moves wakes each sleeper once")
  func races() async {
    for _ in 0..<50 {
      let clock = ManualClock()
      let ended = RunnelTestSupport.Counter()
      let tasks = (1...20).map { number in
        clock.workload.makeTask(nil) {
          try? await clock.sleep(for: .milliseconds(number))
          ended.increment()
        }
      }
      async let moving: Void = clock.advance(by: .milliseconds(20))
      await onThreads(4) { thread in
        for index in stride(from: thread, to: tasks.count, by: 4) { tasks[index].cancel() }
      }
      await moving
      for task in tasks { await task.value }
      #expect(ended.value == 20)
      #expect(clock.rememberedCount == 0)
    }
  }

  @Test(
    "Ticks come on the beat, those that nobody had time for are skipped, and cancelling ends them")
  func ticks() async {
    let task = clock.workload.makeTask(nil) { [clock, heard] in
      for await _ in clock.ticks(every: .milliseconds(10)) {
        heard.record("\(clock.now)")
        if heard.values.count == 2 { try? await clock.sleep(for: .milliseconds(25)) }
      }
      heard.record("end")
    }
    await advance(60)
    #expect(
      heard.values == ["0.01 seconds", "0.02 seconds", "0.05 seconds", "0.06 seconds"])
    task.cancel()
    await task.value
    #expect(heard.values.last == "end")
    #expect(clock.rememberedCount == 0)
  }

  @Test("A clock runs until nobody sleeps any more, or up to a limit")
  func running() async {
    sleeper("a", for: 10)
    sleeper("b", for: 7_000)
    #expect(await clock.run())
    #expect(heard.values == ["a at 0.01 seconds", "b at 7.0 seconds"])
    #expect(clock.now.offset == .seconds(7))
    let task = clock.workload.makeTask(nil) { [clock] in
      for await _ in clock.ticks(every: .seconds(1)) {}
    }
    #expect(await clock.run(upTo: .seconds(100)) == false)
    #expect(clock.now.offset == .seconds(107))
    task.cancel()
    await task.value
  }

  @Test("A thousand hours of ticks pass at once, and each is seen")
  func manyHours() async {
    let store = TestStore(
      state: Diary(), reducer: diaryReducer, clock: clock, exhaustivity: .off)
    await store.send(Do(.timer(every: .seconds(3600)) { Cheered() }))
    await clock.advance(by: .seconds(3600 * 1000))
    await store.expect(\.mood, .merry(1000))
    await store.finish()
  }

  @Test("An instant is after another by the duration between them")
  func instants() {
    let start = ManualClock.Instant()
    let later = start.advanced(by: .seconds(2))
    #expect(start < later)
    #expect(start.duration(to: later) == .seconds(2))
    #expect(later.duration(to: start) == .seconds(-2))
    #expect("\(later)" == "2.0 seconds")
    #expect(clock.minimumResolution == .zero)
  }
}
