// SPDX-License-Identifier: MIT

import Load
import Processes
import Testing

@testable import monitor

@Suite struct ParsingTests {
  @Test(
    arguments: [
      "bash", "tmux: server", "(sd-pam)", "a) R 1 (b", ")", "", "line\nfeed", "1 (x) S 2", "é",
    ])
  func `A name can contain any text, including parentheses, blanks and line feeds`(
    _ name: String
  ) {
    #expect(
      status("17 (\(name)) \(fields)")
        == ProcessStatus(number: 17, name: name, ticks: 140, started: 5_000, pages: 300))
  }

  @Test func `A name that is not valid UTF-8 is still a name`() {
    let text = Array("17 (a".utf8) + [0xC3] + Array(") \(fields)".utf8)
    #expect(ProcessStatus(text[...])?.name == "a\u{FFFD}")
  }

  @Test func `The text can be any slice of its storage`() {
    let text = Array("rest of another 17 (a) \(fields)".utf8)
    #expect(ProcessStatus(text[16...])?.number == 17)
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

  private func status(_ text: String) -> ProcessStatus? { ProcessStatus(Array(text.utf8)[...]) }
  private func memory(_ text: String) -> MemoryStatus? { MemoryStatus(Array(text.utf8)[...]) }
}

/// The fields after the name in `/proc/<number>/stat`.
private let fields =
  "S 1 17 17 0 -1 4194304 83 0 0 0 100 40 0 0 20 0 1 0 5000 10000000 300 18446744073709551615\n"
