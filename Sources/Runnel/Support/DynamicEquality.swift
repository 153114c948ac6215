// SPDX-License-Identifier: MIT

/// Finds the `==` of a type at run time.
///
/// Generic code uses it where the compiler doesn't see the `Equatable` conformance.
package enum DynamicEquality {
  /// A comparison of the values at two addresses.
  package typealias Comparison = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  /// Returns the `==` of `type` for values in memory, or `nil` if `type` isn't `Equatable`.
  package static func comparison(of type: Any.Type) -> Comparison? {
    func equality<Value: Equatable>(of _: Value.Type) -> Comparison {
      { left, right in
        left.assumingMemoryBound(to: Value.self).pointee
          == right.assumingMemoryBound(to: Value.self).pointee
      }
    }
    return (type as? any Equatable.Type).map { equality(of: $0) }
  }

  /// Returns the `==` of `type`, or `nil` if `type` isn't `Equatable`.
  package static func function<Value>(for type: Value.Type) -> ((Value, Value) -> Bool)? {
    func equality<Known: Equatable>(of _: Known.Type) -> Any {
      { (left: Known, right: Known) in left == right }
    }
    return (type as? any Equatable.Type).flatMap { equality(of: $0) as? (Value, Value) -> Bool }
  }

  /// Returns whether two values have the same type at run time, and its `==` holds.
  package static func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    func isRight<Known: Equatable>(_ left: Known) -> Bool { left == right as? Known }
    return (left as? any Equatable).map { isRight($0) } ?? false
  }
}
