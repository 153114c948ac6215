// SPDX-License-Identifier: MIT

/// The text of a key path in paths such as `\AppState.profile.name`.
package enum KeyPathText {
  /// Returns the components of a key path, from the first dot on.
  ///
  /// The standard library describes a component that it cannot name, such as a computed property,
  /// with an address. This text has the type of the component instead, and the call's place.
  package static func of(_ keyPath: AnyKeyPath, at site: CallSite? = nil) -> String {
    let text = String(describing: keyPath)
    guard let start = text.firstIndex(of: ".") else { return ".?" }
    var rest = text[start...]
    var result = ""
    while let unnamed = rest.firstRange(of: ".<computed "),
      let type = type(in: rest[unnamed.upperBound...])
    {
      result += rest[..<unnamed.lowerBound] + computed(type.name, at: site)
      rest = type.rest
    }
    // The parts of a tuple are labeled `.0` and so on, after another dot.
    return (result + rest).replacing("..", with: ".")
  }

  /// Returns the text of a step that has no name.
  static func computed(_ type: some StringProtocol, at site: CallSite?) -> String {
    " { \(type)\(site.map { " at \($0)" } ?? "") }"
  }

  /// Finds the type in `0x7f00 (Optional<Int>)>`, and what follows the component.
  private static func type(in text: Substring) -> (name: Substring, rest: Substring)? {
    guard let start = text.firstIndex(of: "(") else { return nil }
    var depth = 0
    for index in text[start...].indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 {
        return (text[text.index(after: start)..<index], text[index...].dropFirst(2))
      }
    }
    return nil
  }
}
