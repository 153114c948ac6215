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
