// SPDX-License-Identifier: MIT

#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// The program as it is run from a shell: exit status, standard output and standard error.
  @Suite struct CommandLineTests {
    private let folder = TemporaryFolder()

    @Test("Piped commands end on the last value, and nonsense among them fails the run")
    func piped() async throws {
      let run = try await counter("+\n+\n-\n+5\nnonsense\nq\n")
      #expect(run.output == "0\n1\n2\n1\n6\n")
      #expect(run.errors.contains(#""nonsense""#) && run.errors.contains("+ - +N -N reset help q"))
      #expect(run.status == 1)
    }

    @Test(
      "Input that makes sense succeeds, also without a last newline, with CRLF, or with none at all",
      arguments: [
        ("", "0\n"), ("+", "0\n1\n"), ("+\r\n-3\r\nq\r\n+", "0\n1\n-2\n"), ("help\n", "0\n"),
      ])
    func sense(_ input: String, _ output: String) async throws {
      let run = try await counter(input)
      #expect(run.output == output)
      #expect(run.status == 0)
    }

    @Test(
      "Each bad line is reported, shown harmlessly, and changes nothing",
      arguments: [
        "", "+99999999999999999999", "5", "\u{1B}[31m", String(repeating: "x", count: 100_000),
      ])
    func bad(_ line: String) async throws {
      let run = try await counter("+2\n\(line)\n+\n")
      #expect(run.output == "0\n2\n3\n")
      #expect(run.errors.hasPrefix("unknown: \""))
      #expect(run.errors.count < 200 && !run.errors.contains("\u{1B}"))
      #expect(run.status == 1)
    }

    @Test("Each command that does not fit an Int is reported, and changes nothing")
    func overflow() async throws {
      let run = try await counter("+\(Int.max)\n+\n+\n-\n")
      #expect(run.output == "0\n\(Int.max)\n\(Int.max - 1)\n")
      #expect(run.errors.split(separator: "\n").count == 2)
      #expect(run.errors.hasSuffix("the counter stays at \(Int.max)\n"))
      #expect(run.status == 1)
    }

    @Test(
      "A damaged file is reported and left as it is, before anything else is done",
      arguments: [
        "", "{", "5", #"{"counter":1.5}"#, #"{"counter":"1"}"#,
        #"{"counter":99999999999999999999}"#,
        #"{"count":1}"#, #"{"counter":1,"other":2}"#, "{\"counter\":5",
      ])
    func damaged(_ text: String) async throws {
      folder.write(text, to: "file")
      let run = try await counter(
        "+\n", "--file", folder.path("file"), "--log", folder.path("log"))
      #expect(run.output == "")
      #expect(run.errors.contains("is damaged"))
      #expect(run.status == 1)
      #expect(folder.text("file") == text)
      #expect(folder.text("log") == nil)
    }

    @Test("Files that cannot be written are reported at once", arguments: ["--file", "--log"])
    func unwritable(_ option: String) async throws {
      let run = try await counter("+\n", option, folder.path("missing/file"))
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("counter: cannot ") && run.errors.contains("missing/file"))
      #expect(run.status == 1)
      let onFolder = try await counter("+\n", option, folder.path(""))
      #expect(onFolder.output == "")
      #expect(onFolder.status == 1)
    }

    @Test(
      "Options that make no sense are reported by name, with status 64",
      arguments: [
        ["--nonsense"], ["nonsense"], ["--file"], ["--log"], ["--file", "--log"],
        ["--log", "a", "-x"],
        ["--file", "a", "--log", "a"],
      ])
    func options(_ arguments: [String]) async throws {
      let run = try await counter("+\n", arguments)
      #expect(run.output == "")
      #expect(arguments.contains { run.errors.contains($0) })
      #expect(run.status == 64)
    }

    @Test("--help says on standard output how to use the program")
    func help() async throws {
      let run = try await counter("", "--help")
      #expect(run.output.hasPrefix("Usage: counter [--file FILE] [--log FILE]\n"))
      #expect(run.errors == "")
      #expect(run.status == 0)
    }

    // MARK: Running the program

    private func counter(_ input: String, _ arguments: String...) async throws -> Run {
      try await counter(input, arguments)
    }

    private func counter(_ input: String, _ arguments: [String]) async throws -> Run {
      folder.write(input, to: "input")
      folder.write("", to: "output")
      folder.write("", to: "errors")
      let process = Process()
      process.executableURL = products.appendingPathComponent("counter")
      process.arguments = arguments
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

    /// Where the package manager puts what it builds.
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
#endif
