// SPDX-License-Identifier: MIT

package enum TypeName {
  /// An action or a command as it would be written outside of its feature: `Counter.Action.set(7)`,
  /// `Renamed(name: "otter")`.
  package static func of(_ action: some Sendable) -> String {
    let name = withoutModule(type(of: action))
    if Mirror(reflecting: action).displayStyle == .enum { return "\(name).\(action)" }
    // What the action says of itself begins with the last part of its name, unless it has words of its own.
    let words = "\(action)"
    let last = "\(type(of: action))"
    return words.hasPrefix(last) ? name + words.dropFirst(last.count) : "\(name) \(words)"
  }

  /// The name of a type with those of the types that it is inside of: `Counter.Action`.
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
    // The first part is the module; a type inside a function or a file has a part in parentheses.
    let names = parts.dropFirst(parts.count > 1 ? 1 : 0).filter { !$0.hasPrefix("(") }
    return names.joined(separator: ".")
  }
}
