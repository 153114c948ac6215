// SPDX-License-Identifier: MIT

public import Runnel

/// A value that its owner can change, and pass on as a read-only `Property`.
///
/// ```swift
/// let repositories = MutableProperty<[String]>([])
/// let output = ShopOutput(repositories: repositories.property)
/// repositories.send(["runnel"])
/// ```
///
/// For the outputs of a ``MockBoundary``, and for values from outside the store: from a sensor, a
/// sequence or a delegate. Keep values that a feature derives from its inputs in its store. It can
/// be used from any thread. As with a store, values sent from one thread arrive in order, and
/// ``send(_:file:line:)`` only enqueues its value, for which ``settled()`` waits.
public final class MutableProperty<Value: Sendable>: ObservableValue {
  private let store: Store<Value>

  /// Creates a mutable property with its initial value.
  public init(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    store = Store(
      state: value,
      reducer: .updating(PropertyChange<Value>.self) { value, action in action.apply(&value) },
      file: file, line: line
    )
  }

  /// The value as a read-only property, such as an output of a boundary.
  public var property: Property<Value> { store.property }

  /// Enqueues a new value.
  public func send(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    store.dispatch(PropertyChange<Value>(replacing: value), file: file, line: line)
  }

  /// Enqueues a change of the value in place.
  public func update(
    file: StaticString = #fileID, line: UInt = #line,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) {
    store.dispatch(PropertyChange<Value>(apply: change), file: file, line: line)
  }

  /// Assigns each element of a sequence until the subscription is disposed of or released.
  ///
  /// When the sequence ends, the property keeps the last value and still accepts others. An error
  /// that it throws is a runtime warning. If errors are expected, use a property of a `Result`.
  public func follow<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence, file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable where Sequence.Element == Value {
    store.run(
      .stream(sequence, file: file, line: line) { PropertyChange<Value>(replacing: $0) },
      file: file, line: line)
  }

  /// Returns when all values sent before the call have been assigned and delivered to observers.
  public func settled() async {
    await store.settled()
  }
}

extension MutableProperty {
  /// Assigns each element of a sequence, and the error that it throws.
  ///
  /// ```swift
  /// let readings = MutableProperty<Result<Double, any Error>>(.success(0))
  /// readings.follow(sensor).dispose(on: context.disposer)
  /// return Output(reading: readings.property.throwing())
  /// ```
  ///
  /// After an error, the property still accepts other values.
  public func follow<Sequence: AsyncSequence & Sendable, Success: Sendable>(
    _ sequence: Sequence, file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable where Sequence.Element == Success, Value == Result<Success, any Error> {
    let effect = Effect.run(file: file, line: line) { send in
      do {
        for try await value in sequence { send(PropertyChange<Value>(replacing: .success(value))) }
      } catch {
        send(PropertyChange<Value>(replacing: .failure(error)))
      }
    }
    return store.run(effect, file: file, line: line)
  }
}

private struct PropertyChange<Value: Sendable>: Action {
  let apply: @Sendable (inout Value) -> Void
}

extension PropertyChange {
  /// Creates a replacement, which releases the old value, perhaps the last reference to a user's
  /// object, outside the lock.
  init(replacing value: Value) {
    let other = Locked(value)
    apply = { value in other.withLock { swap(&$0, &value) } }
  }
}
