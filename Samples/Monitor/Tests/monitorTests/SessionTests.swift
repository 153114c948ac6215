// SPDX-License-Identifier: MIT

#if os(Linux)
  import Foundation
  import TerminalTesting
  import Testing

  /// The whole program in a terminal.
  @Suite struct SessionTests {
    private let folder = TemporaryFolder()

    @Test func `Keys and the size change the screen, and quitting restores it`() async throws {
      let terminal = try PseudoTerminal()
      let modes = terminal.modes
      let program = try start(in: terminal)
      await terminal.waitForScreen { lines in
        lines[5].contains("PID USER") && lines[6].contains { $0 != " " }
      }
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

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `A signal that ends the program restores the terminal`(number: Int32) async throws {
      let terminal = try PseudoTerminal()
      let modes = terminal.modes
      let program = try start(in: terminal)
      await terminal.waitForScreen { $0[5].contains("PID USER") }
      program.signal(number)
      await terminal.waitForOutput { $0.hasSuffix("\u{1B}[?1049l") }
      #expect(await program.status() == number)
      #expect(terminal.modes == modes)
    }

    @Test func `A large paste into the filter does not delay the next keys`() async throws {
      let terminal = try PseudoTerminal()
      let program = try start(in: terminal)
      await terminal.waitForScreen { $0[5].contains("PID USER") }
      async let quit: Void = terminal.paste(
        "/" + String(repeating: "paste ", count: 10_000) + "\rq")
      await terminal.waitForOutput { $0.hasSuffix("\u{1B}[?1049l") }
      await quit
      #expect(await program.status() == 0)
    }

    @Test func `A terminal that reports an enormous size is usable`() async throws {
      let terminal = try PseudoTerminal()
      await terminal.resize(columns: 65_535, rows: 65_535)
      let program = try start(in: terminal)
      await terminal.waitForOutput { $0.contains("PID USER") }
      await terminal.press("q")
      await terminal.waitForOutput { $0.hasSuffix("\u{1B}[?1049l") }
      #expect(await program.status() == 0)
    }

    private func start(in terminal: PseudoTerminal) throws -> MonitorProgram {
      let end = terminal.programEnd
      return try MonitorProgram(
        ["--settings", folder.path("settings.json")], input: end, output: end, errors: end)
    }
  }
#endif
