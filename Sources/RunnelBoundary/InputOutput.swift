// SPDX-License-Identifier: MIT

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
