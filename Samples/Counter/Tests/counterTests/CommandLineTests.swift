// SPDX-License-Identifier: MIT

#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// The program as a shell runs it: exit status, standard output and standard error.
  @Suite struct CommandLineTests {
    private let folder = TemporaryFolder()

    @Test func `Piped commands end with the last value, and an unknown command fails the run`()
      async throws
    {
      let run = try await counter("+\n+\n-\n+5\nnonsense\nq\n")
      #expect(run.output == "0\n1\n2\n1\n6\n")
      #expect(run.errors.contains(#""nonsense""#) && run.errors.contains("+ - +N -N reset help q"))
      #expect(run.status == 1)
    }

    @Test(
      arguments: [
        ("", "0\n"), ("+", "0\n1\n"), ("+\r\n-3\r\nq\r\n+", "0\n1\n-2\n"), ("help\n", "0\n"),
      ])
    func
      `Valid input succeeds, even if it is empty, has CRLF, or lacks the last newline`(
        _ input: String, _ output: String
      ) async throws
    {
      let run = try await counter(input)
      #expect(run.output == output)
      #expect(run.status == 0)
    }

    @Test(
      arguments: [
        "", "+99999999999999999999", "5", "\u{1B}[31m", String(repeating: "x", count: 100_000),
      ])
    func `Each invalid line is reported without its control characters, and changes nothing`(
      _ line: String
    )
      async throws
    {
      let run = try await counter("+2\n\(line)\n+\n")
      #expect(run.output == "0\n2\n3\n")
      #expect(run.errors.hasPrefix("unknown: \""))
      #expect(run.errors.count < 200 && !run.errors.contains("\u{1B}"))
      #expect(run.status == 1)
    }

    @Test func `Each command that overflows an Int is reported, and changes nothing`()
      async throws
    {
      let run = try await counter("+\(Int.max)\n+\n+\n-\n")
      #expect(run.output == "0\n\(Int.max)\n\(Int.max - 1)\n")
      #expect(run.errors.split(separator: "\n").count == 2)
      #expect(run.errors.hasSuffix("the counter stays at \(Int.max)\n"))
      #expect(run.status == 1)
    }

    @Test(
      arguments: [
        "", "{", "5", #"{"counter":1.5}"#, #"{"counter":"1"}"#,
        #"{"counter":99999999999999999999}"#,
        #"{"count":1}"#, #"{"counter":1,"other":2}"#, "{\"counter\":5",
      ])
    func `A damaged file is reported before anything else happens, and stays unchanged`(
      _ text: String
    ) async throws {
      folder.write(text, to: "file")
      let run = try await counter(
        "+\n", "--file", folder.path("file"), "--log", folder.path("log"))
      #expect(run.output == "")
      #expect(run.errors.contains("is damaged"))
      #expect(run.status == 1)
      #expect(folder.text("file") == text)
      #expect(folder.text("log") == nil)
    }

    @Test(arguments: ["--file", "--log"])
    func `A file that cannot be written is reported at once`(_ option: String) async throws {
      let run = try await counter("+\n", option, folder.path("missing/file"))
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("counter: cannot ") && run.errors.contains("missing/file"))
      #expect(run.status == 1)
      let onFolder = try await counter("+\n", option, folder.path(""))
      #expect(onFolder.output == "")
      #expect(onFolder.status == 1)
    }

    @Test(
      arguments: [
        ["--nonsense"], ["nonsense"], ["--file"], ["--log"], ["--file", "--log"],
        ["--log", "a", "-x"],
        ["--file", "a", "--log", "a"],
      ])
    func `Invalid options are reported with status 64`(_ arguments: [String])
      async throws
    {
      let run = try await counter("+\n", arguments)
      #expect(run.output == "")
      #expect(arguments.contains { run.errors.contains($0) })
      #expect(run.status == 64)
    }

    @Test func `--help prints the usage on standard output`() async throws {
      let run = try await counter("", "--help")
      #expect(run.output.hasPrefix("Usage: counter [--file FILE] [--log FILE]\n"))
      #expect(run.errors == "")
      #expect(run.status == 0)
    }

    // MARK: Files

    @Test func `--file and --log must not name one file in two ways`() async throws {
      folder.write(#"{"counter":1}"#, to: "file")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("link"), withDestinationPath: "new")
      try FileManager.default.linkItem(atPath: folder.path("file"), toPath: folder.path("hard"))
      let name = URL(fileURLWithPath: folder.path("")).lastPathComponent
      for (file, log) in [
        ("new", "./new"), ("new", "../\(name)/new"), ("link", "new"), ("file", "hard"),
      ] {
        let run = try await counter("+\n", "--file", folder.path(file), "--log", folder.path(log))
        #expect(run.output == "")
        #expect(run.errors.contains("name the same FILE"))
        #expect(run.status == 64)
      }
      #expect(folder.text("file") == #"{"counter":1}"#)
      #expect(folder.text("new") == nil)
    }

    @Test func `A log that is a pipe without a reader is refused at once`() async throws {
      #expect(mkfifo(folder.path("pipe"), 0o644) == 0)
      let run = try await counter("+\n", "--log", folder.path("pipe"))
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("counter: cannot open "))
      #expect(run.errors.hasSuffix("pipe: nothing reads from it\n"))
      #expect(run.status == 1)
    }

    @Test func `A log that is a pipe with a reader gets each line`() async throws {
      #expect(mkfifo(folder.path("pipe"), 0o644) == 0)
      let reader = try FileHandle(descriptor: open(folder.path("pipe"), O_RDONLY | O_NONBLOCK))
      let run = try await counter("+\n", "--log", folder.path("pipe"))
      #expect(run.status == 0)
      #expect(try reader.readToEnd() == Data("added(1) -> 1\n".utf8))
    }

    @Test(arguments: ["pipe", ""])
    func `A counter file that is not a regular file is refused`(_ name: String) async throws {
      #expect(mkfifo(folder.path("pipe"), 0o644) == 0)
      let run = try await counter("+\n", "--file", folder.path(name))
      #expect(run.output == "")
      #expect(run.errors.hasSuffix("it is not a regular file\n"))
      #expect(run.status == 1)
    }

    @Test func `Without standard output nothing is done, and no other file gets the values`()
      async throws
    {
      let run = try await counter(
        "+\n", ["--log", folder.path("log"), "--file", folder.path("file")], closing: ">&-")
      #expect(run.errors == "counter: standard output is closed\n")
      #expect(run.status == 1)
      #expect(folder.text("log") == nil)
      #expect(folder.text("file") == nil)
    }

    @Test func `Without standard input there are no commands`() async throws {
      let run = try await counter("", ["--log", folder.path("log")], closing: "<&-")
      #expect(run.output == "0\n")
      #expect(run.status == 0)
      #expect(folder.text("log") == "")
    }

    @Test func `Without standard error no other file gets the messages`() async throws {
      let run = try await counter(
        "nonsense\n+\n", ["--log", folder.path("log")], closing: "2>&-")
      #expect(run.output == "0\n1\n")
      #expect(run.status == 1)
      #expect(folder.text("log") == "added(1) -> 1\n")
    }

    @Test func `Two counters cannot use one file at the same time`() async throws {
      let path = folder.path("file")
      let (input, output) = (Pipe(), Pipe())
      let first = Process()
      first.executableURL = products.appendingPathComponent("counter")
      first.arguments = ["--file", path]
      first.standardInput = input
      first.standardOutput = output
      try first.run()
      #expect(await output.fileHandleForReading.nextData() == Data("0\n".utf8))

      let second = try await counter("+\n", "--file", path)
      #expect(second.output == "")
      #expect(second.errors == "counter: cannot use \(path): another counter is using it\n")
      #expect(second.status == 1)

      try input.fileHandleForWriting.write(contentsOf: Data("+5\n".utf8))
      try input.fileHandleForWriting.close()
      #expect(await output.fileHandleForReading.nextData() == Data("5\n".utf8))
      #expect(await output.fileHandleForReading.nextData() == Data())
      first.waitUntilExit()
      let third = try await counter("+\n", "--file", path)
      #expect(third.output == "5\n6\n")
      #expect(third.status == 0)
    }

    // MARK: Running the program

    private func counter(_ input: String, _ arguments: String...) async throws -> Run {
      try await counter(input, arguments)
    }

    /// Runs the program.
    ///
    /// `closing` is a redirection of the shell, such as `>&-`.
    private func counter(
      _ input: String, _ arguments: [String], closing: String? = nil
    ) async throws -> Run {
      folder.write(input, to: "input")
      folder.write("", to: "output")
      folder.write("", to: "errors")
      let process = Process()
      let program = products.appendingPathComponent("counter")
      process.executableURL = closing == nil ? program : URL(fileURLWithPath: "/bin/sh")
      let command = closing.map { ["-c", "exec \"$0\" \"$@\" \($0)", program.path] } ?? []
      process.arguments = command + arguments
      process.standardInput = FileHandle(forReadingAtPath: folder.path("input"))
      process.standardOutput = FileHandle(forWritingAtPath: folder.path("output"))
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

    /// The folder of built products.
    private var products: URL {
      #if os(macOS)
        Bundle(for: TemporaryFolder.self).bundleURL.deletingLastPathComponent()
      #else
        Bundle.main.bundleURL
      #endif
    }

    private struct Run {
      let output: String
      let errors: String
      let status: Int32
    }
  }

  extension FileHandle {
    fileprivate convenience init(descriptor: Int32) throws {
      guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
      self.init(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Waits for data, off the threads of tasks.
    ///
    /// Empty data marks the end.
    fileprivate func nextData() async -> Data {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: self.availableData) }
      }
    }
  }
#endif
