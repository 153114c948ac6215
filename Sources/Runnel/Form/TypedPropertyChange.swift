// SPDX-License-Identifier: MIT

/// A new value for a property.
struct TypedPropertyChange<Root, Value: Equatable & Sendable>: PropertyChange {
  let path: any WritableKeyPath<Root, Value> & Sendable
  let value: Value

  var partialPath: any PartialKeyPath<Root> & Sendable { path }
  var anyValue: any Sendable { value }

  func isEqual(to other: any PropertyChange<Root>) -> Bool {
    guard let other = other as? Self else { return false }
    return path == other.path && value == other.value
  }

  func apply(to root: inout Root) {
    root[keyPath: path] = value
  }
}
