// SPDX-License-Identifier: MIT

/// A collection of one value, which is found by its identity.
protocol IdentifiedValueCollection<Whole>: ElementCollection {
  /// Returns the identity of a value.
  func anyIdentity(of value: UnsafeRawPointer) -> AnyHashable
}

extension IdentifiedValueCollection {
  /// Returns a reducer of the value that runs others, with effects that end with its identity.
  func reducer(of reducers: [CompiledReducer]) -> CompiledReducer {
    reducers.forEach(of: self)
  }
}
