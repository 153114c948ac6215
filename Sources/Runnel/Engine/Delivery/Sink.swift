// SPDX-License-Identifier: MIT

/// The end of a subscription: it passes values to user code.
///
/// The subscription sees values through pointers. A sink casts them to the type of the slice. No
/// pointer may be used after the call.
///
/// A base class for the same reason as ``Subscriber``. The base class behaves like an observer that
/// has been deallocated.
class Sink {
  /// The rest of a delivery, after the value has been read.
  enum Outcome {
    case done
    /// Sets the props of a component.
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
  func receive(
    _ value: UnsafeRawPointer,
    after action: UnsafePointer<any Action>?,
    isFirst: Bool
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
    _ value: UnsafeRawPointer,
    after action: UnsafePointer<any Action>?,
    isFirst: Bool
  ) -> Outcome {
    observe(value.assumingMemoryBound(to: Value.self).pointee)
    return .done
  }
}

/// Passes each action to a listener, with the value that it led to.
final class ActionSink<Value>: Sink {
  private let listen: (Value, any Action) -> Bool
  private let accepted: AcceptedActions?

  /// - Parameters:
  ///   - accepted: The types of the actions. `nil`: all types.
  ///   - listen: The listener. It returns whether it still exists.
  init(accepting accepted: AcceptedActions?, _ listen: @escaping (Value, any Action) -> Bool) {
    self.accepted = accepted
    self.listen = listen
  }

  override func receive(
    _ value: UnsafeRawPointer,
    after action: UnsafePointer<any Action>?,
    isFirst: Bool
  ) -> Outcome {
    guard let action, accepted?.contains(action.pointee) ?? true else { return .done }
    return listen(value.assumingMemoryBound(to: Value.self).pointee, action.pointee)
      ? .done : .ended
  }
}

/// Maps values to the props of a component.
final class PropsSink<Value>: Sink {
  private let map: (Value, _ isFirst: Bool) -> Outcome

  init(_ map: @escaping (Value, _ isFirst: Bool) -> Outcome) {
    self.map = map
  }

  override func receive(
    _ value: UnsafeRawPointer,
    after action: UnsafePointer<any Action>?,
    isFirst: Bool
  ) -> Outcome {
    map(value.assumingMemoryBound(to: Value.self).pointee, isFirst)
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
    _ value: UnsafeRawPointer,
    after action: UnsafePointer<any Action>?,
    isFirst: Bool
  ) -> Outcome {
    if let last, isSame(last.pointer, value) { return .done }
    last = ValueBox(type, copying: value)
    return sink.receive(value, after: action, isFirst: isFirst)
  }
}
