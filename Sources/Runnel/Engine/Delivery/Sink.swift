// SPDX-License-Identifier: MIT

/// The end of a subscription: it passes values to user code.
///
/// The subscription sees values through pointers. A sink casts them to the type of the slice. No
/// pointer may be used after the call.
///
/// A base class for the same reason as `Subscriber`. The base class behaves like an observer that
/// has been deallocated.
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
