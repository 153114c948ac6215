// SPDX-License-Identifier: MIT

import Runnel
import RunnelText

/// The parameters of a URL: those of the path, and the query items.
public struct DeepLinkParameters: Hashable, Sendable {
  private let segments: [String: String]
  /// The query items, in order and decoded.
  public let items: [DeepLinkItem]
  /// The part of the URL after `#`, decoded, or `nil` if there is none.
  public let fragment: String?

  init(segments: [String: String], items: [DeepLinkItem], fragment: String?) {
    self.segments = segments
    self.items = items
    self.fragment = fragment
  }

  /// Returns the value of a parameter in the path, or else of the first query item with a name.
  ///
  /// What `*` matches has the name `"*"`. Without a value, it throws
  /// ``DeepLinkError/missing(name:)``.
  public func string(_ name: String) throws(DeepLinkError) -> String {
    guard let value = segments[name] ?? query(name) else { throw .missing(name: name) }
    return value
  }

  /// Returns the value of a parameter as an integer.
  ///
  /// - Throws: ``DeepLinkError/wrongType(name:value:type:)`` if it isn't a decimal integer in the
  ///   range of the type, and ``DeepLinkError/missing(name:)`` if there is no value.
  public func int(_ name: String) throws(DeepLinkError) -> Int {
    try value(name)
  }

  /// Returns the value of a parameter as a type that has a text, such as an ID or a number.
  ///
  /// - Throws: ``DeepLinkError/wrongType(name:value:type:)`` if the text isn't one of the type, and
  ///   ``DeepLinkError/missing(name:)`` if there is no value.
  public func value<Value: LosslessStringConvertible>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(DeepLinkError) -> Value {
    let text = try string(name)
    guard let value = Value(text) else {
      throw .wrongType(name: name, value: text, type: TypeName.withoutModule(type))
    }
    return value
  }

  /// Returns the value of the first query item with a name, or `nil` if there is none.
  public func query(_ name: String) -> String? {
    items.first { $0.name == name }?.value
  }
}

/// A query item of a URL.
public struct DeepLinkItem: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The value, which is empty if the item has none.
  public let value: String
}
