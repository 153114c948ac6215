// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct ManualClockTests {
  private let clock = ManualClock()
  private let events = ValueRecorder<String>()

  @discardableResult
  private func sleeper(_ name: String, for milliseconds: Int) -> Task<Void, Never> {
    clock.scheduler.makeTask(nil) { [clock, events] in
      do {
        try await clock.sleep(for: .milliseconds(milliseconds))
        events.record("\(name) at \(clock.now)")
      } catch {
        events.record("\(name) canceled")
      }
    }
  }

  private func advance(_ milliseconds: Int) async {
    await clock.advance(by: .milliseconds(milliseconds))
  }

  @Test func `sleepers wake in deadline order, then in the order of their arrival`() async {
    for (name, time) in [("a", 30), ("b", 10), ("c", 20), ("d", 10), ("e", 40)] {
      sleeper(name, for: time)
    }
    await advance(9)
    #expect(events.values == [])
    #expect(clock.sleeperCount == 5)
    await advance(21)
    #expect(
      events.values == [
        "b at 0.01 seconds", "d at 0.01 seconds", "c at 0.02 seconds", "a at 0.03 seconds",
      ])
    #expect(clock.sleeperCount == 1)
    #expect(clock.now == ManualClock.Instant(offset: .milliseconds(30)))
    await advance(10)
    #expect(clock.rememberedCount == 0)
  }

  @Test func `a task that sleeps again wakes again at the right time`() async {
    _ = clock.scheduler.makeTask(nil) { [clock, events] in
      for _ in 0..<3 {
        try? await clock.sleep(for: .milliseconds(10))
        events.record("a at \(clock.now)")
      }
    }
    sleeper("b", for: 15)
    await advance(100)
    #expect(
      events.values == [
        "a at 0.01 seconds", "b at 0.015 seconds", "a at 0.02 seconds", "a at 0.03 seconds",
      ])
    #expect(clock.now.offset == .milliseconds(100))
  }

  @Test func `sleeping until a past time takes no time`() async throws {
    await advance(10)
    try await clock.sleep(until: .init(offset: .milliseconds(10)))
    try await clock.sleep(until: .init(offset: .milliseconds(5)))
    try await clock.sleep(for: .zero)
    #expect(clock.rememberedCount == 0)
  }

  @Test func `a canceled sleeper wakes at once and leaves nothing behind`() async {
    let task = sleeper("a", for: 10)
    await advance(0)
    #expect(clock.sleeperCount == 1)
    task.cancel()
    await task.value
    #expect(events.values == ["a canceled"])
    #expect(clock.rememberedCount == 0)
    await advance(20)
    #expect(events.values == ["a canceled"])
  }

  @Test func `a task canceled before it sleeps does not sleep`() async {
    let gate = Gate()
    let task = clock.scheduler.makeTask(nil) { [clock, events] in
      await gate.opened()
      for time in [10, 0] {
        do {
          try await clock.sleep(for: .milliseconds(time))
        } catch {
          events.record("canceled \(time)")
        }
      }
    }
    task.cancel()
    gate.open()
    await task.value
    #expect(events.values == ["canceled 10", "canceled 0"])
    #expect(clock.rememberedCount == 0)
  }

  @Test func `concurrent cancellation and advancing wake each sleeper once`() async {
    for _ in 0..<50 {
      let clock = ManualClock()
      let ended = RunnelTestSupport.Counter()
      let tasks = (1...20).map { number in
        clock.scheduler.makeTask(nil) {
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

  @Test func `ticks are periodic, missed ones are skipped, and cancellation ends them`() async {
    let task = clock.scheduler.makeTask(nil) { [clock, events] in
      for await _ in clock.ticks(every: .milliseconds(10)) {
        events.record("\(clock.now)")
        if events.values.count == 2 { try? await clock.sleep(for: .milliseconds(25)) }
      }
      events.record("end")
    }
    await advance(60)
    #expect(events.values == ["0.01 seconds", "0.02 seconds", "0.05 seconds", "0.06 seconds"])
    task.cancel()
    await task.value
    #expect(events.values.last == "end")
    #expect(clock.rememberedCount == 0)
  }

  @Test func `run advances until no task sleeps, or up to a limit`() async {
    sleeper("a", for: 10)
    sleeper("b", for: 7_000)
    #expect(await clock.run())
    #expect(events.values == ["a at 0.01 seconds", "b at 7.0 seconds"])
    #expect(clock.now.offset == .seconds(7))
    let task = clock.scheduler.makeTask(nil) { [clock] in
      for await _ in clock.ticks(every: .seconds(1)) {}
    }
    #expect(await clock.run(upTo: .seconds(100)) == false)
    #expect(clock.now.offset == .seconds(107))
    task.cancel()
    await task.value
  }

  @Test func `instants are ordered and measure durations`() {
    let start = ManualClock.Instant()
    let later = start.advanced(by: .seconds(2))
    #expect(start < later)
    #expect(start.duration(to: later) == .seconds(2))
    #expect(later.duration(to: start) == .seconds(-2))
    #expect("\(later)" == "2.0 seconds")
    #expect(clock.minimumResolution == .zero)
  }
}

@Suite struct CountedJobsTests {
  private let jobs = CountedJobs()

  @Test func `an idle period ends with new work, and each one differs`() async throws {
    let first = try #require(jobs.idlePeriod)
    #expect(jobs.idlePeriod == first)
    jobs.begin()
    #expect(jobs.idlePeriod == nil)
    jobs.end()
    let second = try #require(jobs.idlePeriod)
    #expect(second != first)
    await jobs.ended(idlePeriod: first)
    async let ended: Void = jobs.ended(idlePeriod: second)
    jobs.begin()
    await ended
    await jobs.ended(idlePeriod: second)
    jobs.end()
  }
}
