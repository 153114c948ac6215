// SPDX-License-Identifier: MIT

import Foundation

/// The address of a request.
struct Target: Sendable {
  let host: String
  let port: Int
  /// The path and the query, percent-encoded.
  let uri: String

  /// The value of the `Host` header.
  var hostHeader: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

  /// Creates the address of a resource below `/v1` of a server.
  init(server: URL, path: [String], query: [(String, String?)]) throws {
    guard server.scheme?.lowercased() == "http", let host = server.host, !host.isEmpty else {
      throw InboxError.invalid("\(server.absoluteString) isn't an http address")
    }
    // IPv6 literals can keep their brackets.
    self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    port = server.port ?? 80
    let base = server.path.split(separator: "/").map(String.init)
    let path = (base + ["v1"] + path).map(Self.encode).joined(separator: "/")
    let query = query.compactMap { name, value in value.map { "\(name)=\(Self.encode($0))" } }
    uri = "/" + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// Encodes all characters but those that need no encoding anywhere in a URI.
  private static func encode(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
}
