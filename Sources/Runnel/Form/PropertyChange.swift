// SPDX-License-Identifier: MIT

/// A new value for a property of `Root`, whose type is erased.
protocol PropertyChange<Root>: Sendable {
  associatedtype Root

  var partialPath: any PartialKeyPath<Root> & Sendable { get }
  var anyValue: any Sendable { get }

  func isEqual(to other: any PropertyChange<Root>) -> Bool
  func apply(to root: inout Root)
}
