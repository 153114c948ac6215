// SPDX-License-Identifier: MIT

public import Dispatch
public import Runnel

/// An output of a boundary: a value that can be read and observed, and not written.
///
/// ```swift
/// let count = boundary.output.repositories.value.count
/// boundary.output.repositories.observe { print($0) }.dispose(on: disposer)
/// ```
///
/// It looks at a slice of a store, which stays hidden: there is nothing in a property that an action could be
/// dispatched to, nor anything that it could be cast to. Make one of a store by `Store.property`, of
/// what is no store by a ``Source``, and of a fixed value by ``init(constant:file:line:)``.
///
/// May be used from any thread. A property keeps the store that it looks at, and with it the value; it does
/// not keep the boundary.
public struct Property<Value: Sendable>: Sendable {
  let store: Store<Value>

  init(_ store: Store<Value>) {
    self.store = store
  }

  /// A property whose value never changes, for previews and tests.
  public init(constant value: Value, file: StaticString = #fileID, line: UInt = #line) {
    store = Store(state: value, file: file, line: line)
  }

  /// The value now. Waits for one reducer at most, and is not to be read in a reducer of the same store.
  public var value: Value { store.state }

  // MARK: Observing

  /// Calls `observer` with the present value, and then with each later one, once and in order.
  ///
  /// If `Value` is `Equatable`, it is told only of values that differ from the one before.
  ///
  /// - Parameters:
  ///   - queue: Where to call `observer`; without one, on the queue of the store behind the property.
  ///   - delivery: Whether each change is delivered or only the newest value.
  ///   - file: The file in which the subscription is made.
  ///   - line: The line in which the subscription is made.
  ///   - observer: What to call. The subscription holds it.
  /// - Returns: The subscription, which ends when this is disposed of or dropped.
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

  /// Calls `observer` on the main actor with the present value, and then with each later one.
  ///
  /// The first value comes a turn of the main queue later; what has props to show is better off as a
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

  /// The values as an asynchronous sequence: the present one, then later ones.
  ///
  /// A reader that is busy when several changes come gets the last of them. The sequence does not keep what
  /// the property looks at, and ends with it.
  public var values: StoreValues<Value> { store.values }

  /// The values as an asynchronous sequence, delivered as `delivery` says.
  ///
  /// With `.every`, values that a reader has not read yet wait in memory.
  public func values(
    delivery: Delivery,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> StoreValues<Value> {
    store.values(delivery: delivery, file: file, line: line)
  }

  // MARK: Making others

  /// A property of what is made of this one's value.
  ///
  /// `transform` is called for each action that may have changed the value, while the state is locked: it
  /// must be a cheap, pure function.
  public func map<Mapped: Sendable>(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Value) -> Mapped
  ) -> Property<Mapped> {
    Property<Mapped>(store.scope(transform, file: file, line: line))
  }

  /// Returns when all has been reduced and announced that was dispatched before the call to the store behind
  /// the property: for tests.
  public func settled() async {
    await store.settled()
  }
}

extension Property: CustomReflectable {
  /// The value, and nothing of what lies behind it.
  public var customMirror: Mirror { Mirror(self, children: ["value": value]) }
}

extension Store {
  /// The state as an output of a boundary.
  public var property: Property<State> { Property(self) }

  /// A part of the state as an output of a boundary.
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
