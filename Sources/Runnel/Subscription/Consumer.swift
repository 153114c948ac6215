// SPDX-License-Identifier: MIT

/// Who gets what a lane delivers.
///
/// The lane sees values through pointers; a consumer knows that they are of the type of the lane's slice.
/// Nothing that is passed may be used after the call.
///
/// A class rather than a protocol, since a reference to one takes up half the room. In itself it is nobody.
class Consumer {
  /// Takes a value.
  ///
  /// - Parameters:
  ///   - value: A slice.
  ///   - action: The action that left it behind, if somebody listens to actions.
  ///   - isFirst: Whether it is the first time, if that makes a difference.
  func take(
    _ value: UnsafeRawPointer,
    after action: UnsafePointer<any Action>?,
    isFirst: Bool
  ) -> Outcome {
    .gone
  }
}

/// What came of handing a value over.
enum Outcome {
  /// Nothing is left to do.
  case done
  /// A component shows something else as soon as this has been called.
  case set(() -> Void)
  /// The consumer is no more.
  case gone
}

/// Is handed values.
final class Observer<Value>: Consumer {
  private let observe: (Value) -> Void

  init(_ observe: @escaping (Value) -> Void) {
    self.observe = observe
  }

  override func take(
    _ value: UnsafeRawPointer,
    after action: UnsafePointer<any Action>?,
    isFirst: Bool
  ) -> Outcome {
    observe(value.assumingMemoryBound(to: Value.self).pointee)
    return .done
  }
}

/// Is handed each action, with the slice that it left behind.
final class Listener<Value>: Consumer {
  private let listen: (Value, any Action) -> Bool

  /// - Parameter listen: Returns whether it is still there.
  init(_ listen: @escaping (Value, any Action) -> Bool) {
    self.listen = listen
  }

  override func take(
    _ value: UnsafeRawPointer,
    after action: UnsafePointer<any Action>?,
    isFirst: Bool
  ) -> Outcome {
    guard let action else { return .done }
    let value = value.assumingMemoryBound(to: Value.self)
    return listen(value.pointee, action.pointee) ? .done : .gone
  }
}

/// A listener that hears of some actions only.
final class SelectiveListener: Consumer {
  private let accepted: AcceptedActions
  private let listener: Consumer

  init(_ listener: Consumer, hearing accepted: AcceptedActions) {
    self.listener = listener
    self.accepted = accepted
  }

  override func take(
    _ value: UnsafeRawPointer,
    after action: UnsafePointer<any Action>?,
    isFirst: Bool
  ) -> Outcome {
    guard let action, accepted.contains(action.pointee) else { return .done }
    return listener.take(value, after: action, isFirst: isFirst)
  }
}

/// Turns a value into what a component shows.
final class Mapping<Value>: Consumer {
  private let map: (Value, _ isFirst: Bool) -> Outcome

  init(_ map: @escaping (Value, _ isFirst: Bool) -> Outcome) {
    self.map = map
  }

  override func take(
    _ value: UnsafeRawPointer,
    after action: UnsafePointer<any Action>?,
    isFirst: Bool
  ) -> Outcome {
    map(value.assumingMemoryBound(to: Value.self).pointee, isFirst)
  }
}
