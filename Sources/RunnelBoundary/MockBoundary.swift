// SPDX-License-Identifier: MIT

import Runnel

/// A replacement for a boundary in tests and previews, whose outputs are the ones that you pass in.
///
/// It records all inputs without acting on them.
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
/// let screen = SearchScreen(input: SearchScreen.Input(), dependencies: search)
///
/// screen.input.typed("Swift")
/// #expect(search.sent.searchText == ["swift"])
/// ```
///
/// A mock can be used from any thread. It retains all sent values for its lifetime.
public final class MockBoundary<Input: Sendable, Output: Sendable>: InputOutput, Sendable {
  /// The inputs to send values to.
  public let input: Inputs<Input>
  /// The outputs to read and observe.
  public let output: Outputs<Output>
  /// The values sent to each input, in order.
  public let sent: SentValues<Input>

  private let lifetime: BoundaryLifetime

  /// Creates a mock with its own input, all of whose stored ports are recorded, and outputs that
  /// are constants or ``MutableProperty``s.
  public init(input: Input, output: Output, file: StaticString = #fileID, line: UInt = #line) {
    lifetime = BoundaryLifetime(at: CallSite(file: file, line: line))
    lifetime.claimPorts(of: input) { $0.beginRecording() }
    self.input = Inputs(input: input)
    self.output = Outputs(output: output)
    sent = SentValues(input: input)
  }

  deinit { lifetime.end() }
}

extension MockBoundary: CustomReflectable {
  /// An empty mirror, which hides the implementation.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The values sent to a ``MockBoundary``: an array for each ``InputPort`` of its input.
@dynamicMemberLookup
public struct SentValues<Input: Sendable>: Sendable {
  let input: Input

  /// The values sent to a port, in order.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Input, InputPort<Value>>) -> [Value] {
    input[keyPath: keyPath].recorded
  }
}
