// SPDX-License-Identifier: MIT

public import Dispatch
public import Runnel

/// A recorder of the values or actions of a store, or of any values.
///
/// ```swift
/// let counts = ValueRecorder(store.store.scope(\.count))
/// await store.send(Counter.Action.incremented) { $0.count = 1 }
/// #expect(counts.values == [0, 1])
/// ```
///
/// A recorder of a store receives values on the store's queue, and retains the store. It can be
/// used from any thread. To record a component's props, use a ``ViewRecorder`` or a
/// ``ServiceRecorder``.
public final class ValueRecorder<Value: Sendable>: Sendable {
  private let recording = Recording<Value>()
  private let subscription: Disposable?

  /// Creates a recorder of the values passed to ``record(_:)``.
  public init() {
    subscription = nil
  }

  /// Creates a recorder of the current value of a store or scope, and of each later one.
  public init(_ store: StoreOf<Value, some Any>, file: StaticString = #fileID, line: UInt = #line) {
    subscription = store.observe(file: file, line: line) { [recording] in recording.record($0) }
  }

  fileprivate init(actionsOf store: Store<some Sendable>, file: StaticString, line: UInt)
  where Value == any Action {
    subscription = store.onAction(file: file, line: line) { [recording] in recording.record($0) }
  }

  /// Records a value.
  public func record(_ value: Value) {
    recording.record(value)
  }

  /// The recorded values, in order: O(1).
  public var values: [Value] { recording.values }

  /// The number of recorded values.
  public var count: Int { values.count }

  /// Waits until `count` values have been recorded, and returns the first `count`.
  ///
  /// After `limit` on the wall clock, the test fails and lists the recorded values.
  @discardableResult
  public nonisolated(nonsending) func values(
    count: Int, limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> [Value] {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return await recording.values(count: count, "values", within: limit, at: location)
  }
}

extension ValueRecorder where Value == any Action {
  /// Returns a recorder of each action of a store after it has been reduced.
  public static func actions<State: Sendable>(
    of store: StoreOf<State, some Any>, file: StaticString = #fileID, line: UInt = #line
  ) -> ValueRecorder<any Action> {
    ValueRecorder(actionsOf: store.untyped, file: file, line: line)
  }
}

/// A view component that records the props that it receives.
///
/// ```swift
/// let view = ViewRecorder(HitsProps())
/// view.connect(to: store.store, by: HitsConnector())
/// await store.send(Search.Action.found(["a"])) { $0.hits = ["a"] }
/// #expect(view.values.map(\.title) == ["No hits", "1 hit"])
/// ```
///
/// It shows which props a connector creates, and how often: by default it receives each change, on
/// the main actor.
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

  /// The received props, in order: O(1).
  public var values: [Props] { recording.values }

  /// Waits until props have been set `count` times, and returns the first `count`.
  ///
  /// After `limit` on the wall clock, the test fails and lists the received props.
  @discardableResult
  public func values(
    count: Int, limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> [Props] {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return await recording.values(count: count, "props", within: limit, at: location)
  }
}

/// A service component that records the props that it receives.
///
/// ```swift
/// let autosave = ServiceRecorder(Document())
/// autosave.connect(to: store.store.scope(\.document))
/// ```
///
/// It receives props on ``queue``, one at a time and in order. The recorded values can be read from
/// any thread.
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
    _ props: Props, queue: DispatchQueue = DispatchQueue(label: "RunnelTesting.ServiceRecorder"),
    delivery: Delivery = .every
  ) {
    self.props = props
    self.queue = queue
    self.delivery = delivery
  }

  /// The received props, in order: O(1).
  public var values: [Props] { recording.values }

  /// Waits until props have been set `count` times, and returns the first `count`.
  ///
  /// After `limit` on the wall clock, the test fails and lists the received props.
  @discardableResult
  public nonisolated(nonsending) func values(
    count: Int, limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async -> [Props] {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return await recording.values(count: count, "props", within: limit, at: location)
  }
}
