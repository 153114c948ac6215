// SPDX-License-Identifier: MIT

public import Runnel

/// The links of an app: patterns of URLs, and the value that each one leads to, such as an action.
///
/// ```swift
/// let links = DeepLinks<AppAction>(schemes: ["inbox", "https"], hosts: ["inbox.example"]) {
///   DeepLink("/threads/:id") { .threadOpened(try $0.int("id")) }
///   DeepLink("/search") { .searched($0.query("q") ?? "") }
/// }
///
/// do {
///   store.dispatch(try links.value(for: "inbox://threads/7"))
/// } catch {
///   print(error)
/// }
/// ```
///
/// The links are tried in order, and the first one with a value is used. The URL of a link is data:
/// the reducer decides what it means, and a test needs no app.
///
/// A URL comes from outside. It is at most 4,096 bytes long, its percent escapes must be UTF-8, and
/// a segment can't be `.` or `..`. Whatever it contains, the result is a value or an error.
public struct DeepLinks<Value>: Sendable {
  private let schemes: Set<String>?
  private let hosts: Set<String>
  private let links: [DeepLink<Value>]

  /// Creates the links of an app.
  ///
  /// - Parameters:
  ///   - schemes: The schemes of the app's URLs, such as `inbox` and `https`, or `nil` for every
  ///     scheme.
  ///   - hosts: The hosts of the app's web addresses, which are no part of the path. In a URL with
  ///     the scheme `http` or `https`, one of them must be the host. In any other URL, a host that
  ///     isn't one of them is the first segment of the path: `inbox://threads/7` has the path
  ///     `/threads/7`.
  ///   - links: The links, in order. The closure can use `if`, `switch` and `for`.
  public init(
    schemes: Set<String>? = nil, hosts: Set<String> = [],
    @ListBuilder<DeepLink<Value>> links: () -> [DeepLink<Value>]
  ) {
    self.schemes = schemes.map { Set($0.map { $0.lowercased() }) }
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.links = links()
  }

  /// Returns the value of the first link that matches a URL, or just a path, such as
  /// `/threads/7?sort=date`.
  ///
  /// Throws the reason why the URL has no value: that of the only link with its path, if there is
  /// one. O(length of the URL × number of links).
  public func value(for url: String) throws(DeepLinkError) -> Value {
    let address = try DeepLinkAddress(url)
    let path = try segments(of: address)
    var reason = DeepLinkError.noLink(path: "/" + path.joined(separator: "/"))
    for link in links {
      guard let segments = link.pattern.match(path) else { continue }
      do {
        let parameters = DeepLinkParameters(
          segments: segments, items: address.items, fragment: address.fragment)
        if let value = try link.value(parameters) { return value }
        reason = .refused(pattern: link.pattern.text, reason: "it has no value for them")
      } catch let error as DeepLinkError {
        reason = error
      } catch {
        reason = .refused(pattern: link.pattern.text, reason: "\(error)")
      }
    }
    throw reason
  }

  /// Returns the path, whose first segment is the host unless it is a host of the app.
  private func segments(of address: DeepLinkAddress) throws(DeepLinkError) -> [String] {
    if let scheme = address.scheme, let schemes, !schemes.contains(scheme) {
      throw .otherScheme(scheme)
    }
    let host = address.host ?? ""
    if hosts.contains(host.lowercased()) { return address.segments }
    if let scheme = address.scheme, ["http", "https"].contains(scheme) { throw .otherHost(host) }
    return host.isEmpty ? address.segments : [host] + address.segments
  }
}

struct DeepLinkPattern: Sendable {
  private enum Segment: Sendable {
    case text(String)
    case parameter(String)
  }

  let text: String
  private var segments: [Segment] = []
  /// Whether any number of segments can follow.
  private var isOpen = false

  init(_ text: String, at site: CallSite) {
    self.text = text
    var problem: String?
    var names: Set<String> = []
    let parts = text.split(separator: "/")
    for (index, part) in parts.enumerated() {
      if part == "*" {
        if index < parts.count - 1 { problem = "`*` isn't its last segment." }
        if names.contains("*") { problem = "two parameters have the name `*`." }
        isOpen = true
      } else if part.hasPrefix(":") {
        let name = String(part.dropFirst())
        if name.isEmpty { problem = "a parameter has no name." }
        if !names.insert(name).inserted { problem = "two parameters have the name `\(name)`." }
        segments.append(.parameter(name))
      } else {
        if part.contains(where: { "?#%".contains($0) }) || part == "." || part == ".." {
          problem = "the path of a URL never has the segment `\(part)`."
        }
        segments.append(.text(String(part)))
      }
    }
    if let problem { Misuse.deepLinkPattern(text, problem, at: site).warn() }
  }

  /// Returns the parameters in a path, or `nil` if the path has another pattern.
  func match(_ path: [String]) -> [String: String]? {
    guard path.count == segments.count || isOpen && path.count > segments.count else { return nil }
    var parameters: [String: String] = [:]
    for (segment, part) in zip(segments, path) {
      switch segment {
      case .text(let text): if text != part { return nil }
      case .parameter(let name): parameters[name] = part
      }
    }
    if isOpen { parameters["*"] = path.dropFirst(segments.count).joined(separator: "/") }
    return parameters
  }
}

extension Misuse {
  fileprivate static func deepLinkPattern(
    _ pattern: String, _ problem: String, at site: CallSite
  ) -> Misuse {
    Misuse(
      site: site, headline: "Invalid pattern of a deep link: \(pattern)", why: problem,
      fix: "write a path such as `/threads/:id`, with names of its own after each colon and `*` at "
        + "most as the last segment.")
  }
}
