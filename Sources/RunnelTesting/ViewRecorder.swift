// SPDX-License-Identifier: MIT

public import Runnel

/// A component that stands in for one on the screen, and collects the props that it is given.
///
/// ```swift
/// let view = ViewRecorder(HitsProps())
/// view.connect(to: store.store, by: HitsConnector())
/// await store.send(Search.Action.found(["a"])) { $0.hits = ["a"] }
/// #expect(view.values.map(\.title) == ["No hits", "1 hit"])
/// ```
///
/// For tests of connectors: what they make of each state, and how often. Its props are set as those of any
/// `ViewComponent`, but with each change unless told otherwise.
@MainActor
public final class ViewRecorder<Props: Equatable>: ViewComponent {
  /// Owns the connection.
  public let disposer = Disposer()
  /// How props follow the state.
  public let delivery: Delivery
  /// The newest props.
  public var props: Props { didSet { recording.record(props) } }
  private let recording = Recording<Props>()

  /// A recorder with props that count for nothing: the first that are recorded are those of the connection.
  public init(_ props: Props, delivery: Delivery = .every) {
    self.props = props
    self.delivery = delivery
  }

  /// The props that were set, in order. O(1).
  public var values: [Props] { recording.values }

  /// Waits until props have been set `count` times, and returns the first `count`.
  ///
  /// If that does not happen within `limit` by the wall clock, it fails the test, naming those that have
  /// been set.
  @discardableResult
  public func values(
    count: Int,
    limit: Duration = .seconds(60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> [Props] {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return await recording.values(count: count, "props", within: limit, at: place)
  }
}
