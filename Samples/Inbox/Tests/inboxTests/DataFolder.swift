// SPDX-License-Identifier: MIT

import Foundation
import InboxTesting
import TerminalTesting

/// The data folder of one client, with which programs run.
struct DataFolder {
  private let folder = TemporaryFolder()

  var path: String { folder.url.appendingPathComponent("data").path }

  /// Runs a command until it ends.
  func run(_ arguments: String..., input: String = "") async throws -> Program.Run {
    let name = UUID().uuidString
    let files = ["input", "output", "errors"].map { folder.file("\(name).\($0)") }
    for file in files { try Data((file == files[0] ? input : "").utf8).write(to: file) }
    let program = try Program(
      arguments + ["--data", path], input: FileHandle(forReadingFrom: files[0]),
      output: FileHandle(forWritingTo: files[1]), errors: FileHandle(forWritingTo: files[2]))
    let status = await program.status()
    func text(_ file: URL) throws -> String {
      String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
    return Program.Run(
      output: try text(files[1]), errors: try text(files[2]), status: status ?? -1)
  }

  /// Logs in to a server.
  func logIn(_ server: RunningServer, _ user: String = "ada") async throws -> Program.Run {
    try await run(
      "login", "--server", server.address, "--user", user, input: "\(user)\n")
  }

  /// Starts a command that runs until it receives a signal, and returns its lines of output.
  func start(_ arguments: String...) throws -> (program: Program, lines: Lines, reports: Lines) {
    let (output, errors) = (Pipe(), Pipe())
    let program = try Program(
      arguments + ["--data", path], input: .nullDevice, output: output.fileHandleForWriting,
      errors: errors.fileHandleForWriting)
    return (program, Lines(output), Lines(errors))
  }

  #if os(Linux)
    /// Starts the program in a terminal.
    func start(in terminal: PseudoTerminal, _ arguments: String...) throws -> Program {
      try Program(
        arguments + ["--data", path], input: terminal.programEnd, output: terminal.programEnd,
        errors: terminal.programEnd)
    }
  #endif
}

extension RunningServer {
  /// The host and the port.
  var address: String { "127.0.0.1:\(url.port ?? 0)" }
}
