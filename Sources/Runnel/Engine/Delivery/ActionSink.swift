// SPDX-License-Identifier: MIT

/// Passes each action to a listener, with the value that it led to.
///
/// The value of a listener without one is `Void`: it is never read.
final class ActionSink<Value>: Sink {
  private let listen: (Value, any Action) -> Outcome
  private let accepted: AcceptedActions?

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - accepted: The types of the actions. `nil`: all types.
  ///   - listen: The listener.
  init(accepting accepted: AcceptedActions?, _ listen: @escaping (Value, any Action) -> Outcome) {
    self.accepted = accepted
    self.listen = listen
  }

  /// Creates a sink that updates a listener, which it doesn't retain.
  ///
  /// - Parameters:
  ///   - listener: The listener.
  ///   - accepted: The types of the actions. `nil`: all types.
  ///   - map: Returns the props for an action, or `nil` if the listener doesn't exist anymore.
  ///   - update: Updates the listener with the props.
  convenience init<Listener: AnyObject, Props>(
    for listener: Listener, accepting accepted: AcceptedActions?,
    _ map: @escaping (Listener, Value, any Action) -> Props?,
    update: @escaping (Listener, Props) -> Void
  ) {
    self.init(accepting: accepted) { [weak listener] value, action in
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
      guard accepted?.contains(action.pointee) ?? true else { return .done }
      return listen(value.pointee, action.pointee)
    }
    guard accepted?.contains(addressed.action, for: addressed.instance) ?? true
    else { return .done }
    return listen(value.pointee, addressed.action)
  }

  /// Compares static types, which is faster than a cast that fails.
  private func isRouted<ActionType: Action>(_ action: ActionType) -> Bool {
    ActionType.self == RoutedAction.self
  }
}
