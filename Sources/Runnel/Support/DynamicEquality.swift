// SPDX-License-Identifier: MIT

/// Finds the `==` of a type at run time.
///
/// Generic code uses it where the compiler doesn't see the `Equatable` conformance.
package enum DynamicEquality {
  /// A comparison of the values at two addresses.
  package typealias Comparison = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  /// Returns the `==` of `type` for values in memory, or `nil` if `type` isn't `Equatable`.
  package static func comparison(of type: Any.Type) -> Comparison? {
    guard let type = type as? any Equatable.Type else { return nil }
    return rawEquality(of: type)
  }

  /// Returns the `==` of `type`, or `nil` if `type` isn't `Equatable`.
  package static func function<Value>(for type: Value.Type) -> ((Value, Value) -> Bool)? {
    guard let type = type as? any Equatable.Type else { return nil }
    return equality(of: type) as? (Value, Value) -> Bool
  }

  /// Returns whether two values have the same type at run time, and its `==` holds.
  package static func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    guard let left = left as? any Equatable else { return false }
    return isEqual(left, to: right)
  }

  private static func rawEquality<Value: Equatable>(of: Value.Type) -> Comparison {
    { left, right in
      left.assumingMemoryBound(to: Value.self).pointee
        == right.assumingMemoryBound(to: Value.self).pointee
    }
  }

  private static func equality<Value: Equatable>(of: Value.Type) -> Any {
    { (left: Value, right: Value) in left == right }
  }

  private static func isEqual<Value: Equatable>(_ left: Value, to right: Any) -> Bool {
    left == right as? Value
  }
}
