// SPDX-License-Identifier: MIT

import Runnel

/// Stands in for a boundary in tests and previews: it takes all inputs and does nothing with them, and its
/// outputs are whatever it is given.
///
/// ```swift
/// let search = MockBoundary(
///   input: SearchBoundary.Input(),
///   output: SearchBoundary.Output(
///     repositories: repositories.property,
///     isLoading: Property(constant: false),
///     summary: Computed { "" }
///   )
/// )
/// let screen = SearchScreen(input: SearchScreen.Input(), extra: search)
///
/// screen.input.typed("Swift")
/// #expect(search.sent.searchText == ["swift"])
/// ```
///
/// May be used from any thread. It keeps all that is sent, as long as it lives.
public final class MockBoundary<Input: Sendable, Output: Sendable>: InputOutput, Sendable {
  /// Where values are sent in.
  public let input: Inputs<Input>
  /// Where values are read.
  public let output: Outputs<Output>
  /// What has been sent to each input, in order.
  public let sent: SentValues<Input>

  private let lifetime: BoundaryLifetime

  /// A mock with inputs, made for it alone, and outputs of ``Source``s or constants.
  ///
  /// Records the stored properties of `input` that are ports.
  public init(
    input: Input,
    output: Output,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    lifetime = BoundaryLifetime(at: CallSite(file: file, line: line))
    lifetime.claimPorts(of: input) { $0.beginRecording() }
    self.input = Inputs(input)
    self.output = Outputs(output)
    sent = SentValues(input)
  }

  deinit {
    lifetime.end()
  }
}

extension MockBoundary: CustomReflectable {
  /// Nothing: what lies behind it is not to be seen.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What has been sent to the inputs of a ``MockBoundary``: each ``Port`` is an array of its values.
@dynamicMemberLookup
public struct SentValues<Input: Sendable>: Sendable {
  private let input: Input

  fileprivate init(_ input: Input) {
    self.input = input
  }

  /// The values that have been sent to a port, in order.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Input, Port<Value>>) -> [Value] {
    input[keyPath: keyPath].recorded
  }
}
