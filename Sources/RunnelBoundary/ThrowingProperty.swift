// SPDX-License-Identifier: MIT

public import Dispatch
public import Runnel

/// An output of a boundary that may be an error in place of a value.
///
/// ```swift
/// let reading = try boundary.output.reading.value
/// ```
///
/// For what comes from a source that can fail, such as a sensor or a stream of the network. It is made of a
/// ``Property`` of a `Result` by ``Property/throwing()``, and fails as long as that is a failure; a later
/// success makes it a value again. Threads and lifetime are those of a ``Property``.
public struct ThrowingProperty<Value: Sendable>: Sendable {
  private let result: Property<Result<Value, any Error>>

  fileprivate init(_ result: Property<Result<Value, any Error>>) {
    self.result = result
  }

  /// A property whose value never changes, for previews and tests.
  public init(constant value: Value, file: StaticString = #fileID, line: UInt = #line) {
    result = Property(constant: .success(value), file: file, line: line)
  }

  /// A property that has failed, for previews and tests.
  public init(failed error: any Error, file: StaticString = #fileID, line: UInt = #line) {
    result = Property(constant: .failure(error), file: file, line: line)
  }

  /// The value now; throws the error that there is in its place.
  public var value: Value {
    get throws { try result.value.get() }
  }

  /// Calls `observer` with the present value or error, and then with each later one, once and in order.
  ///
  /// See ``Property/observe(on:delivery:file:line:with:)-(DispatchQueue?,_,_,_,_)``. A value or an error that
  /// equals the one before is not told again, if it is `Equatable`; if it is not, it is told after each
  /// action that may have changed it.
  @preconcurrency
  public func observe(
    on queue: DispatchQueue? = nil,
    delivery: Delivery = .every,
    file: StaticString = #fileID,
    line: UInt = #line,
    with observer: sending @escaping (Result<Value, any Error>) -> Void
  ) -> Disposable {
    result.observe(on: queue, delivery: delivery, file: file, line: line, with: observer)
  }

  /// Calls `observer` on the main actor with the present value or error, and then with each later one.
  public func observe(
    on actor: MainActor.Type,
    delivery: Delivery = .every,
    file: StaticString = #fileID,
    line: UInt = #line,
    with observer: @escaping @MainActor @Sendable (Result<Value, any Error>) -> Void
  ) -> Disposable {
    result.observe(on: actor, delivery: delivery, file: file, line: line, with: observer)
  }

  /// The values as an asynchronous sequence: the present one, then later ones, up to the first error that is
  /// seen, which is thrown.
  ///
  /// A reader that is busy when several changes come gets the last of them. So an error that a value has
  /// taken the place of by then is not thrown; whoever must not miss one asks for each change.
  public var values: ThrowingPropertyValues<Value> { values(delivery: .latest) }

  /// The values as an asynchronous sequence up to the first error that is seen, delivered as `delivery` says.
  ///
  /// With `.every`, changes that a reader has not read yet wait in memory, and no error is missed.
  public func values(
    delivery: Delivery,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> ThrowingPropertyValues<Value> {
    ThrowingPropertyValues(result.values(delivery: delivery, file: file, line: line))
  }

  /// A property of what is made of this one's values. Errors stay as they are.
  ///
  /// `transform` is called as that of ``Property/map(file:line:_:)`` is, and what it throws takes the place
  /// of the value.
  public func map<Mapped: Sendable>(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Value) throws -> Mapped
  ) -> ThrowingProperty<Mapped> {
    ThrowingProperty<Mapped>(
      result.map(file: file, line: line) { result in
        Result<Mapped, any Error> { try transform(result.get()) }
      }
      .withoutRepetition())
  }

  /// The value or the error as a property that cannot fail.
  public var results: Property<Result<Value, any Error>> { result }
}

extension Property {
  /// A property that throws where this one is a failure.
  public func throwing<Success: Sendable, Failure: Error>() -> ThrowingProperty<Success>
  where Value == Result<Success, Failure> {
    ThrowingProperty(map { $0.mapError { $0 as any Error } }.withoutRepetition())
  }

  /// Tells of a result only when it is not the one before, if that can be seen.
  fileprivate func withoutRepetition<Success: Sendable>() -> Property
  where Value == Result<Success, any Error> {
    let scope = store.scope(\.self) { left, right in
      switch (left, right) {
      case (.success(let left), .success(let right)): isEqual(left, right)
      case (.failure(let left), .failure(let right)): isEqual(left, right)
      default: false
      }
    }
    return Property(scope)
  }
}

/// Whether two values are equal, where the compiler does not know that they can be.
private func isEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  func open<Equal: Equatable>(_ left: Equal) -> Bool { left == right as? Equal }
  guard let left = left as? any Equatable else { return false }
  return open(left)
}

/// The values of a throwing property, as they come, up to the first error.
public struct ThrowingPropertyValues<Element: Sendable>: AsyncSequence, Sendable {
  private let results: StoreValues<Result<Element, any Error>>

  fileprivate init(_ results: StoreValues<Result<Element, any Error>>) {
    self.results = results
  }

  /// Subscribes a reader, whose first value is the present one.
  public func makeAsyncIterator() -> Iterator {
    Iterator(results: results.makeAsyncIterator())
  }

  /// A reader of the values. Its subscription ends with it, or with the first error.
  public struct Iterator: AsyncIteratorProtocol {
    private var results: StoreValues<Result<Element, any Error>>.Iterator?

    fileprivate init(results: StoreValues<Result<Element, any Error>>.Iterator) {
      self.results = results
    }

    /// Waits for the next value, or throws the next error; `nil` after that, when what the property looks at
    /// has gone, or when the task is cancelled.
    public mutating func next() async throws -> Element? {
      switch await results?.next() {
      case .success(let value):
        return value
      case .failure(let error):
        results = nil
        throw error
      case nil:
        results = nil
        return nil
      }
    }
  }
}
