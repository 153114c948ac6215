// SPDX-License-Identifier: MIT

#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// The program as a shell runs it: exit status, standard output and standard error.
  @Suite struct CommandLineTests {
    private let folder = TemporaryFolder()

    @Test func `--once prints one frame with the processes of the system, including this one`()
      async throws
    {
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

    @Test func `--frames prints frames with a blank line between them`() async throws {
      folder.write(#"{"interval":0.1,"theme":"dark"}"#, to: "settings.json")
      let run = try await monitor("--frames", "2")
      #expect(run.status == 0)
      #expect(run.output.hasPrefix("monitor  every 0.1 s"))
      #expect(run.output.components(separatedBy: "\n\nmonitor  ").count == 2)
      #expect(run.output.components(separatedBy: "PID USER").count == 3)
    }

    @Test(
      arguments: [["--nonsense"], ["--frames", "0"], ["--frames", "-1"], ["--settings"], ["x"]])
    func `Invalid options are reported on standard error, with status 64`(arguments: [String])
      async throws
    {
      let run = try await monitor(arguments)
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

    @Test func `A recording is replayed, and a changed one is reported with its action`()
      async throws
    {
      let file = folder.path("session.ndjson")
      #expect(try await monitor("--once", "--record", file).status == 0)
      let run = try await monitor("--replay", file)
      #expect(run.output == "3 actions, 4 recorded states are equal\n")
      #expect(run.errors == "" && run.status == 0)

      let text = try #require(folder.text("session.ndjson"))
      let changed = text.replacing(#""memoryUsed":"#, with: #""memoryUsed":1"#)
      folder.write(changed, to: "session.ndjson")
      #expect(try await monitor("--replay", file).status == 0)
      folder.write(
        text.replacing(#"["attempts"],1"#, with: #"["attempts"],7"#), to: "session.ndjson")
      let divergence = try await monitor("--replay", file)
      #expect(divergence.errors.contains("attempts") && divergence.status == 1)

      folder.write(text + "nonsense\n", to: "session.ndjson")
      let damaged = try await monitor("--replay", file)
      #expect(damaged.errors.hasPrefix("monitor: line ") && damaged.status == 1)
      let missing = try await monitor("--replay", folder.path("none"))
      #expect(missing.errors.hasPrefix("monitor: ") && missing.status == 1)
    }

    @Test func `A recording that cannot be written, and an inspector that is not there, end it`()
      async throws
    {
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

    // MARK: Running the program

    private func monitor(_ arguments: String...) async throws -> Run {
      try await monitor(arguments)
    }

    private func monitor(_ arguments: [String], output: FileHandle? = nil) async throws -> Run {
      folder.write("", to: "output")
      folder.write("", to: "errors")
      var environment = ProcessInfo.processInfo.environment
      environment["COLUMNS"] = nil
      environment["XDG_CONFIG_HOME"] = folder.path("")
      let settings = ["--settings", folder.path("settings.json")]
      let process = Process()
      process.executableURL = products.appendingPathComponent("monitor")
      process.arguments = (arguments.last == "--settings" ? [] : settings) + arguments
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output ?? FileHandle(forWritingAtPath: folder.path("output"))
      process.standardError = FileHandle(forWritingAtPath: folder.path("errors"))
      try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in ended.resume() }
        do { try process.run() } catch { ended.resume(throwing: error) }
      }
      return Run(
        output: folder.text("output") ?? "",
        errors: folder.text("errors") ?? "",
        status: process.terminationStatus)
    }

    private struct Run {
      let output: String
      let errors: String
      let status: Int32
    }
  }
#endif
