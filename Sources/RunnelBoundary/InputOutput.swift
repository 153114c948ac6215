// SPDX-License-Identifier: MIT

/// The inputs and outputs of a ``Boundary``, or of a ``MockBoundary`` that replaces it.
///
/// Code that depends on this protocol is independent of the boundary's logic and state:
///
/// ```swift
/// typealias Extra = any InputOutput<SearchBoundary.Input, SearchBoundary.Output>
/// ```
public protocol InputOutput<Input, Output>: AnyObject {
  /// A structure of ``Port``s.
  associatedtype Input: Sendable
  /// A structure of ``Property``s.
  associatedtype Output: Sendable

  /// The inputs to send values to.
  var input: Inputs<Input> { get }
  /// The outputs to read and observe.
  var output: Outputs<Output> { get }
}
