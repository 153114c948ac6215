// SPDX-License-Identifier: MIT

import Dispatch

/// A pure function from a slice of the state to the props of a component.
///
/// ```swift
/// struct ProfileConnector: Connector {
///   func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> ProfileProps {
///     ProfileProps(title: state.profile.name)
///   }
/// }
/// ```
///
/// A connector runs on the component's own queue, whenever an action may have changed its slice. It
/// must be fast and depend on its arguments only. With `.latest` delivery it maps the slice in
/// place, and the next action waits for it. It can dispatch and read the store, but must not wait.
public protocol Connector<State, Props> {
  /// The slice of the state that the connector reads.
  associatedtype State
  /// The props that the connector computes.
  associatedtype Props: Equatable

  /// Returns the props for a slice, whose callbacks dispatch their actions with `dispatcher`.
  func stateToProps(state: State, dispatcher: any ActionDispatcher) -> Props
}

extension Connector {
  /// Returns the mapping of a connection, which retains the connector unless it is the component.
  func mapping<Component: AnyObject>(
    for component: Component, _ dispatcher: any ActionDispatcher, at site: CallSite
  ) -> (Component, State) -> Props? {
    if ConnectorCheck.isComponent(self, component, at: site) {
      return { ($0 as? Self)?.stateToProps(state: $1, dispatcher: dispatcher) }
    }
    return { stateToProps(state: $1, dispatcher: dispatcher) }
  }
}

enum ConnectorCheck {
  /// Returns whether the connector is the component itself, and reports one that retains it.
  ///
  /// It sees strong references in the connector's own stored properties: a weak one appears as an
  /// optional. If the component has any unowned reference, it could be the connector's, and nothing
  /// is reported. O(number of properties).
  static func isComponent(
    _ connector: Any, _ component: some AnyObject, at site: CallSite
  ) -> Bool {
    func isComponent(_ value: Any) -> Bool {
      type(of: value) is AnyClass && value as AnyObject === component
    }
    if isComponent(connector) { return true }
    guard _getUnownedRetainCount(component) <= 1 else { return false }
    var mirror: Mirror? = Mirror(reflecting: connector)
    while let current = mirror {
      for child in current.children where isComponent(child.value) {
        Misuse.connectorRetainsComponent(
          type(of: connector), label: child.label ?? "?", component: type(of: component), at: site
        ).warn()
      }
      mirror = current.superclassMirror
    }
    return false
  }
}

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
  /// Replaces the connection of a listener, which the connection doesn't retain: `map` returns
  /// `nil` if it doesn't exist anymore.
  func connect<Listener: AnyObject, Props>(
    _ listener: Listener, until disposer: Disposer, on queue: DispatchQueue, at site: CallSite,
    _ map: @escaping (Listener, State, any Action) -> Props?,
    update: @escaping (Listener, Props) -> Void
  ) {
    let origin = SubscriptionOrigin(.actionListener, .listener, consumer: Listener.self, at: site)
    let actions = (ActionType.self as? any Action.Type).map { ActionFilter.types([$0]) }
    let sink = ActionSink(lifetime, actions, to: address) {
      [weak listener] (state: State, action) in
      guard let listener, let props = map(listener, state, action) else { return Sink.ended }
      // `map` can have disposed the connection.
      return {
        update(listener, props)
        return true
      }
    }
    let subscription = subscribe(origin, on: queue, sink, isHeld: true)
    subscription.start(replacing: disposer.connect(subscription, of: listener))
  }
}
