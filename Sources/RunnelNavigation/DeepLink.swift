// SPDX-License-Identifier: MIT

import Runnel

/// A pattern of URLs, and the value that a URL with this pattern leads to.
///
/// See ``DeepLinks``.
public struct DeepLink<Value>: Sendable {
  let pattern: DeepLinkPattern
  let value: @Sendable (DeepLinkParameters) throws -> Value?

  /// Creates a link.
  ///
  /// ```swift
  /// DeepLink("/threads/:thread/messages/:message") {
  ///   .messageOpened(try $0.string("message"), in: try $0.int("thread"))
  /// }
  /// ```
  ///
  /// A segment of the pattern is a text, which matches the same text, or a name after a colon,
  /// which matches any text. A last segment `*` matches any number of segments.
  ///
  /// - Parameters:
  ///   - pattern: The path of the URLs. A pattern that can't match is a runtime warning.
  ///   - file: The file of the call, for the warning.
  ///   - line: The line of the call, for the warning.
  ///   - value: Returns the value for the parameters, or `nil` if it refuses them. The next link is
  ///     tried then, and after an error.
  public init(
    _ pattern: String, file: StaticString = #fileID, line: UInt = #line,
    value: @escaping @Sendable (_ parameters: DeepLinkParameters) throws -> Value?
  ) {
    self.pattern = DeepLinkPattern(pattern, at: CallSite(file: file, line: line))
    self.value = value
  }
}
