// SPDX-License-Identifier: MIT

import Foundation
import Runnel

@main @MainActor
struct Program {
  private let store: Store<CounterState>
  private let file: CounterFile?
  private let components: [AnyObject?]  // A connection doesn't retain its component.

  static func main() async {
    Console.claimStandardFiles()
    if CommandLine.arguments.contains("--help") { return Console.write(Options.help) }
    let program = await Program(Options(CommandLine.arguments.dropFirst())) { Console.write($0) }
    await program.run(Console.read)
    exit(Console.status)
  }

  init(_ options: Options, show: @escaping (String) -> Void) async {
    file = options.file.map(CounterFile.init)
    store = Store(state: CounterState(counter: file?.load() ?? 0), reducer: counterReducer)
    let log = options.log.map(CounterLog.init)
    let view = CounterView(show: show)
    components = [log, view]
    file?.connect(to: store.scope(\.counter))
    log?.connect(to: store.scope(\.counter)) { counter, action in "\(action) -> \(counter)" }
    await store.settled()  // The first save has succeeded, so the file is writable.
    view.connect(to: store)
  }

  /// Executes the lines of input.
  ///
  /// Returns when all results have been shown, saved and logged.
  func run(_ nextLine: () async -> String?) async {
    while let line = await nextLine()?.trimmingCharacters(in: .whitespaces), line != "q" {
      if let action = CounterAction(line) {
        store.dispatch(action)
      } else if line == "help" {
        Console.writeError("\(Options.help)\n")
      } else {
        Console.warn("unknown: \(line.prefix(40).debugDescription); use \(Options.commands)")
      }
      if Console.isTerminal { await store.settled() }
    }
    await store.settled()
    file?.unlock()
  }
}
