// SPDX-License-Identifier: MIT

struct NewFeature: Equatable {
  enum Destination: Equatable {
    /// A new package in the folder, or in the default folder.
    case newPackage(folder: String?)
    /// An existing package, or a folder inside one of its targets.
    case existing(folder: String, target: String?)
  }

  let name: FeatureName
  let destination: Destination
  /// The path or the URL of Runnel, or `nil` for the source of the host package.
  var runnel: String?
}

extension NewFeature {
  init(arguments: some Sequence<String>) throws {
    var values: [Option: String] = [:]
    var name: String?
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        if let name {
          throw ScaffoldError(
            "Unexpected argument '\(argument)'.",
            why: "The feature already has the name '\(name)'.",
            fix: "pass one name. The options are \(Option.list).")
        }
        name = argument
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = Option(rawValue: String(parts[0])) else {
        throw ScaffoldError(
          "Unknown option '\(parts[0])'.",
          why: "'new-feature' has the options \(Option.list).",
          fix: "correct or remove the option.")
      }
      guard values[option] == nil else {
        throw ScaffoldError(
          "Option '\(option.rawValue)' given twice.", why: "Each option can have one value.",
          fix: "remove one of the two.")
      }
      let next = rest.first.flatMap { $0.hasPrefix("-") ? nil : $0 }
      let value = parts.count == 2 ? String(parts[1]) : next
      if parts.count == 1 { rest = rest.dropFirst() }
      guard let value, !value.isEmpty else {
        throw ScaffoldError(
          "Missing value of '\(option.rawValue)'.",
          why: "The option needs \(option.value.kind), and none follows it.",
          fix: "write '\(option.rawValue) \(option.value.example)'.")
      }
      values[option] = value
    }
    guard let name else {
      throw ScaffoldError(
        "Missing name of the feature.", why: "'new-feature' needs a name, such as 'Search'.",
        fix: "write 'swift package runnel new-feature Search'.")
    }
    self.init(
      name: try FeatureName(name), destination: try Self.destination(values),
      runnel: values[.runnel])
  }

  private static func destination(_ values: [Option: String]) throws -> Destination {
    guard let folder = values[.into] else {
      if let target = values[.target] {
        throw ScaffoldError(
          "Option '--target' without '--into'.",
          why: "The target of a new package has the name of the feature.",
          fix: "remove '--target \(target)', or name a package that exists with --into.")
      }
      return .newPackage(folder: values[.path])
    }
    if let path = values[.path] {
      throw ScaffoldError(
        "Both '--path' and '--into' given.",
        why: "A feature is either a new package or part of a package that exists.",
        fix: "remove '--path \(path)' or '--into \(folder)'.")
    }
    return .existing(folder: folder, target: try values[.target].map(checkedTarget))
  }

  private static func checkedTarget(_ name: String) throws -> String {
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) })
    else {
      throw ScaffoldError(
        "'\(name)' is not the name of a target.",
        why: "A name consists of letters, digits, '_' and '-'. A path is not a name.",
        fix: "pass the name of a target, or the folder of the target with --into.")
    }
    return name
  }

  private enum Option: String, CaseIterable {
    case path = "--path"
    case into = "--into"
    case target = "--target"
    case runnel = "--runnel"

    static let list = allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")

    var value: (kind: String, example: String) {
      switch self {
      case .path: ("a folder", "Features/Search")
      case .into: ("a folder", "Features")
      case .target: ("the name of a target", "App")
      case .runnel: ("a path or a URL", "../Runnel")
      }
    }
  }
}

enum Request: Equatable {
  case help
  case newFeature(NewFeature)

  /// Parses the arguments that follow `swift package runnel`.
  init(arguments: [String]) throws {
    if arguments.contains(where: ["--help", "-h"].contains) || arguments.first == "help" {
      self = .help
      return
    }
    guard let command = arguments.first else {
      throw ScaffoldError(
        "Missing command.", why: "The command line has no command after 'runnel'.",
        fix: "write 'swift package runnel new-feature Search', or see --help.")
    }
    guard command == "new-feature" else {
      throw ScaffoldError(
        "Unknown command '\(command)'.", why: "The only command is 'new-feature'.",
        fix: "write 'swift package runnel new-feature Search', or see --help.")
    }
    self = .newFeature(try NewFeature(arguments: arguments.dropFirst()))
  }
}

/// A message for the user: what happened, why, and how to fix it.
struct ScaffoldError: Error, Equatable, CustomStringConvertible {
  let headline: String
  let cause: String
  let fix: String

  init(_ headline: String, why cause: String, fix: String) {
    self.headline = headline
    self.cause = cause
    self.fix = fix
  }

  var description: String { "Runnel: \(headline)\nWhy: \(cause)\nFix: \(fix)" }
}

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

enum Help {
  static let text = """
    USAGE
      swift package runnel new-feature NAME [--path DIR] [--runnel SOURCE]
      swift package runnel new-feature NAME --into DIR [--target TARGET] [--runnel SOURCE]

    Creates a feature: state, actions, a reducer, a command with its handler, a SwiftUI view, and
    tests that pass. Without --into, the feature is a new package. The command never replaces a file.

    NAME is the name of a Swift type, such as Search. Relative paths begin in the current directory.

    OPTIONS
      --path DIR        The folder of the new package. Default: Features/NAME in the package that
                        runs the command.
      --into DIR        Adds the feature to a package that exists. DIR is the folder of the package,
                        of a target, or a folder in a target.
      --target TARGET   The target that receives the feature. Default: NAME.
      --runnel SOURCE   The path or the URL of Runnel. Default: as in the package that runs the
                        command.
      --help            Shows this text.

    PERMISSIONS
      SwiftPM requests the permission to write to the package. To grant it in a script:
        swift package --allow-writing-to-package-directory runnel new-feature Search
      On macOS, a folder outside the package needs a permission of its own:
        swift package --allow-writing-to-directory DIR runnel new-feature Search --into DIR
    """
}
