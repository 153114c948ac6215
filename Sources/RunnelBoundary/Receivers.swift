// SPDX-License-Identifier: MIT

/// The inputs of a boundary inside its ``BoundaryLogic``: each ``InputPort`` is a ``Receiver``.
@dynamicMemberLookup
public struct Receivers<Input: Sendable>: Sendable {
  private let input: Input
  private let lifetime: BoundaryLifetime

  init(_ input: Input, _ lifetime: BoundaryLifetime) {
    self.input = input
    self.lifetime = lifetime
  }

  /// The receiving end of a port.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Input, InputPort<Value>>
  ) -> Receiver<Value> {
    let port = input[keyPath: keyPath]
    lifetime.claim(port)
    return Receiver(port)
  }
}
