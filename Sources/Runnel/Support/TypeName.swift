// SPDX-License-Identifier: MIT

package enum TypeName {
  /// Returns an action or a command with its enclosing types: `Counter.Action.set(7)`.
  package static func of(_ action: some Sendable) -> String {
    let name = withoutModule(type(of: action))
    if Mirror(reflecting: action).displayStyle == .enum { return "\(name).\(action)" }
    // Unless it is custom, the description begins with the last component of the type's name.
    let words = "\(action)"
    let last = "\(type(of: action))"
    return words.hasPrefix(last) ? name + words.dropFirst(last.count) : "\(name) \(words)"
  }

  /// Returns the name of a type with its enclosing types, without the module: `Counter.Action`.
  package static func withoutModule(_ type: Any.Type) -> String {
    var parts: [Substring] = []
    var depth = 0
    let name = String(reflecting: type)
    var start = name.startIndex
    for index in name.indices {
      switch name[index] {
      case "(", "<": depth += 1
      case ")", ">": depth -= 1
      case "." where depth == 0:
        parts.append(name[start..<index])
        start = name.index(after: index)
      default: break
      }
    }
    parts.append(name[start...])
    // The first part is the module; a type in a function or a file has a part in parentheses.
    let names = parts.dropFirst(parts.count > 1 ? 1 : 0).filter { !$0.hasPrefix("(") }
    return names.joined(separator: ".")
  }
}
