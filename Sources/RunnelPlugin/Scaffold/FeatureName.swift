// SPDX-License-Identifier: MIT

/// The name of a feature, which is the name of a Swift type.
struct FeatureName: Equatable, CustomStringConvertible {
  /// The types, modules and keywords that the generated files use.
  ///
  /// A feature of the same name would hide them, or could not be named at all.
  static let reserved: Set<String> = [
    // Keywords.
    "Any", "Protocol", "Self", "Type",
    // The standard library.
    "Equatable", "Error", "Identifiable", "Int", "Sendable", "String", "Swift",
    // Runnel.
    "Action", "Command", "CommandHandler", "EffectOf", "EffectTimeoutError", "Reducer", "Runnel",
    "RunnelObservation", "RunnelTesting", "Store", "StoreOf", "ViewStoreOf",
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
    guard !Self.reserved.contains(name) else {
      throw ScaffoldError(
        "'\(name)' can't be the name of a feature.",
        why: "The files of a feature use a type, a module or a keyword of this name.",
        fix: "choose another name, such as '\(name)Feature'.")
    }
    guard Self.isTypeName(name) else {
      throw ScaffoldError(
        "'\(name)' is not a Swift type name.",
        why: "The name becomes a type. It must begin with a capital letter (A-Z) and consist of"
          + " letters, digits and '_'.",
        fix: "write a name such as '\(Self.suggestion(for: name) ?? "Search")'.")
    }
    description = name
  }

  /// The name of a property of this type: `search`, `urlList`, or `import` in backticks.
  var property: String {
    let capitals = description.prefix { $0.isUppercase }
    let isAcronym = capitals.count > 1 && capitals.count < description.count
    let end = isAcronym ? capitals.index(before: capitals.endIndex) : capitals.endIndex
    let name = description[..<end].lowercased() + description[end...]
    return Self.keywords.contains(name) ? "`\(name)`" : name
  }

  private static let keywords: Set = [
    "associatedtype", "as", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "for", "func", "guard",
    "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
    "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  private static func isTypeName(_ name: String) -> Bool {
    guard let first = name.first, first.isASCII, first.isUppercase else { return false }
    return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// The words of the name, joined as a type name.
  private static func suggestion(for name: String) -> String? {
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let joined = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return isTypeName(joined) && !reserved.contains(joined) ? joined : nil
  }
}
