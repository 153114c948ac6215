// SPDX-License-Identifier: MIT

/// An output of a boundary that is computed each time somebody reads it.
///
/// ```swift
/// summary: Computed { "\(repositories.value.count) repositories" }
/// ```
///
/// For what is read now and then, and not followed: nobody is told when it would come out differently. What
/// is to be followed is a ``Property``.
public struct Computed<Value>: Sendable {
  private let compute: @Sendable () -> Value

  /// An output that `compute` makes, on the thread of whoever reads it.
  public init(_ compute: @escaping @Sendable () -> Value) {
    self.compute = compute
  }

  /// The value as it comes out now.
  public var value: Value { compute() }
}
