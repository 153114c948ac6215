// SPDX-License-Identifier: MIT

/// The name of a feature, which is the name of a Swift type.
struct FeatureName: Equatable, CustomStringConvertible {
  /// A feature with the name of a type, module or keyword of the generated files would hide it, or
  /// could not be named at all.
  static let reserved: Set<String> = [
    // Keywords.
    "Any", "Protocol", "Self", "Type",
    // The standard library.
    "Equatable", "Error", "Identifiable", "Int", "Sendable", "String", "Swift", "Void",
    // Runnel.
    "Action", "Command", "CommandHandler", "EffectOf", "EffectTimeoutError", "Reducer", "Runnel",
    "RunnelObservation", "RunnelTesting", "Store", "StoreOf", "ViewStoreOf",
    // Modules that a module of the same name would hide from Runnel.
    "Dispatch", "Synchronization",
    // SwiftUI.
    "Button", "EmptyView", "ForEach", "List", "Preview", "ProgressView", "State", "SwiftUI", "Text",
    "View",
    // Tests.
    "CommandSpy", "ManualClock", "Suite", "Test", "TestStore", "TestStoreOf", "Testing",
    // Types inside the feature.
    "ID", "Item", "Status", "Unavailable",
  ]

  let description: String

  init(_ name: String) throws {
    guard Self.isTypeName(name) else {
      throw ScaffoldError(
        "'\(name)' is not a Swift type name.",
        why: "The name becomes a type. It must begin with a capital letter (A-Z) and consist of"
          + " letters, digits and '_'.",
        fix: "write a name such as '\(Self.suggestion(for: name) ?? "Search")'.")
    }
    guard !Self.isReserved(name) else {
      throw ScaffoldError(
        "'\(name)' can't be the name of a feature.",
        why: "It, or the name of its view, is that of a type, a module or a keyword that the files"
          + " of a feature use.",
        fix: "choose another name, such as '\(name)Feature'.")
    }
    description = name
  }

  /// The name of a property of this type: `search`, `urlList`, or `import` in backticks.
  var property: String {
    let capitals = description.prefix { $0.isUppercase }
    let isAcronym =
      capitals.count > 1 && description[capitals.endIndex...].first?.isLowercase == true
    let end = isAcronym ? capitals.index(before: capitals.endIndex) : capitals.endIndex
    let name = description[..<end].lowercased() + description[end...]
    return Self.keywords.contains(name) ? "`\(name)`" : name
  }

  private static let keywords: Set = [
    "associatedtype", "as", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  private static func isReserved(_ name: String) -> Bool {
    !reserved.isDisjoint(with: [name, name + "View"])
  }

  private static func isTypeName(_ name: String) -> Bool {
    guard let first = name.first, first.isASCII, first.isUppercase else { return false }
    return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// The words of the name, joined as a type name.
  private static func suggestion(for name: String) -> String? {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return isTypeName(joined) && !isReserved(joined) ? joined : nil
  }
}
