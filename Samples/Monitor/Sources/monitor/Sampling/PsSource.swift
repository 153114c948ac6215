// SPDX-License-Identifier: MIT

import Foundation
import Load
import Processes

/// A source that runs `ps`, which every Unix has, and which is slower than `/proc`.
struct PsSource: SystemSource {
  private static let arguments = ["-axo", "pid=,user=,%cpu=,rss=,comm="]

  func sample() throws(SamplingFailed) -> SystemSampled {
    let output: String
    do { output = try run() } catch {
      throw SamplingFailed(reason: "cannot run ps: \(error.localizedDescription)")
    }
    let sample = Self.sample(
      from: output, processors: ProcessInfo.processInfo.activeProcessorCount,
      memory: ProcessInfo.processInfo.physicalMemory)
    if sample.processes.isEmpty { throw SamplingFailed(reason: "ps lists no processes") }
    return sample
  }

  /// Returns the processes in the output of `ps`, and their total load.
  static func sample(from output: String, processors: Int, memory: UInt64) -> SystemSampled {
    let processes = output.split(separator: "\n").compactMap(process)
    let busy = processes.reduce(0) { $0 + $1.processorShare } / Double(max(1, processors))
    let used = processes.reduce(0) { $0 &+ $1.memory }
    return SystemSampled(
      processes: processes,
      load: LoadFeature.Sample(
        processor: min(busy, 1), memoryUsed: min(used, memory), memoryTotal: memory))
  }

  /// Returns the process of a line such as `  17 root  1.5  2048 /usr/bin/a name`.
  private static func process(_ line: Substring) -> Processes.Process? {
    let fields = line.split(separator: " ", maxSplits: 4)
    guard fields.count == 5, let number = Int32(fields[0]), let percent = Double(fields[2]),
      let kilobytes = UInt64(fields[3]), percent.isFinite, kilobytes < 1 << 53
    else { return nil }
    var name = fields[4].drop { $0 == " " }
    // Some systems report the path of the program, others its name.
    if name.hasPrefix("/"), let slash = name.lastIndex(of: "/") {
      name = name[name.index(after: slash)...]
    }
    return Processes.Process(
      id: .init(number: number), name: String(name), user: String(fields[1]),
      processorShare: max(0, percent / 100), memory: kilobytes * 1024)
  }

  private func run() throws -> String {
    let process = Foundation.Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/ps")
    process.arguments = Self.arguments
    process.environment = ["LC_ALL": "C"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Its output ends when it exits. Waiting for the exit needs a run loop, and can take forever.
    return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
