// SPDX-License-Identifier: MIT

public import Runnel

/// The inputs and outputs of a ``Boundary``, or of a ``MockBoundary`` that replaces it.
///
/// Code that depends on this protocol is independent of the boundary's logic and state:
///
/// ```swift
/// typealias Dependencies = any InputOutput<SearchBoundary.Input, SearchBoundary.Output>
/// ```
public protocol InputOutput<Input, Output>: AnyObject {
  /// A structure of ``InputPort``s.
  associatedtype Input: Sendable
  /// A structure of `Property`s, ``ThrowingProperty``s and ``Computed``s.
  associatedtype Output: Sendable

  /// The inputs to send values to.
  var input: Inputs<Input> { get }
  /// The outputs to read and observe.
  var output: Outputs<Output> { get }
}

/// The inputs of a boundary from outside: each ``InputPort`` is a ``Sender``.
///
/// ```swift
/// boundary.input.searchText("swift")
/// ```
///
/// Only ports are accessible, by name. Other members of an `Input` are inaccessible.
@dynamicMemberLookup
public struct Inputs<Input: Sendable>: Sendable {
  let input: Input

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
  let output: Output

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
