// SPDX-License-Identifier: MIT

/// A function from an action, and the slice of the state after it, to a listener's props.
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
  /// The slice of the state that the connector reads.
  associatedtype State
  /// The props that the connector computes from the slice and an action.
  associatedtype Props

  /// Returns the props for a reduced action and the slice that it produced.
  func stateAndActionToProps(state: State, action: any Action) -> Props
}

extension ActionListenerConnector {
  /// Returns the mapping of a connection, which retains the connector unless it is the listener.
  func mapping<Listener: AnyObject>(
    for listener: Listener, at site: CallSite
  ) -> (Listener, State, any Action) -> Props? {
    if ConnectorCheck.isComponent(self, listener, at: site) {
      return { ($0 as? Self)?.stateAndActionToProps(state: $1, action: $2) }
    }
    return { stateAndActionToProps(state: $1, action: $2) }
  }
}
