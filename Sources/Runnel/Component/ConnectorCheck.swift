// SPDX-License-Identifier: MIT

/// Looks for connectors that hold the component that they are connected for.
enum ConnectorCheck {
  /// Whether the connector is the component.
  static func isComponent(_ connector: Any, _ component: AnyObject) -> Bool {
    type(of: connector) is AnyClass && connector as AnyObject === component
  }

  /// Reports a connector that holds the component in one of its stored properties, which would keep
  /// both for ever.
  ///
  /// Seen are strong references that lie in the connector itself. A weak one shows as an optional; if
  /// anybody refers to the component by an unowned one, it could be this, and nothing is said.
  /// O(number of properties).
  static func report(
    _ connector: Any,
    holding component: some AnyObject,
    at site: CallSite
  ) {
    guard _getUnownedRetainCount(component) <= 1 else { return }
    var mirror: Mirror? = Mirror(reflecting: connector)
    while let current = mirror {
      for child in current.children
      where type(of: child.value) is AnyClass && child.value as AnyObject === component {
        let label = child.label ?? "?"
        Misuse.connectorKeepsComponent(
          type(of: connector),
          label: label,
          component: type(of: component),
          at: site
        ).warn()
      }
      mirror = current.superclassMirror
    }
  }
}
