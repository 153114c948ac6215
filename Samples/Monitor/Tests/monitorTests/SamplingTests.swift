// SPDX-License-Identifier: MIT

import Foundation
import Load
import Processes
import Runnel
import Testing

@testable import monitor

@Suite struct SamplerTests {
  private struct Recorded: Equatable, Sendable {
    var props = Sampler.Props()
    var samples: [SystemSampled] = []
    var failures: [String] = []
  }

  private struct PropsChanged: Action { var props: Sampler.Props }

  private let clock = ManualClock()
  private let store = Store(
    state: Recorded(),
    reducer: Reducer {
      Reducer.updating(PropsChanged.self) { $0.props = $1.props }
      Reducer.updating(SystemSampled.self) { $0.samples.append($1) }
      Reducer.updating(SamplingFailed.self) { $0.failures.append($1.reason) }
    })

  @Test func `The first sample is the baseline, and each tick dispatches a sample`() async {
    let sampler = makeSampler(.of("before"), .of("one"), .of("two"))
    await change(.init(interval: 5, isPaused: false))
    #expect(clock.interval == 5)
    #expect(store.state.samples == [])
    clock.tick()
    clock.tick()
    await store.settled()
    #expect(store.state.samples == [.of("one"), .of("two")])
    withExtendedLifetime(sampler) {}
  }

  @Test func `A failed sample is reported, and the next tick tries again`() async {
    let sampler = makeSampler(.of("before"))
    await change(.init(interval: 1, isPaused: false))
    clock.tick()
    clock.tick()
    await store.settled()
    #expect(store.state.failures == ["no more samples", "no more samples"])
    withExtendedLifetime(sampler) {}
  }

  @Test func `A sampler that is deallocated stops its clock`() async {
    var sampler: Sampler? = makeSampler()
    await change(.init(interval: 1, isPaused: false))
    #expect(clock.interval == 1)
    sampler = nil
    #expect(clock.interval == nil)
    _ = sampler
  }

  @Test func `Each source samples the system, including this process`() throws {
    #if os(Linux)
      var sources: [any SystemSource] = [ProcSource(), PsSource()]
    #else
      var sources: [any SystemSource] = [PsSource()]
    #endif
    for index in sources.indices {
      _ = try sources[index].sample()
      let sample = try sources[index].sample()
      let own = ProcessInfo.processInfo.processIdentifier
      #expect(sample.processes.contains { $0.id.number == own && $0.memory > 0 })
      #expect(sample.load.memoryTotal > sample.load.memoryUsed)
    }
  }

  private func makeSampler(_ samples: SystemSampled...) -> Sampler {
    var source = RecordedSource()
    source.samples = samples
    let sampler = Sampler(source, dispatcher: store, startTicking: clock.start)
    sampler.connect(to: store.scope(\.props))
    return sampler
  }

  private func change(_ props: Sampler.Props) async {
    store.dispatch(PropsChanged(props: props))
    await store.settled()
  }
}

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

@Suite struct ParsingTests {
  @Test(
    arguments: [
      "bash", "tmux: server", "(sd-pam)", "a) R 1 (b", ")", "", "line\nfeed", "1 (x) S 2", "é",
    ])
  func `A name can contain any text, including parentheses, blanks and line feeds`(_ name: String) {
    #expect(
      status("17 (\(name)) \(fields)")
        == ProcessStatus(number: 17, name: name, ticks: 140, started: 5_000, pages: 300))
  }

  @Test func `A name that is not valid UTF-8 is still a name`() {
    let text = Array("17 (a".utf8) + [0xC3] + Array(") \(fields)".utf8)
    #expect(ProcessStatus(text[...])?.name == "a\u{FFFD}")
  }

  @Test(
    arguments: [
      "", "17", "17 (a", "17 a) S 1", "17 (a)", "17 (a) S 1 2 3", ")17(", "x (a) \(fields)",
      "99999999999 (a) \(fields)", "-1 (a) \(fields)",
      "17 (a) \(fields.replacing("100 40", with: "100 -40"))",
      "17 (a) \(fields.replacing("100", with: "99999999999999999999"))",
    ])
  func `An invalid status is refused`(text: String) {
    #expect(status(text) == nil)
  }

  @Test func `Processors are busy unless they are idle or wait for input and output`() {
    let text = "cpu  10 1 20 60 5 2 1 1 9 9\ncpu0 1 2 3 4\nintr 5"
    #expect(ProcessorTimes(Array(text.utf8)[...]) == ProcessorTimes(busy: 35, total: 100))
    let old = Array("cpu 1 2 3 4".utf8)
    #expect(ProcessorTimes(old[...]) == ProcessorTimes(busy: 6, total: 10))
    #expect(ProcessorTimes(Array("intr 1 2 3 4 5".utf8)[...]) == nil)
    #expect(ProcessorTimes([]) == nil)
  }

  @Test func `Memory is in use unless it is available, or for old kernels, free or a cache`() {
    let new = "MemTotal:  100 kB\nMemFree: 1 kB\nMemAvailable:   40 kB\nHugePages_Total:   0\n"
    #expect(memory(new) == MemoryStatus(used: 60 * 1024, total: 100 * 1024))
    let old = "MemTotal: 100 kB\nMemFree: 10 kB\nBuffers: 5 kB\nCached: 20 kB\n"
    #expect(memory(old) == MemoryStatus(used: 65 * 1024, total: 100 * 1024))
    #expect(memory("MemTotal: 5 kB\nMemAvailable: 9 kB") == MemoryStatus(used: 0, total: 5 * 1024))
    #expect(memory("MemFree: 1 kB") == nil)
  }

  @Test func `Lines of ps become processes without paths, and other lines are ignored`() {
    let output = """
          1 root      50.0  2048 /sbin/a name
       4711 example    0.5   100 tmux: server
      nonsense
        12 x 1,5 3 comma
      -bash

      """
    let sample = PsSource.sample(from: output, processors: 2, memory: 1 << 30)
    #expect(
      sample.processes == [
        Process(
          id: .init(number: 1), name: "a name", user: "root", processorShare: 0.5, memory: 1 << 21),
        Process(
          id: .init(number: 4711), name: "tmux: server", user: "example", processorShare: 0.005,
          memory: 102_400),
      ])
    #expect(
      sample.load
        == LoadFeature.Sample(
          processor: 0.2525, memoryUsed: 1 << 21 + 102_400, memoryTotal: 1 << 30))
  }

  /// Parses a text, which can be any slice of its storage.
  private func status(_ text: String) -> ProcessStatus? {
    ProcessStatus(Array("rest of another \(text)".utf8)[16...])
  }
  private func memory(_ text: String) -> MemoryStatus? { MemoryStatus(Array(text.utf8)[...]) }
}

/// The fields after the name in `/proc/<number>/stat`.
private let fields =
  "S 1 17 17 0 -1 4194304 83 0 0 0 100 40 0 0 20 0 1 0 5000 10000000 300 18446744073709551615\n"
