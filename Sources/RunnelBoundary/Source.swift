// SPDX-License-Identifier: MIT

public import Runnel

/// The writable end of a ``Property``, for its owner.
///
/// ```swift
/// let repositories = Source<[String]>([])
/// let output = ShopOutput(repositories: repositories.property)
/// repositories.send(["runnel"])
/// ```
///
/// Use a source for the outputs of a ``MockBoundary``, and for values that enter a boundary from
/// elsewhere: a sensor, a sequence, a delegate. Keep values that a feature derives from its inputs
/// in the feature's store.
///
/// A source can be used from any thread. As with a store, values sent from one thread arrive in
/// order, and ``send(_:file:line:)`` only enqueues its value. ``settled()`` waits until the
/// property has the value.
public final class Source<Value: Sendable>: Sendable {
  private let store: Store<Value>

  /// Creates a source with the initial value of its property.
  public init(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    store = Store(
      state: value,
      reducer: .updating(SourceAction<Value>.self) { value, action in action.apply(&value) },
      file: file,
      line: line
    )
  }

  /// The read-only end.
  public var property: Property<Value> { store.property }

  /// Enqueues a new value of the property.
  public func send(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    store.dispatch(SourceAction<Value>(replacing: value), file: file, line: line)
  }

  /// Enqueues a change of the property's value in place.
  public func update(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) {
    store.dispatch(SourceAction<Value>(apply: change), file: file, line: line)
  }

  /// Assigns each element of a sequence to the property until the subscription ends.
  ///
  /// When the sequence ends, the property keeps the last value, and the source stays usable. A
  /// sequence that throws is reported as a runtime warning. If errors are expected, use a source
  /// of a `Result`.
  ///
  /// - Parameters:
  ///   - sequence: The sequence of new values.
  ///   - file: The file recorded for the subscription.
  ///   - line: The line recorded for the subscription.
  /// - Returns: The subscription, which ends when it is disposed of or released.
  public func follow<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable where Sequence.Element == Value {
    store.bind(sequence, file: file, line: line) { SourceAction<Value>(replacing: $0) }
  }

  /// Returns when all values sent before the call have been assigned and delivered to observers.
  public func settled() async {
    await store.settled()
  }
}

extension Source {
  /// Assigns each element of a sequence, and the error that it throws, to the property.
  ///
  /// ```swift
  /// let readings = Source<Result<Double, any Error>>(.success(0))
  /// readings.follow(sensor).dispose(on: dependency.disposer)
  /// return Output(reading: readings.property.throwing())
  /// ```
  ///
  /// After an error, the source still accepts other values.
  public func follow<Sequence: AsyncSequence & Sendable, Success: Sendable>(
    _ sequence: Sequence,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable where Sequence.Element == Success, Value == Result<Success, any Error> {
    let effect = Effect.run(file: file, line: line) { send in
      do {
        for try await value in sequence { send(SourceAction<Value>(replacing: .success(value))) }
      } catch {
        send(SourceAction<Value>(replacing: .failure(error)))
      }
    }
    return store.bind(effect, file: file, line: line)
  }
}

/// A change of a source's value.
private struct SourceAction<Value: Sendable>: Action {
  let apply: @Sendable (inout Value) -> Void

  init(apply: @escaping @Sendable (inout Value) -> Void) {
    self.apply = apply
  }

  /// Creates a replacement; the action releases the old value outside the lock.
  ///
  /// The old value can hold the last reference to a user's object.
  init(replacing value: Value) {
    let other = Locked(value)
    apply = { value in other.withLock { swap(&$0, &value) } }
  }
}
