// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import InboxApp
import InboxServer
import InboxTerminal
import TerminalUI

struct TerminalCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "terminal", abstract: "Runs the inbox in the terminal. This is the default.")

  @OptionGroup var options: DataOptions

  @Option(help: ArgumentHelp("Opens a link such as inbox://threads/t7.", valueName: "URL"))
  var open: String?

  func run() async throws {
    try await InboxRun.with(options, .save) { run in
      if let open {
        let actions = try inboxLinks.value(for: open)
        try await run.session()
        for action in actions { await run.store.dispatchAndWait(action) }
      }
      try await run.showInTerminal(
        hint: run.isOwner ? "" : "Another inbox uses this folder, so this one saves nothing.")
    }
  }
}

extension InboxRun {
  /// Shows the app in the terminal until the user quits.
  @MainActor
  func showInTerminal(hint: String) async throws {
    guard let terminal = Terminal() else {
      throw Failure("there is no terminal; inbox list and other commands need none")
    }
    await app.run(in: terminal, hint: hint, now: environment.now)
  }
}

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
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var configuration = Server.Configuration(
        database: folder.appendingPathComponent("server.sqlite"))
      configuration.demoThreads = threads
      try await Server(configuration).serve { port in
        try await show(folder.appendingPathComponent("ada"), port: port)
      }
    } catch let error as StartupError {
      report("\(error)")
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
