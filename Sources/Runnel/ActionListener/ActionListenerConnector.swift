// SPDX-License-Identifier: MIT

/// Turns an action, and the slice of the state that it left behind, into what an action listener is told.
///
/// ```swift
/// struct PurchaseConnector: ActionListenerConnector {
///   func stateAndActionToProps(state: Cart, action: any Action) -> String? {
///     action is PurchaseAction ? "bought for \(state.total)" : nil
///   }
/// }
/// ```
///
/// It is called on the listener's own queue, once for each action of the whole store.
public protocol ActionListenerConnector<State, Props> {
  /// The slice of the state that it looks at.
  associatedtype State
  /// What it makes of the slice and an action.
  associatedtype Props

  /// Makes what a listener is told of an action.
  ///
  /// - Parameters:
  ///   - state: The slice as the action left it.
  ///   - action: The action, which has been reduced.
  func stateAndActionToProps(state: State, action: any Action) -> Props
}
