// SPDX-License-Identifier: MIT

import Foundation
import Runnel

/// The program: creates the store, connects the components, and dispatches what is typed.
@main @MainActor
struct Program {
  private let store: StoreOf<Counter.State, Counter.Action>
  // A connection doesn't retain its component: it ends with it.
  private let view: CounterView
  private let file: CounterFile?

  init(
    savingTo url: URL?, show: @escaping (String) -> Void, warn: @escaping (String) -> Void
  ) throws(CounterFile.Unreadable) {
    let count = if let url { try CounterFile.load(url) } else { 0 }
    let store = Store(state: Counter.State(count: count), reducer: Counter.reducer)
      .accepting(Counter.Action.self)
    self.store = store
    view = CounterView(show: show, warn: warn)
    file = url.map { CounterFile(at: $0, of: store) }
    view.connect(to: store)
    file?.connect(to: store.scope(\.count))
  }

  /// Performs a command per line until the end or a `q`, and returns the number of failures.
  func run(_ nextLine: () -> String?) async -> Int {
    await store.settled()  // The first count has been shown and saved.
    while let line = nextLine()?.trimmingCharacters(in: .whitespaces), line != "q" {
      // Waits for the view and the file, too.
      await store.dispatchAndWait(Counter.Action(line: line))
    }
    await store.settled()
    return store.state.failures
  }

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    let help = "Usage: counter [FILE]\nA line each: + - +N -N reset q. FILE keeps the count."
    if arguments == ["--help"] { return print(help) }
    guard arguments.count < 2, arguments.first?.hasPrefix("-") != true else {
      write("Not understood: \(arguments.joined(separator: " "))\n\(help)\n", to: .standardError)
      exit(64)
    }
    if isatty(STDIN_FILENO) != 0 { write("A counter: type + or +5.\n", to: .standardError) }
    do {
      let program = try Program(
        savingTo: arguments.first.map { URL(fileURLWithPath: $0) },
        show: { write("\($0)\n", to: .standardOutput) },
        warn: { write("\($0)\n", to: .standardError) })
      exit(await program.run(readCommand) == 0 ? 0 : 1)
    } catch {
      write("\(error.path) has no saved count, and is left as it is.\n", to: .standardError)
      exit(1)
    }
  }

  private static func readCommand() -> String? {
    guard isatty(STDIN_FILENO) != 0 else { return readLine() }
    write("  + add  - subtract  reset  q quit > ", to: .standardError)
    let line = readLine()
    if line == nil { write("\n", to: .standardError) }  // Control-D leaves the cursor in the line.
    return line
  }

  private static func write(_ text: String, to file: FileHandle) {
    guard (try? file.write(contentsOf: Data(text.utf8))) != nil else { exit(1) }  // A full disk.
  }
}
