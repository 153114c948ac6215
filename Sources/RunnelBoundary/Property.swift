// SPDX-License-Identifier: MIT

public import Dispatch
public import Runnel

/// An output of a boundary: a value that can be read and observed, but not written.
///
/// ```swift
/// let count = boundary.output.repositories.value.count
/// boundary.output.repositories.observe { print($0) }.dispose(on: disposer)
/// ```
///
/// A property reads a slice of a store that stays private. It accepts no actions, and no cast makes
/// it writable. Create one with `Store.property` from a store, with a ``Source`` from other values,
/// and with ``init(constant:file:line:)`` from a fixed value.
///
/// A property can be used from any thread. It retains its store, and with it the value, but not the
/// boundary.
public struct Property<Value: Sendable>: Sendable {
  let store: Store<Value>

  init(_ store: Store<Value>) {
    self.store = store
  }

  /// Creates a property with a constant value, for previews and tests.
  public init(constant value: Value, file: StaticString = #fileID, line: UInt = #line) {
    store = Store(state: value, file: file, line: line)
  }

  /// The current value.
  ///
  /// Reading it waits for at most one reducer run. Don't read it in a reducer of the same store.
  public var value: Value { store.state }

  // MARK: Observing

  /// Calls `observer` with the current value, and then with each later one, in order.
  ///
  /// If `Value` is `Equatable`, `observer` receives only values that differ from the previous one.
  ///
  /// - Parameters:
  ///   - queue: The queue for `observer`, or `nil` for the queue of the store behind the property.
  ///   - delivery: The delivery policy: each change, or only the newest value.
  ///   - file: The file recorded for the subscription.
  ///   - line: The line recorded for the subscription.
  ///   - observer: The closure to call, retained by the subscription.
  /// - Returns: The subscription, which ends when it is disposed of or released.
  @preconcurrency
  public func observe(
    on queue: DispatchQueue? = nil,
    delivery: Delivery = .every,
    file: StaticString = #fileID,
    line: UInt = #line,
    with observer: sending @escaping (Value) -> Void
  ) -> Disposable {
    store.observe(on: queue, delivery: delivery, file: file, line: line, with: observer)
  }

  /// Calls `observer` on the main actor with the current value, and then with each later one.
  ///
  /// The first value arrives in a later turn of the main queue. To display props, use a
  /// `ViewComponent`.
  public func observe(
    on actor: MainActor.Type,
    delivery: Delivery = .every,
    file: StaticString = #fileID,
    line: UInt = #line,
    with observer: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Disposable {
    store.observe(on: actor, delivery: delivery, file: file, line: line, with: observer)
  }

  /// The current value and later ones as an asynchronous sequence.
  ///
  /// If several changes happen between two reads, the sequence yields only the last. The sequence
  /// doesn't retain the store behind the property, and ends when the store is released.
  public var values: StoreValues<Value> { store.values() }

  /// Returns the current value and later ones as an asynchronous sequence.
  ///
  /// With `.every`, unread values accumulate in memory.
  public func values(
    delivery: Delivery,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreValues<Value> {
    store.values(delivery: delivery, file: file, line: line)
  }

  // MARK: Deriving properties

  /// Returns a property of the transformed value.
  ///
  /// `transform` is called after each action that may have changed the value, while the state is
  /// locked. It must be a cheap, pure function.
  public func map<Mapped: Sendable>(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Value) -> Mapped
  ) -> Property<Mapped> {
    Property<Mapped>(store.scope(transform, file: file, line: line))
  }

  /// Returns when the store has processed all actions dispatched before the call, for tests.
  ///
  /// They have been reduced and delivered to the observers.
  public func settled() async {
    await store.settled()
  }
}

extension Property: CustomReflectable {
  /// A mirror with the value only, which hides the implementation.
  public var customMirror: Mirror { Mirror(self, children: ["value": value]) }
}

extension StoreOf {
  /// A property of the state, as an output of a boundary.
  public var property: Property<State> { Property(untyped) }

  /// Returns a property of a slice of the state, as an output of a boundary.
  ///
  /// ```swift
  /// let repositories = store.property(\.repositories)
  /// ```
  public func property<Local: Sendable>(
    _ keyPath: any KeyPath<State, Local> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Property<Local> {
    scope(keyPath, file: file, line: line).property
  }
}
