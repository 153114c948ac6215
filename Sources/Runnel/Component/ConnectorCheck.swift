// SPDX-License-Identifier: MIT

/// Detects connectors that retain the component that they are connected for.
enum ConnectorCheck {
  /// Returns whether the connector is the component itself.
  static func isComponent(_ connector: Any, _ component: AnyObject) -> Bool {
    type(of: connector) is AnyClass && connector as AnyObject === component
  }

  /// Reports a connector that retains the component in one of its own stored properties.
  ///
  /// Detects strong references only: a weak one appears as an optional. If the component has any
  /// unowned reference, it could be the connector's, and nothing is reported. O(number of
  /// properties).
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
