// SPDX-License-Identifier: MIT

import Runnel

/// The path of a ``DeepLink``, as segments.
struct DeepLinkPattern: Sendable {
  private enum Segment: Sendable {
    case text(String)
    case parameter(String)
  }

  let text: String
  private var segments: [Segment] = []
  /// A Boolean value indicating whether any number of segments can follow.
  private var isOpen = false

  init(_ text: String, at site: CallSite) {
    self.text = text
    var problem: String?
    var names: Set<String> = []
    let parts = text.split(separator: "/")
    for (index, part) in parts.enumerated() {
      if part == "*" {
        if index < parts.count - 1 { problem = "`*` isn't its last segment." }
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
