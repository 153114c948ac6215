// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// What the command line asks for.
struct Options: Equatable {
  static let help = """
    Usage: counter [--file FILE] [--log FILE]
      --file FILE  keep the counter in FILE between runs
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
    if file != nil, file == log { Console.fail("--file and --log name the same FILE", status: 64) }
  }
}

@main @MainActor
struct Program {
  private let store: Store<CounterState>
  private let components: [AnyObject?]  // Connections do not keep what they connect.

  static func main() async {
    if CommandLine.arguments.contains("--help") { return Console.put(Options.help) }
    let program = await Program(Options(CommandLine.arguments.dropFirst())) { Console.put($0) }
    await program.run(Console.read)
    exit(Console.status)
  }

  init(_ options: Options, show: @escaping (String) -> Void) async {
    let file = options.file.map(CounterFile.init)
    store = Store(state: CounterState(counter: file?.load() ?? 0), reducer: counterReducer)
    let log = options.log.map(CounterLog.init)
    let view = CounterView(show: show)
    components = [file, log, view]
    file?.connect(to: store, state: \.counter)
    log?.connect(to: store.scope(\.counter)) { counter, action in "\(action) -> \(counter)" }
    await store.settled()  // The file has been written, so it can be: now begin.
    view.connect(to: store)
  }

  /// Does what the lines say, and returns when all of it has been shown, saved and logged.
  func run(_ nextLine: () async -> String?) async {
    while let line = await nextLine()?.trimmingCharacters(in: .whitespaces), line != "q" {
      if let action = CounterAction(line) {
        store.dispatch(action)
      } else if line == "help" {
        Console.tell("\(Options.help)\n")
      } else {
        Console.complain("unknown: \(line.prefix(40).debugDescription); use \(Options.commands)")
      }
      if Console.isTerminal { await store.settled() }
    }
    await store.settled()
  }
}
