// SPDX-License-Identifier: MIT

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
/// A connector is called on the component's own queue, whenever an action may have changed its
/// slice. It must be fast and depend on its arguments only. With `.latest` delivery it maps the
/// slice in place, and the store's next action waits until it returns. It can dispatch and read the
/// store, but must not wait for anything.
public protocol Connector<State, Props> {
  /// The slice of the state that the connector reads.
  associatedtype State
  /// The props that the connector computes.
  associatedtype Props: Equatable

  /// Returns the props for a slice.
  ///
  /// Callbacks in the props dispatch their actions with `dispatcher`.
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

/// Detects connectors that retain the component that they are connected for.
enum ConnectorCheck {
  /// Returns whether the connector is the component itself, and reports one that retains it.
  ///
  /// Detects strong references in the connector's own stored properties only: a weak one appears as
  /// an optional. If the component has any unowned reference, it could be the connector's, and
  /// nothing is reported. O(number of properties).
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
