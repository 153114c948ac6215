// SPDX-License-Identifier: MIT

/// The request of a command line.
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
