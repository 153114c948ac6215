// SPDX-License-Identifier: MIT

/// Passes each action to a listener, with the value that it led to.
final class ActionSink<Value>: Sink {
  private let listen: (Value, any Action) -> Bool
  private let accepted: AcceptedActions?

  /// Creates a sink.
  ///
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
