// SPDX-License-Identifier: MIT

import Processes
import Testing

@testable import monitor

@Suite struct MeterTests {
  private var meter = Meter(ticksPerSecond: 100, bytesPerPage: 4096)

  @Test mutating func `The load of the first snapshot is zero`() {
    let sample = meter.measure(snapshot(at: 5, busy: 70, total: 100, [1: 900]))
    #expect(sample.processes.map(\.processorShare) == [0])
    #expect(sample.processes.map(\.memory) == [8192])
    #expect(sample.load.processor == 0)
  }

  @Test mutating func `The load is the average since the previous snapshot`() {
    _ = meter.measure(snapshot(at: 5, busy: 70, total: 100, [1: 900, 2: 0]))
    let sample = meter.measure(snapshot(at: 7, busy: 80, total: 140, [1: 1000, 2: 400, 3: 20]))
    #expect(sample.processes.map(\.processorShare) == [0.5, 2, 0.1])
    #expect(sample.load.processor == 0.25)
  }

  @Test mutating func `A process that reuses a number starts from zero`() {
    _ = meter.measure(snapshot(at: 1, busy: 0, total: 1, [1: 900]))
    let sample = meter.measure(snapshot(at: 2, busy: 0, total: 2, [1: 10], started: 7))
    #expect(sample.processes.map(\.processorShare) == [0.1])
  }

  @Test mutating func `Counters that decrease or stand still are zero load`() {
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
