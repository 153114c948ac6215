// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

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
