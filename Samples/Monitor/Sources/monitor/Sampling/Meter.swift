// SPDX-License-Identifier: MIT

import Load
import Processes

/// The counters of the system at one time, which only increase.
struct Snapshot: Equatable {
  struct Entry: Equatable {
    var status: ProcessStatus
    var user: String
  }

  /// The time in nanoseconds, since an arbitrary start.
  var time: UInt64
  var entries: [Entry]
  var processors: ProcessorTimes
  var memory: MemoryStatus
}

struct Meter {
  let ticksPerSecond: Double
  let bytesPerPage: UInt64

  private var last: (time: UInt64, processors: ProcessorTimes)?
  private var ticks: [Process.ID: UInt64] = [:]

  init(ticksPerSecond: Double, bytesPerPage: UInt64) {
    self.ticksPerSecond = ticksPerSecond
    self.bytesPerPage = bytesPerPage
  }

  /// Returns the load since the previous snapshot, or zero for the first one.
  mutating func measure(_ snapshot: Snapshot) -> SystemSampled {
    let seconds = last.map { Double(snapshot.time &- $0.time) / 1e9 }
    var ticksNow: [Process.ID: UInt64] = [:]
    ticksNow.reserveCapacity(snapshot.entries.count)
    let processes = snapshot.entries.map { entry in
      let status = entry.status
      let id = Process.ID(number: status.number, started: status.started)
      ticksNow[id] = status.ticks
      // A new process has used all of its time since the previous snapshot.
      let before = min(ticks[id] ?? 0, status.ticks)
      let share = seconds.map { Double(status.ticks - before) / ticksPerSecond / max($0, 1e-3) }
      return Process(
        id: id, name: status.name, user: entry.user, processorShare: share ?? 0,
        memory: status.pages &* bytesPerPage)
    }
    let load = LoadFeature.Sample(
      processor: last.map { share(from: $0.processors, to: snapshot.processors) } ?? 0,
      memoryUsed: snapshot.memory.used, memoryTotal: snapshot.memory.total)
    last = (snapshot.time, snapshot.processors)
    ticks = ticksNow
    return SystemSampled(processes: processes, load: load)
  }

  private func share(from before: ProcessorTimes, to now: ProcessorTimes) -> Double {
    guard now.total > before.total, now.busy >= before.busy else { return 0 }
    return min(Double(now.busy - before.busy) / Double(now.total - before.total), 1)
  }
}
