// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import InboxServer

/// Runs a server with demo data and the inbox of one of its users, until the user quits.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Runs a server with demo data, and shows the inbox of one of its users.",
    discussion: "All data is in a temporary folder, which is removed at the end.")

  @Option(help: "The number of threads.")
  var threads = 200

  @Option(
    help: ArgumentHelp(
      "Records all actions and states to a file, without passwords.", valueName: "FILE"))
  var record: String?

  func validate() throws {
    if !(1...100_000).contains(threads) {
      throw ValidationError("--threads must be from 1 to 100000.")
    }
  }

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("runnel-inbox-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (server, port, serving) = try await start(in: folder)
    do {
      try await show(folder.appendingPathComponent("ada"), port: port)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    try await serving.value
  }

  /// Starts the server, and returns it with its port and the task that serves.
  private func start(in folder: URL) async throws -> (Server, UInt16, Task<Void, any Error>) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var configuration = Server.Configuration(
        database: folder.appendingPathComponent("server.sqlite"))
      configuration.demoThreads = threads
      let server = try Server(configuration)
      let (ports, ready) = AsyncStream.makeStream(of: UInt16.self)
      let serving = Task {
        defer { ready.finish() }
        try await server.run { ready.yield($0) }
      }
      for await port in ports { return (server, port, serving) }
      try await serving.value
      throw Failure("the server ended")
    } catch {
      report((error as? Failure)?.reason ?? "\(error)")
      throw ExitCode(1)
    }
  }

  private func show(_ folder: URL, port: UInt16) async throws {
    var options = DataOptions()
    options.data = folder.path
    options.record = record
    try await InboxRun.with(options, .change) { run in
      let server = "127.0.0.1:\(port)"
      _ = try await run.logIn(server: server, user: "ada", password: "ada")
      try await run.session()
      try await run.showInTerminal(
        hint: "Join with the password ben: inbox login --server \(server) --user ben")
    }
  }
}
