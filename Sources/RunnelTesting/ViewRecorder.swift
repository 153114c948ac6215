// SPDX-License-Identifier: MIT

public import Runnel

/// A view component that records the props that it receives.
///
/// ```swift
/// let view = ViewRecorder(HitsProps())
/// view.connect(to: store.store, by: HitsConnector())
/// await store.send(Search.Action.found(["a"])) { $0.hits = ["a"] }
/// #expect(view.values.map(\.title) == ["No hits", "1 hit"])
/// ```
///
/// Use it to test which props a connector creates, and how often. Like any `ViewComponent`, it
/// receives props on the main actor. By default it receives each change.
@MainActor
public final class ViewRecorder<Props: Equatable>: ViewComponent {
  /// The owner of the connection.
  public let disposer = Disposer()
  /// The delivery policy of the connection.
  public let delivery: Delivery
  /// The newest props, set by the connection.
  public var props: Props { didSet { recording.record(props) } }
  private let recording = Recording<Props>()

  /// Creates a recorder with initial props, which aren't recorded.
  public init(_ props: Props, delivery: Delivery = .every) {
    self.props = props
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
  public func values(
    count: Int,
    limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> [Props] {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return await recording.values(count: count, "props", within: limit, at: location)
  }
}
