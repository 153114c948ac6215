// SPDX-License-Identifier: MIT

/// The end of a subscription: it passes values to user code, and retains the store.
///
/// A sink casts the pointer to a value to the type of the slice, and must not use it after the
/// call. A base class, as `SliceSubscriber` is: by itself, it behaves like a deallocated observer.
class Sink {
  /// The rest of a delivery, which sets the props of a component, or updates a listener with them.
  ///
  /// Returns `false` to end the subscription.
  typealias Rest = () -> Bool

  /// The observer has been deallocated.
  static var ended: Rest { { false } }

  final let lifetime: StoreLifetime

  init(_ lifetime: StoreLifetime) {
    self.lifetime = lifetime
  }

  /// Receives a value of the slice, and the action that led to it, for action listeners.
  func receive(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, isFirst: Bool
  ) -> Rest? {
    Self.ended
  }
}

final class ValueSink<Value>: Sink {
  private let observe: (Value) -> Void

  init(_ lifetime: StoreLifetime, _ observe: @escaping (Value) -> Void) {
    self.observe = observe
    super.init(lifetime)
  }

  override func receive(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, isFirst: Bool
  ) -> Rest? {
    observe(value.assumingMemoryBound(to: Value.self).pointee)
    return nil
  }
}

/// Maps values to the props of a component, which it doesn't retain, and sets those that differ.
///
/// The first props are set even if they equal the component's.
final class PropsSink<Component: AnyObject, Value, Props: Equatable>: Sink {
  private weak var component: Component?
  private let map: (Component, Value) -> Props?
  private let access: (Component, Props?) -> Props?

  /// Creates a sink with a `map` that returns `nil` if the component doesn't exist anymore.
  ///
  /// `access` sets the props that it receives, or returns the present ones, with one allocation.
  init(
    _ lifetime: StoreLifetime, for component: Component,
    _ map: @escaping (Component, Value) -> Props?, access: @escaping (Component, Props?) -> Props?
  ) {
    self.component = component
    self.map = map
    self.access = access
    super.init(lifetime)
  }

  override func receive(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, isFirst: Bool
  ) -> Rest? {
    let value = value.assumingMemoryBound(to: Value.self)
    guard let component, let props = map(component, value.pointee) else { return Self.ended }
    if !isFirst, props == access(component, nil) { return nil }
    return { [self] in
      if let component = self.component { _ = access(component, props) }
      return true
    }
  }
}

/// Passes each action to a listener, with the value that it led to, or `Void`, which is never read.
final class ActionSink<Value>: Sink {
  private let listen: (Value, any Action) -> Rest?
  private let filter: ActionFilter?
  private let address: Address?

  /// Listens to all types of actions, and to those for any address, unless they are passed.
  init(
    _ lifetime: StoreLifetime, _ filter: ActionFilter? = nil, to address: Address?,
    _ listen: @escaping (Value, any Action) -> Rest?
  ) {
    self.filter = filter
    self.address = address
    self.listen = listen
    super.init(lifetime)
  }

  override func receive(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, isFirst: Bool
  ) -> Rest? {
    guard var action = action?.pointee else { return nil }
    if let addressed = action.asRouted {
      if let address, let other = addressed.address, !address.matches(other) { return nil }
      action = addressed.action
    }
    if let filter, !filter.includes(type(of: action)) { return nil }
    return listen(value.assumingMemoryBound(to: Value.self).pointee, action)
  }
}

/// Passes a value on if a comparison of the user finds it different from the last one passed on.
final class FilteringSink: Sink {
  private let sink: Sink
  private let type: ValueType
  private var filter: ValueFilter

  init(_ sink: Sink, _ type: ValueType, isSame: @escaping ValueType.Comparison) {
    self.sink = sink
    self.type = type
    filter = ValueFilter(isSame: isSame)
    super.init(sink.lifetime)
  }

  override func receive(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, isFirst: Bool
  ) -> Rest? {
    guard filter.isNew(value, ValueBox(type, copying: value)) else { return nil }
    return sink.receive(value, after: action, isFirst: isFirst)
  }
}

struct ValueFilter {
  /// `nil`: each value is new.
  let isSame: ValueType.Comparison?
  private var last: ValueBox?

  init(isSame: ValueType.Comparison?) {
    self.isSame = isSame
  }

  /// Returns whether a value differs from the last new one, and keeps a copy of it if it does.
  mutating func isNew(_ value: UnsafeRawPointer, _ copy: @autoclosure () -> ValueBox) -> Bool {
    guard let isSame else { return true }
    if let last, isSame(last.pointer, value) { return false }
    last = copy()
    return true
  }

  mutating func forget() { last = nil }
}
