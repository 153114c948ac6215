// SPDX-License-Identifier: MIT

/// The values sent to a ``MockBoundary``: each ``Port`` of the input is an array of its values.
@dynamicMemberLookup
public struct SentValues<Input: Sendable>: Sendable {
  private let input: Input

  init(_ input: Input) {
    self.input = input
  }

  /// The values sent to a port, in order.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Input, Port<Value>>) -> [Value] {
    input[keyPath: keyPath].recorded
  }
}
