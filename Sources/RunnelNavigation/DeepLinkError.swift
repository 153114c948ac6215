// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

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
  /// Control characters are escaped, so it is safe to log. The associated values aren't.
  public var description: String { words.escapingControls }

  private var words: String {
    switch self {
    case .invalid(let reason): "the URL is invalid: \(reason)"
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
    text.count > 100 ? text.prefix(99) + "…" : text
  }
}
