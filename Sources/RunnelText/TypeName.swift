// SPDX-License-Identifier: MIT

package enum TypeName {
  /// Returns an action or a command with its enclosing types: `Counter.Action.set(7)`.
  package static func of(_ action: some Sendable) -> String {
    let name = withoutModule(type(of: action))
    let words = "\(action)".escapingControls
    if Mirror(reflecting: action).displayStyle == .enum { return "\(name).\(words)" }
    // Unless it is custom, the description begins with the last component of the type's name.
    let last = "\(type(of: action))"
    return words.hasPrefix(last) ? name + words.dropFirst(last.count) : "\(name) \(words)"
  }

  /// Returns the name of a type with its enclosing types, without modules: `Box<Counter.Action>`.
  package static func withoutModule(_ type: Any.Type) -> String {
    let name = String(reflecting: type)
    // The name of a function type has no module in front of it.
    return name.contains("->") ? name : withoutModule(name[...])
  }

  private static func withoutModule(_ name: Substring) -> String {
    // The first part is the module; a type in a function or a file has a part in parentheses.
    let parts = split(name, at: ".")
    let names = parts.dropFirst(parts.count > 1 ? 1 : 0).filter { !$0.hasPrefix("(") }
    return names.map(withoutModulesOfArguments).joined(separator: ".")
  }

  private static func withoutModulesOfArguments(_ part: Substring) -> String {
    guard let start = part.firstIndex(of: "<"), part.last == ">" else { return String(part) }
    let arguments = split(part[part.index(after: start)...].dropLast(), at: ",")
      .map { withoutModule($0.drop { $0 == " " }) }
    return "\(part[..<start])<\(arguments.joined(separator: ", "))>"
  }

  /// Splits a name at the separators that are in no brackets.
  package static func split(_ name: Substring, at separator: Unicode.Scalar) -> [Substring] {
    var depth = 0
    var parts: [Substring] = []
    var start = name.startIndex
    var previous: Unicode.Scalar = " "
    for index in name.unicodeScalars.indices {
      let scalar = name.unicodeScalars[index]
      switch scalar {
      case "(", "<": depth += 1
      case ")": depth -= 1
      case ">" where previous != "-": depth -= 1
      case separator where depth == 0:
        parts.append(name[start..<index])
        start = name.unicodeScalars.index(after: index)
      default: break
      }
      previous = scalar
    }
    return parts + [name[start...]]
  }
}

extension String {
  /// The text with control characters as escapes, such as `\n` and `\u{1B}`: O(length).
  ///
  /// Texts of a user or of a URL are written to terminals and logs, where a newline forges a line,
  /// and an escape sequence or a change of direction hides one.
  package var escapingControls: String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        result += scalar.escaped(asASCII: true)
      case .format where scalar.properties.isBidiControl:
        result += scalar.escaped(asASCII: true)
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
