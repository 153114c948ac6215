// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import monitor

@Suite struct OptionsTests {
  @Test func `Options can be in any order, and the last one wins`() throws {
    #expect(try Options([]).frames == nil)
    #expect(try Options(["--once"]).frames == 1)
    #expect(try Options(["--once", "--settings", "a", "--frames", "3"]).frames == 3)
    #expect(try Options(["--settings", "a", "--settings", "b"]).settings == "b")
    #expect(try Options(["--help"]).wantsHelp)
    #expect(try Options(["--record", "a"]).record == "a")
    #expect(try Options(["--replay", "a"]).replay == "a")
    #expect(try Options(["--inspect", "runnel://a@b:1"]).inspector?.host == "b")
  }

  @Test(
    arguments: [
      ["--nonsense"], ["nonsense"], [""], ["-x"], ["--frames"], ["--frames", "0"],
      ["--frames", "-1"], ["--frames", "many"], ["--frames", "1.5"], ["--settings"],
      ["--settings", "--once"], ["--settings", ""], ["--log"],
      ["--record"], ["--replay", "--once"], ["--inspect"],
      ["--frames", "99999999999999999999"],
    ])
  func `Invalid options are refused`(arguments: [String]) {
    #expect(throws: Options.Mistake.self) { try Options(arguments) }
  }

  @Test func `The settings are in the file of the option, or in the folder for settings`() throws {
    let home = ["HOME": "/home", "XDG_CONFIG_HOME": "relative"]
    #expect(try Options(["--settings", "a"]).settingsPath(home) == "a")
    let none = try Options([])
    #expect(none.settingsPath(home) == "/home/.config/runnel-monitor/settings.json")
    #expect(none.settingsPath(["XDG_CONFIG_HOME": "/x"]) == "/x/runnel-monitor/settings.json")
    #expect(none.settingsPath([:]) == "./.config/runnel-monitor/settings.json")
  }
}

/// The program as a shell runs it: exit status, standard output and standard error.
@Suite struct CommandLineTests {
  private let folder = TemporaryFolder()

  @Test func `--once prints one frame with the processes, including this one`() async throws {
    let run = try await monitor("--once")
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(!run.output.contains("\u{1B}"))
    let lines = run.output.split(separator: "\n")
    #expect(lines.contains { $0.contains("PID USER") && $0.hasSuffix("NAME") })
    let own = ProcessInfo.processInfo.processIdentifier
    #expect(lines.contains { $0.split(separator: " ").first == "\(own)" })
    #expect(lines.contains { $0.hasSuffix("  monitor") })
  }

  @Test func `An invalid option is reported on standard error, with status 64`() async throws {
    let run = try await monitor("--nonsense")
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("monitor: ") && run.errors.contains("Usage: monitor"))
    #expect(run.status == 64)
  }

  @Test func `--help prints the usage on standard output`() async throws {
    let run = try await monitor("--help")
    #expect(run.output.hasPrefix("Usage: monitor"))
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test func `Without a terminal, the message names the options that need none`() async throws {
    let run = try await monitor()
    #expect(run.output == "")
    #expect(run.errors.contains("--once"))
    #expect(run.status == 1)
  }

  @Test func `A log that cannot be written is reported by name`() async throws {
    let run = try await monitor("--once", "--log", folder.path("there/is/none"))
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("monitor: cannot write ") && run.errors.contains("is/none:"))
    #expect(run.status == 1)
  }

  @Test func `A recording is replayed, and a changed one is reported`() async throws {
    let file = folder.path("session.ndjson")
    #expect(try await monitor("--once", "--record", file).status == 0)
    let run = try await monitor("--replay", file)
    // On a busy machine, there is a second sample before the program ends.
    let counts = try #require(
      run.output.wholeMatch(of: /(\d+) actions, (\d+) recorded states are equal\n/))
    let actions = try #require(Int(counts.1))
    #expect(actions >= 3 && Int(counts.2) == actions + 1)
    #expect(run.errors == "" && run.status == 0)

    let text = try #require(folder.text("session.ndjson"))
    let changed = text.replacing(#""memoryUsed":"#, with: #""memoryUsed":1"#)
    folder.write(changed, to: "session.ndjson")
    #expect(try await monitor("--replay", file).status == 0)
    folder.write(text.replacing(#"["attempts"],1"#, with: #"["attempts"],7"#), to: "session.ndjson")
    let divergence = try await monitor("--replay", file)
    #expect(divergence.errors.contains("attempts") && divergence.status == 1)

    folder.write(text + "nonsense\n", to: "session.ndjson")
    let damaged = try await monitor("--replay", file)
    #expect(damaged.errors.hasPrefix("monitor: line ") && damaged.status == 1)
    let missing = try await monitor("--replay", folder.path("none"))
    #expect(missing.errors.hasPrefix("monitor: ") && missing.status == 1)
  }

  @Test func `A recording or an inspector that is out of reach ends it`() async throws {
    for option in [["--record", "/no such folder/a"], ["--inspect", "runnel://a@127.0.0.1:1"]] {
      let run = try await monitor(["--once"] + option)
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("monitor: ") && run.status == 1)
    }
  }

  @Test func `The program ends without a message when the reader closes the pipe`() async throws {
    folder.write(#"{"interval":0.1,"theme":"dark"}"#, to: "settings.json")
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let run = try await monitor(["--frames", "1000"], output: pipe.fileHandleForWriting)
    #expect(run.status == 0)
    #expect(run.errors == "")
  }

  private func monitor(_ arguments: String...) async throws -> Run {
    try await monitor(arguments)
  }

  private func monitor(_ arguments: [String], output: FileHandle? = nil) async throws -> Run {
    for name in ["output", "errors"] { folder.write("", to: name) }
    let program = try MonitorProgram(
      ["--settings", folder.path("settings.json")] + arguments,
      output: output ?? FileHandle(forWritingTo: folder.file("output")),
      errors: FileHandle(forWritingTo: folder.file("errors")),
      environment: ["COLUMNS": "", "XDG_CONFIG_HOME": folder.path("")])
    let status = await program.status()
    return (folder.text("output") ?? "", folder.text("errors") ?? "", status ?? -1)
  }

  private typealias Run = (output: String, errors: String, status: Int32)
}
