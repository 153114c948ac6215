// SPDX-License-Identifier: MIT

public import Runnel

/// A recorder of the values or actions of a store, or of any values.
///
/// ```swift
/// let counts = ValueRecorder(store.store.scope(\.count))
/// await store.send(Counter.Action.incremented) { $0.count = 1 }
/// #expect(counts.values == [0, 1])
/// ```
///
/// A recorder of a store receives the current value and each later one on the store's queue, and
/// retains the store. It can be used from any thread. To record a component's props, connect a
/// ``ViewRecorder`` or a ``ServiceRecorder``.
public final class ValueRecorder<Value: Sendable>: Sendable {
  private let recording: Recording<Value>
  private let subscription: Disposable?

  /// Creates a recorder of the values passed to ``record(_:)``.
  public init() {
    recording = Recording()
    subscription = nil
  }

  /// Creates a recorder of the current value of a store or scope, and of each later one.
  public init(
    _ store: StoreOf<Value, some Any>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let recording = Recording<Value>()
    self.recording = recording
    subscription = store.observe(file: file, line: line) { recording.record($0) }
  }

  private init(_ recording: Recording<Value>, _ subscription: Disposable) {
    self.recording = recording
    self.subscription = subscription
  }

  /// Records a value.
  public func record(_ value: Value) {
    recording.record(value)
  }

  /// The recorded values, in order.
  ///
  /// O(1).
  public var values: [Value] { recording.values }

  /// The number of recorded values.
  public var count: Int { values.count }

  /// Waits until `count` values have been recorded, and returns the first `count`.
  ///
  /// If they don't arrive within `limit` on the wall clock, it fails the test and lists the
  /// recorded values.
  @discardableResult
  public nonisolated(nonsending) func values(
    count: Int,
    limit: Duration = .seconds(60),
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
    of store: StoreOf<State, some Any>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> ValueRecorder<any Action> {
    let recording = Recording<any Action>()
    let subscription = store.untyped.onAction(file: file, line: line) { recording.record($0) }
    return ValueRecorder(recording, subscription)
  }
}
