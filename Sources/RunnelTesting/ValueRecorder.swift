// SPDX-License-Identifier: MIT

public import Runnel

/// Collects values in the order in which they come: those of a store, its actions, or any that it is given.
///
/// ```swift
/// let counts = ValueRecorder(store.store.scope(\.count))
/// await store.send(Counter.Action.incremented) { $0.count = 1 }
/// #expect(counts.values == [0, 1])
/// ```
///
/// A recorder of a store is told on the store's own queue of each value, beginning with the one that is
/// there, and keeps the store until it goes away. May be used from any thread. To see what a component is
/// given, connect a ``ViewRecorder`` or a ``ServiceRecorder`` in its place.
public final class ValueRecorder<Value: Sendable>: Sendable {
  private let recording: Recording<Value>
  private let subscription: Disposable?

  /// A recorder of what it is given by ``record(_:)``.
  public init() {
    recording = Recording()
    subscription = nil
  }

  /// A recorder of the value of a store, or of a scope, and of each later one.
  public init(
    _ store: Store<Value>,
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

  /// Takes a value.
  public func record(_ value: Value) {
    recording.record(value)
  }

  /// What has been recorded, in order. O(1).
  public var values: [Value] { recording.values }

  /// How many values have come.
  public var count: Int { values.count }

  /// Waits until as many values have been recorded, and returns the first `count`.
  ///
  /// If they do not come within `limit` by the wall clock, it fails the test, naming those that have come.
  @discardableResult
  nonisolated(nonsending)
    public func values(
      count: Int,
      limit: Duration = .seconds(60),
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) async -> [Value]
  {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    return await recording.values(count: count, "values", within: limit, at: place)
  }
}

extension ValueRecorder where Value == any Action {
  /// A recorder of each action of a store after it has been reduced.
  public static func actions<State: Sendable>(
    of store: Store<State>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> ValueRecorder<any Action> {
    let recording = Recording<any Action>()
    let subscription = store.onAction(file: file, line: line) { _, action in
      recording.record(action)
    }
    return ValueRecorder(recording, subscription)
  }
}
