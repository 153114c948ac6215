// SPDX-License-Identifier: MIT

import Processes
import Testing

@testable import monitor

@Suite struct MeterTests {
  private var meter = Meter(ticksPerSecond: 100, bytesPerPage: 4096)

  @Test("Nothing has happened before the first snapshot")
  mutating func first() {
    let sample = meter.measure(snapshot(at: 5, busy: 70, total: 100, [1: 900]))
    #expect(sample.processes.map(\.processorShare) == [0])
    #expect(sample.processes.map(\.memory) == [8192])
    #expect(sample.load.processor == 0)
  }

  @Test("A process is as busy as it has been since the last snapshot")
  mutating func shares() {
    _ = meter.measure(snapshot(at: 5, busy: 70, total: 100, [1: 900, 2: 0]))
    let sample = meter.measure(snapshot(at: 7, busy: 80, total: 140, [1: 1000, 2: 400, 3: 20]))
    #expect(sample.processes.map(\.processorShare) == [0.5, 2, 0.1])
    #expect(sample.load.processor == 0.25)
  }

  @Test("A process whose number has been used before starts anew")
  mutating func reused() {
    _ = meter.measure(snapshot(at: 1, busy: 0, total: 1, [1: 900]))
    let sample = meter.measure(snapshot(at: 2, busy: 0, total: 2, [1: 10], started: 7))
    #expect(sample.processes.map(\.processorShare) == [0.1])
  }

  @Test("Counters that go back or stand still count as nothing")
  mutating func backwards() {
    _ = meter.measure(snapshot(at: 1, busy: 50, total: 100, [1: 900]))
    let back = meter.measure(snapshot(at: 2, busy: 40, total: 110, [1: 800]))
    #expect(back.processes.map(\.processorShare) == [0])
    #expect(back.load.processor == 0)
    let still = meter.measure(snapshot(at: 2, busy: 40, total: 110, [1: 800]))
    #expect(still.processes.map(\.processorShare) == [0])
    #expect(still.load.processor == 0)
  }

  private func snapshot(
    at seconds: UInt64, busy: UInt64, total: UInt64, _ ticks: [Int32: UInt64], started: UInt64 = 0
  ) -> Snapshot {
    Snapshot(
      time: seconds * 1_000_000_000,
      entries: ticks.sorted { $0.key < $1.key }.map { number, ticks in
        let status = ProcessStatus(
          number: number, name: "a", ticks: ticks, started: started, pages: 2)
        return Snapshot.Entry(status: status, user: "root")
      },
      processors: ProcessorTimes(busy: busy, total: total),
      memory: MemoryStatus(used: 1, total: 2))
  }
}
