// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct CountedJobsTests {
  private let jobs = CountedJobs()

  @Test("All is done when each step of each task is")
  func allDone() async {
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

  @Test("There is no pause while something is to be done, and each pause is another one")
  func pauses() async throws {
    let first = try #require(jobs.pause)
    #expect(jobs.pause == first)
    jobs.begin()
    #expect(jobs.pause == nil)
    jobs.end()
    let second = try #require(jobs.pause)
    #expect(second != first)
    // Over already.
    await jobs.ended(pause: first)
    async let ended: Void = jobs.ended(pause: second)
    jobs.begin()
    await ended
    await jobs.ended(pause: second)
    jobs.end()
  }

  @Test("A task that waits for something else is there, and is not counted as to be done")
  func waiting() async {
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
