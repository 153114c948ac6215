// SPDX-License-Identifier: MIT

/// The comparison that a type brings along, if it does, found at run time: generic code in which the compiler
/// does not see the conformance gets it, too.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  func comparison<Known: Equatable>(of: Known.Type) -> Any {
    { (left: Known, right: Known) in left == right }
  }
  guard let type = type as? any Equatable.Type else { return nil }
  return comparison(of: type) as? (Value, Value) -> Bool
}
