// SPDX-License-Identifier: MIT

/// Whatever has inputs to send to and outputs to read: a ``Boundary``, or a ``MockBoundary`` in its place.
///
/// Code that uses a boundary asks for this, and knows neither its logic nor its state:
///
/// ```swift
/// typealias Extra = any InputOutput<SearchBoundary.Input, SearchBoundary.Output>
/// ```
public protocol InputOutput<Input, Output>: AnyObject {
  /// What can be sent: a structure of ``Port``s.
  associatedtype Input: Sendable
  /// What can be read: a structure of ``Property``s.
  associatedtype Output: Sendable

  /// Where values are sent in.
  var input: Inputs<Input> { get }
  /// Where values are read.
  var output: Outputs<Output> { get }
}
