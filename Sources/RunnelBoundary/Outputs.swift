// SPDX-License-Identifier: MIT

/// The outputs of a boundary, as they are seen from outside.
///
/// ```swift
/// let repositories = boundary.output.repositories.value
/// let summary = boundary.output.summary
/// ```
///
/// A ``Property`` and a ``ThrowingProperty`` are reached by their names as what they are, a ``Computed`` as
/// the value that comes out. What else an `Output` has cannot be reached: a ``Source`` that was put there by
/// mistake stays inside.
@dynamicMemberLookup
public struct Outputs<Output: Sendable>: Sendable {
  private let output: Output

  init(_ output: Output) {
    self.output = output
  }

  /// A value that can be read and observed.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Output, Property<Value>>) -> Property<
    Value
  > {
    output[keyPath: keyPath]
  }

  /// A value that can be read and observed, and may have failed to come.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Output, ThrowingProperty<Value>>
  ) -> ThrowingProperty<Value> {
    output[keyPath: keyPath]
  }

  /// What a computed output comes out as.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Output, Computed<Value>>) -> Value {
    output[keyPath: keyPath].value
  }

  /// There for its message: what can be reached otherwise is hidden.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @available(
    *, unavailable,
    message:
      "From outside, only a Property, a ThrowingProperty or a Computed of an Output is reached."
  )
  public subscript<Value>(dynamicMember keyPath: KeyPath<Output, Value>) -> Void { () }
}

extension Outputs: CustomReflectable {
  /// Nothing: what lies behind it is not to be seen.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
