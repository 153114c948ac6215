// SPDX-License-Identifier: MIT

/// The values sent to a ``MockBoundary``: an array for each ``InputPort`` of its input.
@dynamicMemberLookup
public struct SentValues<Input: Sendable>: Sendable {
  private let input: Input

  init(_ input: Input) {
    self.input = input
  }

  /// The values sent to a port, in order.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Input, InputPort<Value>>) -> [Value] {
    input[keyPath: keyPath].recorded
  }
}
