// SPDX-License-Identifier: MIT

public import Foundation
public import Runnel

/// The last actions of a store in memory, for a "report a problem" button.
///
/// ```swift
/// let flight = store.record(last: 5_000)
/// ```
///
/// It retains the actions themselves, and up to six states, with which a replay can begin, and
/// encodes them only when a file is written. It doesn't retain the store.
public final class FlightRecorder: Sendable {
  private let token: Disposable
  private let write: @Sendable (URL) async -> RecordingError?

  init(_ token: Disposable, write: @escaping @Sendable (URL) async -> RecordingError?) {
    self.token = token
    self.write = write
  }

  /// Writes the last actions to a file that ``Session`` reads, and goes on.
  ///
  /// They are at least as many as `record(last:)` asked for, if so many were reduced, and up to a
  /// quarter more, so that the file begins with a recorded state. It replaces an existing file, and
  /// nothing else: not a device, a FIFO or a symbolic link.
  ///
  /// - Throws: ``RecordingError`` if the file can't be written.
  public func write(to url: URL) async throws {
    if let error = await write(url) { throw error }
  }

  /// Ends the recording, and releases its actions and states when the recorder is released.
  public func dispose() { token.dispose() }

  /// Transfers the recording to `disposer`, which ends it.
  public func dispose(on disposer: Disposer) { token.dispose(on: disposer) }

  /// A Boolean value that indicates whether the recording has ended.
  public var isDisposed: Bool { token.isDisposed }
}

struct RecentEvents: EventReader {
  private struct Segment {
    var events: [LoggedEvent]
    var actionCount = 0
  }

  private let limit: Int
  let segmentLength: Int
  private var segments: [Segment] = []

  init(last limit: Int) {
    self.limit = limit
    segmentLength = max(limit / 4, 1)
  }

  mutating func readAll(of log: EventLog) {
    log.takeAll { append($0) }
    // The rest must have enough actions without the first segment.
    var count = segments.reduce(0) { $0 + $1.actionCount }
    while segments.count > 1, count - segments[0].actionCount >= limit {
      count -= segments.removeFirst().actionCount
    }
  }

  private mutating func append(_ event: LoggedEvent) {
    if case .began = event { return segments.append(Segment(events: [event])) }
    if segments.isEmpty { return }
    let last = segments.count - 1
    segments[last].events.append(event)
    guard case .action(let action) = event else { return }
    segments[last].actionCount += 1
    guard action.state != nil || segments[last].actionCount >= segmentLength else { return }
    let end = action.start + action.duration
    let next = LoggedEvent.began(
      state: action.state, processed: action.record.sequence, start: end)
    segments.append(Segment(events: [next]))
  }

  /// Encodes the events to a file, with a copy of an encoder that hasn't encoded anything.
  func write<State>(to url: URL, _ encoder: LineEncoder<State>) throws(RecordingError) {
    var writer = LineWriter(try FileOutput(url), encoder)
    for (index, segment) in segments.enumerated() {
      // Later segments begin with the state that their predecessor ends with.
      segment.events.dropFirst(index == 0 ? 0 : 1).forEach { writer.write($0) }
    }
    writer.end()
    if let error = writer.error { throw error }
  }
}
