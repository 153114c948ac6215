// SPDX-License-Identifier: MIT

public import Dispatch

/// A value that can be read and observed, but not written.
///
/// ```swift
/// let rows = store.property(\.rows)
/// rows.observe { print($0) }.dispose(on: disposer)
/// ```
///
/// A property reads the state of a store or a scope, which stays private: it accepts no actions,
/// and no cast makes it writable. Pass one to code that must not change the state. It can be used
/// from any thread, and retains its store. The outputs of a `RunnelBoundary` are properties.
public struct Property<Value: Sendable>: Sendable {
  private let source: any SubscribableStore<Value>

  init(_ source: any SubscribableStore<Value>) {
    self.source = source
  }

  /// Creates a property with a constant value, for previews and tests.
  public init(constant value: Value, file: StaticString = #fileID, line: UInt = #line) {
    source = Store(state: value, file: file, line: line)
  }

  package var store: Store<Value> { source.untyped }

  /// The current value.
  ///
  /// Reading it waits for one reducer run at most, and in a reducer of its store is a fatal error.
  public var value: Value { source.state }

  /// Calls `observer` with the current value, and then with each later one, in order.
  ///
  /// If `Value` is `Equatable`, `observer` receives only values that differ from the previous one.
  /// It runs on `queue`, or on that of the property's store, and is retained until the token ends.
  public func observe(
    on queue: DispatchQueue? = nil,
    delivery: Delivery = .every, file: StaticString = #fileID, line: UInt = #line,
    with observer: @escaping @Sendable (Value) -> Void
  ) -> Disposable {
    store.observe(on: queue, delivery: delivery, file: file, line: line, with: observer)
  }

  /// Calls `observer` on the main actor with the current value, and then with each later one.
  ///
  /// It arrives in a later turn of the main queue. To display props, use a ``ViewComponent``.
  public func observe(
    on actor: MainActor.Type,
    delivery: Delivery = .every, file: StaticString = #fileID, line: UInt = #line,
    with observer: @escaping @MainActor @Sendable (Value) -> Void
  ) -> Disposable {
    store.observe(on: actor, delivery: delivery, file: file, line: line, with: observer)
  }

  var lifetime: StoreLifetime { source.lifetime }

  func subscribe(
    _ origin: SubscriptionOrigin, on queue: DispatchQueue, _ sink: Sink, isHeld: Bool = false
  ) -> Subscription {
    source.subscribe(origin, on: queue, sink, isHeld: isHeld)
  }

  /// Returns the current value and later ones as an asynchronous sequence.
  ///
  /// The sequence doesn't retain the store: see ``StoreOf/values(delivery:file:line:)``.
  public func values(
    delivery: Delivery = .latest, file: StaticString = #fileID, line: UInt = #line
  ) -> StoreValues<Value> {
    store.values(delivery: delivery, file: file, line: line)
  }

  /// Returns a property of the transformed value.
  ///
  /// `transform` must be cheap and pure: it runs with the state locked, when that may have changed.
  public func map<Mapped: Sendable>(
    file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping @Sendable (Value) -> Mapped
  ) -> Property<Mapped> {
    store.scope(transform, file: file, line: line).property
  }

  /// Returns, for tests, when all actions dispatched before the call are reduced and delivered.
  public func settled() async {
    await store.settled()
  }
}

extension Property: ObservableValue {
  /// The property itself.
  public var property: Property { self }
}

extension Property: CustomReflectable {
  /// A mirror with the value only, which hides the implementation.
  public var customMirror: Mirror { Mirror(self, children: ["value": value]) }
}

extension StoreOf: ObservableValue {
  /// The state as a read-only value.
  public var property: Property<State> { Property(self) }

  /// Returns a slice of the state as a read-only value.
  ///
  /// ```swift
  /// let rows = store.property(\.rows)
  /// ```
  public func property<Local: Sendable>(
    _ keyPath: any KeyPath<State, Local> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Property<Local> {
    scope(keyPath, file: file, line: line).property
  }
}

/// A current value that can be read and observed, but not changed: a store or a property.
///
/// ```swift
/// func follow(_ scores: some ObservableValue<Int>) {
///   scoreboard.connect(to: scores)
/// }
/// ```
///
/// Components connect to any. Code that receives `some ObservableValue` depends neither on the
/// store nor on its actions. A cast recovers a ``Store``: pass a ``Property`` to rule that out.
///
/// A type of your own conforms by returning a property:
///
/// ```swift
/// struct Session: ObservableValue {
///   private let store = Store(state: SessionState(), reducer: sessionReducer)
///
///   var property: Property<Bool> { store.property(\.isLoggedIn) }
/// }
/// ```
///
/// Threads, order and lifetime are those of the ``property``.
public protocol ObservableValue<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value, read-only.
  var property: Property<Value> { get }
}

/// A store with any type of actions, as a ``Property`` reads it, without an allocation.
protocol SubscribableStore<State>: AnyObject, Sendable {
  associatedtype State: Sendable

  var state: State { get }
  var lifetime: StoreLifetime { get }
  var untyped: Store<State> { get }

  func subscribe(
    _ origin: SubscriptionOrigin, on queue: DispatchQueue?, _ sink: Sink, isHeld: Bool
  ) -> Subscription
}

extension StoreOf: SubscribableStore {}
