// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Load
import Processes
import Runnel

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
