// SPDX-License-Identifier: MIT

/// The options of the command line.
struct Options: Equatable {
  static let help = """
    Usage: counter [--file FILE] [--log FILE]
      --file FILE  store the counter in FILE between runs; one run at a time can use a FILE
      --log FILE   append a line to FILE for each action
    Standard input has a command per line: \(commands).
    """
  static let commands = "+ - +N -N reset help q (N up to \(Int.max))"

  var file: String?
  var log: String?

  init(_ arguments: some Sequence<String>) {
    var words = arguments.makeIterator()
    while let option = words.next() {
      switch (option, words.next()) {
      case ("--file", let path?) where !path.hasPrefix("--"): file = path
      case ("--log", let path?) where !path.hasPrefix("--"): log = path
      default: Console.fail("\(option) is unknown or lacks its FILE\n\(Options.help)", status: 64)
      }
    }
    if let file, let log, FileLocation(file).isSame(as: FileLocation(log)) {
      Console.fail("--file \(file) and --log \(log) name the same FILE", status: 64)
    }
  }
}
