// SPDX-License-Identifier: MIT

/// The end of a subscription: it passes values to user code.
///
/// The subscription sees values through pointers. A sink casts them to the type of the slice. No
/// pointer may be used after the call.
///
/// A base class for the same reason as `AnySubscription`. The base class behaves like an observer
/// that has been deallocated.
class Sink {
  /// The rest of a delivery, after the value has been read.
  enum Outcome {
    case done
    /// Sets the props of a component, or updates a listener with them.
    case set(() -> Void)
    /// The observer has been deallocated.
    case ended
  }

  /// Receives a value.
  ///
  /// - Parameters:
  ///   - value: The value of the slice.
  ///   - action: The action that led to the value, for action listeners.
  ///   - isFirst: Whether it is the first value of the subscription.
  /// - Returns: The outcome of the delivery.
  func receive(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, isFirst: Bool
  ) -> Outcome {
    .ended
  }
}

/// Passes values to an observer.
final class ValueSink<Value>: Sink {
  private let observe: (Value) -> Void

  init(_ observe: @escaping (Value) -> Void) {
    self.observe = observe
  }

  override func receive(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, isFirst: Bool
  ) -> Outcome {
    observe(value.assumingMemoryBound(to: Value.self).pointee)
    return .done
  }
}

/// Maps values to the props of a component, which it doesn't retain, and sets those that differ.
///
/// The first props are set even if they equal the component's.
final class PropsSink<Component: AnyObject, Value, Props: Equatable>: Sink {
  private weak var component: Component?
  private let map: (Component, Value) -> Props?
  private let current: (Component) -> Props
  private let set: (Component, Props) -> Void

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - map: Returns the props for a value, or `nil` if the component doesn't exist anymore.
  ///   - current: Returns the component's props.
  ///   - set: Sets the component's props.
  init(
    for component: Component, _ map: @escaping (Component, Value) -> Props?,
    current: @escaping (Component) -> Props, set: @escaping (Component, Props) -> Void
  ) {
    self.component = component
    self.map = map
    self.current = current
    self.set = set
  }

  override func receive(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, isFirst: Bool
  ) -> Outcome {
    let value = value.assumingMemoryBound(to: Value.self)
    guard let component, let props = map(component, value.pointee) else { return .ended }
    if !isFirst, props == current(component) { return .done }
    return .set { [weak component, set] in
      if let component { set(component, props) }
    }
  }
}

/// Passes each action to a listener, with the value that it led to.
///
/// The value of a listener without one is `Void`: it is never read.
final class ActionSink<Value>: Sink {
  private let listen: (Value, any Action) -> Outcome
  private let filter: ActionFilter?
  private let address: Address?

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - filter: The types of the actions. `nil`: all types.
  ///   - address: Whom of many the actions are for. `nil`: any.
  ///   - listen: The listener.
  init(
    _ filter: ActionFilter? = nil, to address: Address?,
    _ listen: @escaping (Value, any Action) -> Outcome
  ) {
    self.filter = filter
    self.address = address
    self.listen = listen
  }

  /// Creates a sink that updates a listener, which it doesn't retain.
  ///
  /// - Parameters:
  ///   - listener: The listener.
  ///   - filter: The types of the actions. `nil`: all types.
  ///   - address: Whom of many the actions are for. `nil`: any.
  ///   - map: Returns the props for an action, or `nil` if the listener doesn't exist anymore.
  ///   - update: Updates the listener with the props.
  convenience init<Listener: AnyObject, Props>(
    for listener: Listener, _ filter: ActionFilter?, to address: Address?,
    _ map: @escaping (Listener, Value, any Action) -> Props?,
    update: @escaping (Listener, Props) -> Void
  ) {
    self.init(filter, to: address) { [weak listener] value, action in
      guard let listener, let props = map(listener, value, action) else { return .ended }
      // `map` can have disposed the connection.
      return .set { update(listener, props) }
    }
  }

  override func receive(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, isFirst: Bool
  ) -> Outcome {
    guard let action else { return .done }
    let value = value.assumingMemoryBound(to: Value.self)
    guard isRouted(action.pointee), let addressed = action.pointee as? RoutedAction else {
      return receive(value, action.pointee)
    }
    if let address, let other = addressed.address, !address.matches(other) { return .done }
    return receive(value, addressed.action)
  }

  private func receive(_ value: UnsafePointer<Value>, _ action: any Action) -> Outcome {
    if let filter, !filter.includes(type(of: action)) { return .done }
    return listen(value.pointee, action)
  }

  /// Compares static types, which is faster than a cast that fails.
  private func isRouted<ActionType: Action>(_ action: ActionType) -> Bool {
    ActionType.self == RoutedAction.self
  }
}

/// Passes a value on if a comparison of the user finds it different from the last one passed on.
final class FilteringSink: Sink {
  private let sink: Sink
  private let type: ValueType
  private let isSame: ValueType.Comparison
  private var last: ValueBox?

  init(_ sink: Sink, _ type: ValueType, isSame: @escaping ValueType.Comparison) {
    self.sink = sink
    self.type = type
    self.isSame = isSame
  }

  override func receive(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, isFirst: Bool
  ) -> Outcome {
    if let last, isSame(last.pointer, value) { return .done }
    last = ValueBox(type, copying: value)
    return sink.receive(value, after: action, isFirst: isFirst)
  }
}
