// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Load
import Processes
import Runnel
import Testing

@testable import monitor

extension SystemSampled {
  /// Returns a sample with processes of these names, numbered from 1.
  static func of(_ names: String..., processor: Double = 0.5) -> SystemSampled {
    SystemSampled(
      processes: names.enumerated().map { place, name in
        Process(
          id: .init(number: Int32(place + 1)), name: name, user: "root", processorShare: 0,
          memory: 0)
      },
      load: LoadFeature.Sample(processor: processor, memoryUsed: 1 << 30, memoryTotal: 2 << 30))
  }
}

/// A source that returns prepared samples, and fails when there are no more.
struct RecordedSource: SystemSource {
  var samples: [SystemSampled]

  init(_ samples: SystemSampled...) { self.samples = samples }

  mutating func sample() throws(SamplingFailed) -> SystemSampled {
    if samples.isEmpty { throw SamplingFailed(reason: "no more samples") }
    return samples.removeFirst()
  }
}

/// A clock that ticks when a test calls it.
final class ManualClock: @unchecked Sendable {
  private let lock = NSLock()
  private var current: (interval: Double, queue: DispatchQueue, tick: @Sendable () -> Void)?

  /// The requested interval, or `nil` if the clock is stopped.
  var interval: Double? { lock.withLock { current?.interval } }

  func start(
    _ interval: Double, _ queue: DispatchQueue, _ tick: @escaping @Sendable () -> Void
  ) -> Disposable {
    lock.withLock { current = (interval, queue, tick) }
    return Disposable { [self] in lock.withLock { current = nil } }
  }

  func tick() {
    guard let (_, queue, tick) = lock.withLock({ current }) else { return }
    queue.sync(execute: tick)
  }
}

/// A folder for one test, which is removed with this object.
final class TemporaryFolder: Sendable {
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("monitor-\(UUID().uuidString)")

  init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  func path(_ name: String) -> String { file(name).path }

  func write(_ text: String, to name: String) {
    #expect(throws: Never.self) { try Data(text.utf8).write(to: file(name)) }
  }

  func text(_ name: String) -> String? {
    (try? Data(contentsOf: file(name))).map { String(decoding: $0, as: UTF8.self) }
  }
}

final class MonitorProgram: Sendable {
  private let process = Foundation.Process()
  private let ended: AsyncStream<Int32>

  init(
    _ arguments: [String], input: FileHandle = .nullDevice, output: FileHandle,
    errors: FileHandle, environment: [String: String] = [:]
  ) throws {
    let (stream, ending) = AsyncStream<Int32>.makeStream()
    ended = stream
    process.executableURL = products.appendingPathComponent("monitor")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = { ending.yield($0.terminationStatus) }
    try process.run()
  }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits until the program ends, and returns its exit status, or the signal that ended it.
  func status() async -> Int32? { await ended.first { _ in true } }
}

private let products: URL = {
  #if os(macOS)
    Bundle(for: TemporaryFolder.self).bundleURL.deletingLastPathComponent()
  #else
    Bundle.main.bundleURL
  #endif
}()
