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
/// For what drives the outputs of a ``MockBoundary``, and for values that come into a boundary from
/// elsewhere: a sensor, a sequence, a delegate. What a feature makes of its inputs is state, and better kept
/// in its store.
///
/// May be used from any thread. As with a store, values that one thread sends arrive in that order, and
/// ``send(_:file:line:)`` returns before its value is that of the property: to wait for that there is
/// ``settled()``.
public final class Source<Value: Sendable>: Sendable {
  private let store: Store<Value>

  /// A source with the value that its property has to begin with.
  public init(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    store = Store(
      state: value,
      reducer: .on(SourceAction<Value>.self) { value, action in action.apply(&value) },
      file: file,
      line: line
    )
  }

  /// The read-only end.
  public var property: Property<Value> { store.property }

  /// Makes `value` that of the property.
  public func send(_ value: Value, file: StaticString = #fileID, line: UInt = #line) {
    store.dispatch(SourceAction<Value>(replacing: value), file: file, line: line)
  }

  /// Changes the value of the property in place.
  public func update(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) {
    store.dispatch(SourceAction<Value>(apply: change), file: file, line: line)
  }

  /// Makes each element of a sequence the value of the property, until the sequence ends or the result is
  /// disposed of or dropped.
  ///
  /// A sequence that ends leaves the last value, and ends nothing but itself. One that fails is reported as a
  /// programmer error; where that is to be expected, use a source of a `Result`.
  public func follow<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable where Sequence.Element == Value {
    store.bind(sequence, file: file, line: line) { SourceAction<Value>(replacing: $0) }
  }

  /// Returns when all that was sent before the call is the value of the property, and those who observe it
  /// have been told.
  public func settled() async {
    await store.settled()
  }
}

extension Source {
  /// Makes each element of a sequence the value of the property, and the error with which it fails, if it
  /// does.
  ///
  /// ```swift
  /// let readings = Source<Result<Double, any Error>>(.success(0))
  /// readings.follow(sensor).dispose(on: dependency.disposer)
  /// return Output(reading: readings.property.throwing())
  /// ```
  ///
  /// After a failure the source goes on taking values of others.
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

/// A change of the value of a source.
private struct SourceAction<Value: Sendable>: Action {
  let apply: @Sendable (inout Value) -> Void

  init(apply: @escaping @Sendable (inout Value) -> Void) {
    self.apply = apply
  }

  /// What is replaced goes away with the action, when nothing is locked: it may hold objects of the user's.
  init(replacing value: Value) {
    let other = Locked(value)
    apply = { value in other.withLock { swap(&$0, &value) } }
  }
}
