// SPDX-License-Identifier: MIT

#if os(Linux)
  import Foundation
  import Testing

  /// The program in a terminal.
  @Suite(.timeLimit(.minutes(1))) struct SessionTests {
    private let folder = TemporaryFolder()

    @Test("Keys and the size of the terminal change what is shown, and in the end all is as it was")
    func session() async throws {
      let terminal = try PseudoTerminal()
      let modes = terminal.modes
      let program = try Program(terminal, settings: folder.path("settings.json"))
      await terminal.waitForScreen { $0[5].contains("PID USER") && !$0[6].allSatisfy(\.isBlank) }
      #expect(terminal.modes != modes)
      await terminal.press("/monitor")
      await terminal.waitForScreen { $0[4].contains("filter: monitor_") }
      await terminal.press("\r/\u{1B}")
      await terminal.waitForScreen { !$0[4].contains("filter") }
      await terminal.press("u")
      await terminal.waitForScreen { $0[4].contains("filter: monitor ") }
      await terminal.resize(columns: 50, rows: 12)
      program.signal(SIGWINCH)
      await terminal.waitForScreen { $0[11].hasPrefix("↑↓  s sort") && $0[4].contains(" of ") }
      await terminal.press("+q")
      await terminal.waitForOutput { $0.hasSuffix("\u{1B}[?1049l") }
      #expect(await program.status() == 0)
      #expect(terminal.modes == modes)
      #expect(folder.text("settings.json") == #"{"interval":2,"theme":"dark"}"#)
    }

    @Test(
      "A signal that ends the program leaves the terminal as it was",
      arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(number: Int32) async throws {
      let terminal = try PseudoTerminal()
      let modes = terminal.modes
      let program = try Program(terminal, settings: folder.path("settings.json"))
      await terminal.waitForScreen { $0[5].contains("PID USER") }
      program.signal(number)
      await terminal.waitForOutput { $0.hasSuffix("\u{1B}[?1049l") }
      #expect(await program.status() == number)
      #expect(terminal.modes == modes)
    }

    /// A run of the program that goes on.
    private final class Program: Sendable {
      private let process = Process()
      private let ended: AsyncStream<Int32>

      init(_ terminal: PseudoTerminal, settings: String) throws {
        let (stream, ending) = AsyncStream<Int32>.makeStream()
        ended = stream
        process.executableURL = products.appendingPathComponent("monitor")
        process.arguments = ["--settings", settings]
        process.standardInput = terminal.programEnd
        process.standardOutput = terminal.programEnd
        process.terminationHandler = { ending.yield($0.terminationStatus) }
        try process.run()
      }

      func signal(_ number: Int32) { kill(process.processIdentifier, number) }

      func status() async -> Int32? { await ended.first { _ in true } }
    }
  }

  extension Character {
    fileprivate var isBlank: Bool { self == " " }
  }
#endif
