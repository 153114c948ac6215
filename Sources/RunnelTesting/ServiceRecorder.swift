// SPDX-License-Identifier: MIT

public import Dispatch
public import Runnel

/// A service component that records the props that it receives.
///
/// ```swift
/// let autosave = ServiceRecorder(Document())
/// autosave.connect(to: store.store.scope(\.document))
/// ```
///
/// Use it to test connectors. Like any `ServiceComponent`, it receives props on ``queue``, one at a
/// time and in order. The recorded values can be read from any thread.
public final class ServiceRecorder<Props: Equatable & Sendable>: ServiceComponent,
  // `@unchecked`: only the connection sets `props`, one at a time; all else is constant or locked.
  @unchecked Sendable
{
  /// The owner of the connection.
  public let disposer = Disposer()
  /// The queue on which props are set.
  public let queue: DispatchQueue
  /// The delivery policy of the connection.
  public let delivery: Delivery
  /// The newest props, set by the connection; read ``values`` instead.
  public var props: Props { didSet { recording.record(props) } }
  private let recording = Recording<Props>()

  /// Creates a recorder with initial props, which aren't recorded.
  public init(
    _ props: Props,
    queue: DispatchQueue = DispatchQueue(label: "RunnelTesting.ServiceRecorder"),
    delivery: Delivery = .every
  ) {
    self.props = props
    self.queue = queue
    self.delivery = delivery
  }

  /// The received props, in order.
  ///
  /// O(1).
  public var values: [Props] { recording.values }

  /// Waits until props have been set `count` times, and returns the first `count`.
  ///
  /// If that doesn't happen within `limit` on the wall clock, it fails the test and lists the
  /// received props.
  @discardableResult
  public nonisolated(nonsending) func values(
    count: Int,
    limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> [Props] {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return await recording.values(count: count, "props", within: limit, at: location)
  }
}
