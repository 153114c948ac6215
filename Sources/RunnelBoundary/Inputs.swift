// SPDX-License-Identifier: MIT

/// The inputs of a boundary from outside: each ``InputPort`` is a ``Sender``.
///
/// ```swift
/// boundary.input.searchText("swift")
/// ```
///
/// Only ports are accessible, by name. Other members of an `Input` are inaccessible.
@dynamicMemberLookup
public struct Inputs<Input: Sendable>: Sendable {
  private let input: Input

  init(_ input: Input) {
    self.input = input
  }

  /// The sending end of a port.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Input, InputPort<Value>>
  ) -> Sender<Value> {
    Sender(input[keyPath: keyPath])
  }

  /// Unavailable, so that the compiler explains why a member is inaccessible, with the type of the
  /// member, so that it reports other errors at their line.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "Only an InputPort of an Input is accessible from outside.")
  public subscript<Value>(dynamicMember keyPath: KeyPath<Input, Value>) -> Value {
    input[keyPath: keyPath]
  }
}

extension Inputs: CustomReflectable {
  /// An empty mirror, which hides the implementation.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
