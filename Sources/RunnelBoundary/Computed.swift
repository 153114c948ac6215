// SPDX-License-Identifier: MIT

/// An output of a boundary that is computed on each read.
///
/// ```swift
/// summary: Computed { "\(repositories.value.count) repositories" }
/// ```
///
/// A computed output can't be observed. For a value to observe, use a `Property`.
public struct Computed<Value>: Sendable {
  private let compute: @Sendable () -> Value

  /// Creates an output that calls `compute` on the reading thread.
  public init(_ compute: @escaping @Sendable () -> Value) {
    self.compute = compute
  }

  /// The current result of the computation.
  public var value: Value { compute() }
}
