// SPDX-License-Identifier: MIT

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
