// SPDX-License-Identifier: MIT

public import Runnel

/// The outputs of a boundary from outside.
///
/// ```swift
/// let repositories = boundary.output.repositories.value
/// let summary = boundary.output.summary
/// ```
///
/// A ``Computed`` yields its value. Members other than properties are inaccessible: a
/// ``MutableProperty`` put there by mistake stays private.
@dynamicMemberLookup
public struct Outputs<Output: Sendable>: Sendable {
  private let output: Output

  init(_ output: Output) {
    self.output = output
  }

  /// A value that can be read and observed.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Output, Property<Value>>
  ) -> Property<Value> {
    output[keyPath: keyPath]
  }

  /// A value that can be read and observed, and that may be an error.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Output, ThrowingProperty<Value>>
  ) -> ThrowingProperty<Value> {
    output[keyPath: keyPath]
  }

  /// The value of a computed output.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Output, Computed<Value>>) -> Value {
    output[keyPath: keyPath].value
  }

  /// Unavailable, so that the compiler explains why a member is inaccessible, with the type of the
  /// member, so that it reports other errors at their line.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @available(
    *, unavailable,
    message:
      "Only a Property, a ThrowingProperty or a Computed of an Output is accessible from outside."
  )
  public subscript<Value>(dynamicMember keyPath: KeyPath<Output, Value>) -> Value {
    output[keyPath: keyPath]
  }
}

extension Outputs: CustomReflectable {
  /// An empty mirror, which hides the implementation.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
