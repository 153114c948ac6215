// SPDX-License-Identifier: MIT

/// The inputs of a boundary, as they are seen from outside: each ``Port`` is a ``Sender``.
///
/// ```swift
/// boundary.input.searchText("swift")
/// ```
///
/// Only ports can be reached, by their names; what else an `Input` has stays inside.
@dynamicMemberLookup
public struct Inputs<Input: Sendable>: Sendable {
  private let input: Input

  init(_ input: Input) {
    self.input = input
  }

  /// The sending end of a port.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Input, Port<Value>>) -> Sender<Value> {
    Sender(input[keyPath: keyPath])
  }

  /// There for its message: what is no port is hidden.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "From outside, only a Port of an Input is reached.")
  public subscript<Value>(dynamicMember keyPath: KeyPath<Input, Value>) -> Void { () }
}

extension Inputs: CustomReflectable {
  /// Nothing: what lies behind it is not to be seen.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
