// SPDX-License-Identifier: MIT

import Dispatch

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

extension StoreOf {
  /// Replaces the connection of a listener, which the connection doesn't retain.
  ///
  /// `map` returns `nil` if the listener doesn't exist anymore.
  func connect<Listener: AnyObject, Props>(
    _ listener: Listener, until disposer: Disposer, on queue: DispatchQueue, at site: CallSite,
    _ map: @escaping (Listener, State, any Action) -> Props?,
    update: @escaping (Listener, Props) -> Void
  ) {
    let origin = SubscriptionOrigin(.actionListener, .listener, consumer: Listener.self, at: site)
    let sink = ActionSink(lifetime, listenedActions, to: address) {
      [weak listener] (state: State, action) in
      guard let listener, let props = map(listener, state, action) else { return .ended }
      // `map` can have disposed the connection.
      return .set { update(listener, props) }
    }
    let subscription = subscribe(origin, on: queue, sink, isHeld: true)
    subscription.start(replacing: disposer.connect(subscription, of: listener))
  }
}
