// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

/// The last events of a store, in segments that begin with a state.
///
/// `@unchecked`: only `queue` uses `segments` and `actionCounts`.
final class RecentEvents: @unchecked Sendable {
  private let log: EventLog
  private let queue = DispatchQueue(label: "Runnel.FlightRecorder")
  private let limit: Int
  private var segments: [[LoggedEvent]] = []
  /// The number of actions of each segment.
  private var actionCounts: [Int] = []

  /// Creates a list that keeps at least the last `limit` actions.
  init(
    last limit: Int, takesStates: Bool,
    read: @escaping @Sendable (UnsafeRawPointer) -> (any AnyObject & Sendable)?
  ) {
    self.limit = limit
    log = EventLog(states: takesStates ? .periodically : .never, read: read)
    log.setInterval(RecentEvents.segmentLength(limit))
  }

  private static func segmentLength(_ limit: Int) -> Int { max(limit / 4, 1) }

  func probe() -> Probe {
    log.probe(deliveries: false) { [self] in queue.async { self.update() } }
  }

  func begin(_ root: UnsafeRawPointer, processed: UInt64) {
    log.begin(root, processed: processed)
    queue.async { self.update() }
  }

  func takeState(_ root: UnsafeRawPointer) {
    log.takeState(root)
  }

  /// Calls `body` with the segments, on a queue of the recorder's own.
  func withEvents(_ body: @escaping @Sendable ([[LoggedEvent]]) -> Void) {
    queue.async { [self] in
      update()
      body(segments)
    }
  }

  private func update() {
    log.takeAll { append(copy $0) }
    // The rest must have enough actions without the first segment.
    var count = actionCounts.reduce(0, +)
    while segments.count > 1, count - actionCounts[0] >= limit {
      count -= actionCounts.removeFirst()
      segments.removeFirst()
    }
  }

  private func append(_ event: LoggedEvent) {
    switch event {
    case .began:
      segments.append([event])
      actionCounts.append(0)
    case .action(let action):
      segments[segments.count - 1].append(event)
      actionCounts[actionCounts.count - 1] += 1
      let isFull = actionCounts[actionCounts.count - 1] >= RecentEvents.segmentLength(limit)
      guard action.state != nil || isFull else { return }
      let end = action.start + action.duration
      segments.append([
        .began(state: action.state, processed: action.record.sequence, start: end)
      ])
      actionCounts.append(0)
    case .snapshot, .effectBegan, .effectEnded, .delivery:
      if !segments.isEmpty { segments[segments.count - 1].append(event) }
    }
  }
}
