// SPDX-License-Identifier: MIT

/// The inputs of a boundary inside its ``BoundaryLogic``: each ``Port`` is an ``Inlet``.
@dynamicMemberLookup
public struct Inlets<Input: Sendable>: Sendable {
  private let input: Input
  private let lifetime: BoundaryLifetime

  init(_ input: Input, _ lifetime: BoundaryLifetime) {
    self.input = input
    self.lifetime = lifetime
  }

  /// The receiving end of a port.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Input, Port<Value>>) -> Inlet<Value> {
    let port = input[keyPath: keyPath]
    lifetime.claim(port)
    return Inlet(port)
  }
}
