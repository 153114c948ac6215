// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

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
  /// which matches any text. A last segment `*` matches any number of segments. A pattern that
  /// can't match is a runtime warning. If `value` returns `nil` or throws, because it refuses the
  /// parameters, the next link is tried.
  public init(
    _ pattern: String, file: StaticString = #fileID, line: UInt = #line,
    value: @escaping @Sendable (_ parameters: DeepLinkParameters) throws -> Value?
  ) {
    self.pattern = DeepLinkPattern(pattern, at: CallSite(file: file, line: line))
    self.value = value
  }
}

/// The reason why a URL leads nowhere.
public enum DeepLinkError: Error, Hashable, Sendable {
  /// The text isn't a URL that an app accepts.
  case invalid(reason: String)
  /// The scheme isn't one of the app.
  case otherScheme(String)
  /// The host of a web address isn't one of the app.
  case otherHost(String)
  /// No link has the path.
  case noLink(path: String)
  /// A link with the pattern has returned no value, or has thrown an error of its own.
  case refused(pattern: String, reason: String)
  /// A parameter is missing.
  case missing(name: String)
  /// A parameter has another type.
  case wrongType(name: String, value: String, type: String)
}

extension DeepLinkError: CustomStringConvertible {
  /// The reason in words, with at most 100 characters of the URL.
  ///
  /// Control characters are escaped: it is safe to log, unlike the associated values.
  public var description: String { words.escapingControls }

  private var words: String {
    switch self {
    case .invalid(let reason): "the URL is invalid: \(short(reason))"
    case .otherScheme(let scheme): "the scheme \(short(scheme)) isn't one of this app"
    case .otherHost(let host): "the host \(short(host)) isn't one of this app"
    case .noLink(let path): "no link has the path \(short(path))"
    case .refused(let pattern, let reason):
      "the link \(short(pattern)) refuses its parameters: \(short(reason))"
    case .missing(let name): "the parameter \(short(name)) is missing"
    case .wrongType(let name, let value, let type):
      "the parameter \(short(name)) is \"\(short(value))\" and not a value of type \(type)"
    }
  }

  private func short(_ text: String) -> String {
    // A character can consist of any number of scalars.
    let scalars = text.unicodeScalars
    return scalars.count > 100 ? String(scalars.prefix(99)) + "…" : text
  }
}
