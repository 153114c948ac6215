// SPDX-License-Identifier: MIT

public import Dispatch
public import Runnel

/// A component that stands in for one off the main thread, and collects the props that it is given.
///
/// ```swift
/// let autosave = ServiceRecorder(Document())
/// autosave.connect(to: store.store, state: \.document)
/// ```
///
/// For tests of connectors. Its props are set as those of any `ServiceComponent`: on ``queue``, one at a
/// time and in order. What has been recorded may be read from any thread.
public final class ServiceRecorder<Props: Equatable & Sendable>: ServiceComponent,
  // `@unchecked`: `props` is set by the connection alone, one at a time; the rest is constant or inside
  // `Locked`.
  @unchecked Sendable
{
  /// Owns the connection.
  public let disposer = Disposer()
  /// Where props are set.
  public let queue: DispatchQueue
  /// How props follow the state.
  public let delivery: Delivery
  /// The newest props. For the connection; to look at them, use ``values``.
  public var props: Props { didSet { recording.record(props) } }
  private let recording = Recording<Props>()

  /// A recorder with props that count for nothing: the first that are recorded are those of the connection.
  public init(
    _ props: Props,
    queue: DispatchQueue = DispatchQueue(label: "RunnelTesting.ServiceRecorder"),
    delivery: Delivery = .every
  ) {
    self.props = props
    self.queue = queue
    self.delivery = delivery
  }

  /// The props that were set, in order. O(1).
  public var values: [Props] { recording.values }

  /// Waits until props have been set `count` times, and returns the first `count`.
  ///
  /// If that does not happen within `limit` by the wall clock, it fails the test, naming those that have
  /// been set.
  @discardableResult
  nonisolated(nonsending)
    public func values(
      count: Int,
      limit: Duration = .seconds(60),
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async -> [Props]
  {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return await recording.values(count: count, "props", within: limit, at: place)
  }
}
