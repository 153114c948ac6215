// SPDX-License-Identifier: MIT

public import Dispatch
public import Runnel

/// An output of a boundary that is a value or an error.
///
/// ```swift
/// let reading = try boundary.output.reading.value
/// ```
///
/// For values that can fail, such as those of a sensor or a network stream. Create it with
/// `throwing()` from a `Property` of a `Result`. It throws while the result is a failure; a later
/// success makes it a value again. Its threads and lifetime are those of a `Property`.
public struct ThrowingProperty<Value: Sendable>: Sendable {
  /// The value or error as a property that can't fail.
  public let results: Property<Result<Value, any Error>>

  init(_ results: Property<Result<Value, any Error>>) { self.results = results }

  /// Creates a property with a constant value, for previews and tests.
  public init(constant value: Value, file: StaticString = #fileID, line: UInt = #line) {
    results = Property(constant: .success(value), file: file, line: line)
  }

  /// Creates a property with a constant error, for previews and tests.
  public init(failed error: any Error, file: StaticString = #fileID, line: UInt = #line) {
    results = Property(constant: .failure(error), file: file, line: line)
  }

  /// The current value; reading it throws if there is an error instead.
  public var value: Value {
    get throws { try results.value.get() }
  }

  /// Calls `observer` with the current value or error, and then with each later one, in order.
  ///
  /// See `observe(on:delivery:file:line:with:)` of `Property`. An `Equatable` value or error is
  /// delivered only when it differs from the previous one, any other one after each action that may
  /// have changed it.
  public func observe(
    on queue: DispatchQueue? = nil, delivery: Delivery = .every,
    file: StaticString = #fileID, line: UInt = #line,
    with observer: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Disposable {
    results.observe(on: queue, delivery: delivery, file: file, line: line, with: observer)
  }

  /// Calls `observer` on the main actor with the current value or error, then each later one.
  public func observe(
    on actor: MainActor.Type, delivery: Delivery = .every,
    file: StaticString = #fileID, line: UInt = #line,
    with observer: @escaping @MainActor @Sendable (Result<Value, any Error>) -> Void
  ) -> Disposable {
    results.observe(on: actor, delivery: delivery, file: file, line: line, with: observer)
  }

  /// Returns the current value and later ones as a sequence that throws the first error.
  ///
  /// With `.latest`, at most one change is pending, and an error that a value has replaced by then
  /// is not thrown. With `.every`, unread changes accumulate in memory and no error is missed.
  public func values(
    delivery: Delivery = .latest, file: StaticString = #fileID, line: UInt = #line
  ) -> ThrowingPropertyValues<Value> {
    ThrowingPropertyValues(results: results.values(delivery: delivery, file: file, line: line))
  }

  /// Returns a property of the transformed values; errors stay unchanged.
  ///
  /// `transform` is called like the closure of `map` of `Property`. Its error replaces the value.
  public func map<Mapped: Sendable>(
    file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Value) throws -> Mapped
  ) -> ThrowingProperty<Mapped> {
    ThrowingProperty<Mapped>(
      results.map(file: file, line: line) { result in
        Result<Mapped, any Error> { try transform(result.get()) }
      }
      .withoutRepetition())
  }
}

extension Property {
  /// Returns a property that throws while this one is a failure.
  public func throwing<Success: Sendable, Failure: Error>() -> ThrowingProperty<Success>
  where Value == Result<Success, Failure> {
    ThrowingProperty(map { $0.mapError { $0 as any Error } }.withoutRepetition())
  }

  /// Returns a property that skips a result whose `Equatable` value or error hasn't changed.
  fileprivate func withoutRepetition<Success: Sendable>() -> Property
  where Value == Result<Success, any Error> {
    let scope = store.removeDuplicates { left, right in
      switch (left, right) {
      case (.success(let left), .success(let right)): DynamicEquality.areEqual(left, right)
      case (.failure(let left), .failure(let right)): DynamicEquality.areEqual(left, right)
      default: false
      }
    }
    return scope.property
  }
}

/// The values of a ``ThrowingProperty`` as an asynchronous sequence, up to the first error.
public struct ThrowingPropertyValues<Element: Sendable>: AsyncSequence, Sendable {
  fileprivate let results: StoreValues<Result<Element, any Error>>

  /// Creates an iterator that subscribes to the property and starts with its current value.
  public func makeAsyncIterator() -> Iterator {
    Iterator(results: results.makeAsyncIterator())
  }

  /// An iterator over the values, which ends its subscription with itself or the first error.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var results: StoreValues<Result<Element, any Error>>.Iterator?

    /// Returns the next value, or throws the next error.
    ///
    /// It is `nil` after an error, once the store has been released, and when the task is canceled.
    public mutating func next() async throws -> Element? {
      let result = await results?.next()
      if case .success(let value)? = result { return value }
      results = nil
      return try result?.get()
    }
  }
}
