// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct CountedJobsTests {
  private let jobs = CountedJobs()

  @Test func `allDone waits for each step of each task`() async {
    let steps = RunnelTestSupport.Counter()
    for _ in 0..<10 {
      _ = jobs.makeTask(nil) {
        for _ in 0..<10 {
          await Task.yield()
          steps.increment()
        }
      }
    }
    await jobs.allDone()
    #expect(steps.value == 100)
    #expect(jobs.tasks.isEmpty)
  }

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

  @Test func `a task that waits for something else is listed and not busy`() async {
    let gate = Gate()
    let task = jobs.makeTask(nil) { await gate.opened() }
    await jobs.allDone()
    #expect(jobs.tasks.count == 1)
    gate.open()
    await task.value
    await jobs.allDone()
    #expect(jobs.tasks.isEmpty)
  }
}
