// SPDX-License-Identifier: MIT

import Foundation
import InboxClient
import InboxServer
import InboxTesting
import InboxWire
import TerminalTesting
import Testing

@Suite struct CommandTests {
  private let folder = DataFolder()

  private struct Thread: Decodable {
    var id: String
    var subject: String
    var unread: Int
    var isArchived: Bool
  }

  private struct Shown: Decodable {
    struct Message: Decodable {
      var author: String
      var text: String
    }

    var subject: String
    var messages: [Message]
  }

  private struct Account: Decodable {
    var id: String
    var isCurrent: Bool
  }

  @Test func `A message that one client sends is in the list of another one`() async throws {
    try await RunningServer.run { server in
      #expect(try await folder.logIn(server).line == "logged in as ada@\(server.address)")
      let sent = try await folder.run("send", "--subject", "Lunch", "At noon?")
      #expect(sent.line == "sent m1" && sent.status == 0)
      let ben = DataFolder()
      _ = try await ben.logIn(server, "ben")
      let list = try await ben.run("list", "--json").json([Thread].self)
      #expect(list.map(\.subject) == ["Lunch"] && list.map(\.unread) == [1])
      let id = try #require(list.first?.id)
      #expect(try await ben.run("send", "--thread", id, "Yes").line == "sent m2")
      let shown = try await folder.run("show", id, "--json").json(Shown.self)
      #expect(shown.messages.map(\.text) == ["At noon?", "Yes"])
      #expect(shown.messages.map(\.author) == ["ada", "ben"])
      #expect(try await folder.run("show", id).output.contains("  At noon?\n"))
    }
  }

  @Test func `A message that is sent offline is on the disk, and sync sends it`() async throws {
    let database = TemporaryFolder()
    var port: UInt16 = 0
    try await RunningServer.run({ $0.database = database.file("server.sqlite") }) { server in
      port = UInt16(server.url.port ?? 0)
      _ = try await folder.logIn(server)
    }
    let queued = try await folder.run("send", "--subject", "Later", "Hello")
    #expect(queued.line == "queued" && queued.errors == "" && queued.status == 0)
    let failed = try await folder.run("sync")
    #expect(failed.errors.hasPrefix("inbox: the server") && failed.status == 1)
    #expect(failed.errors.split(separator: "\n").count == 1)
    try await RunningServer.run({
      $0.database = database.file("server.sqlite")
      $0.port = port
    }) { server in
      let synced = try await folder.run("sync")
      #expect(synced.line == "0 queued, revision 1" && synced.status == 0, "\(synced)")
      let threads = try await server.logIn().threads().threads
      #expect(threads.map(\.subject) == ["Later"])
    }
    let list = try await folder.run("list", "--json")
    #expect(try list.json([Thread].self).map(\.subject) == ["Later"])
    #expect(list.errors.hasPrefix("inbox: not up to date") && list.status == 0)
  }

  @Test func `Several accounts are listed, switched and removed`() async throws {
    try await RunningServer.run { server in
      _ = try await folder.logIn(server)
      _ = try await folder.logIn(server, "ben")
      let accounts = try await folder.run("accounts", "--json").json([Account].self)
      #expect(accounts.map(\.id) == ["ada@\(server.address)", "ben@\(server.address)"])
      #expect(accounts.map(\.isCurrent) == [false, true])
      #expect(try await folder.run("switch", "ada@\(server.address)").status == 0)
      #expect(try await folder.run("logout").line == "logged out of ada@\(server.address)")
      #expect(try await folder.run("accounts").line == "* ben@\(server.address)")
      let missing = try await folder.run("switch", "cleo@host")
      #expect(missing.errors == "inbox: there is no account cleo@host\n" && missing.status == 1)
    }
  }

  @Test func `Threads are found by text, and archived ones are listed on demand`() async throws {
    try await RunningServer.run { server in
      let ada = try await server.logIn()
      for name in ["one", "two", "three"] {
        _ = try await ada.send(WireSend(clientID: name, subject: "Subject \(name)", text: name))
      }
      _ = try await ada.archive("t1")
      _ = try await folder.logIn(server)
      let found = try await folder.run("list", "--search", "two", "--json").json([Thread].self)
      #expect(found.map(\.id) == ["t2"])
      let limited = try await folder.run("list", "--limit", "1", "--json").json([Thread].self)
      #expect(limited.map(\.id) == ["t3"])
      let all = try await folder.run("list", "--archived", "--json").json([Thread].self)
      #expect(
        all.map(\.id) == ["t3", "t2", "t1"] && all.map(\.isArchived) == [false, false, true])
      #expect(try await folder.run("list").output.split(separator: "\n").count == 2)
    }
  }

  @Test func `watch prints each new message until it is interrupted`() async throws {
    try await RunningServer.run { server in
      _ = try await folder.logIn(server)
      let ada = try await server.logIn()
      _ = try await ada.send(WireSend(clientID: "a", subject: "Old", text: "before"))
      let (program, lines, reports) = try folder.start("watch")
      #expect(await reports.next() == "inbox: watching from revision 1")
      _ = try await ada.send(WireSend(clientID: "b", subject: "New", text: "after"))
      #expect(await lines.next() == "t2 New: ada: after")
      program.signal(SIGINT)
      #expect(await program.status() == 0)
    }
  }

  @Test func `Failures are one line on standard error, with status 1`() async throws {
    let none = try await folder.run("list")
    #expect(none.errors == "inbox: there is no account; inbox login adds one\n")
    #expect(none.status == 1)
    let unreachable = try await folder.run(
      "login", "--server", "127.0.0.1:1", "--user", "ada", "--password", "ada")
    #expect(unreachable.errors.hasPrefix("inbox: ") && unreachable.status == 1)
    #expect(unreachable.errors.split(separator: "\n").count == 1)
    try await RunningServer.run { server in
      let wrong = try await folder.run(
        "login", "--server", server.address, "--user", "ada", "--password", "x")
      #expect(wrong.errors == "inbox: The name or the password is wrong.\n" && wrong.status == 1)
      _ = try await folder.logIn(server)
      let refused = try await folder.run("send", "--subject", "S", "reject-me")
      #expect(refused.errors.hasPrefix("inbox: the server refused the message: "))
      #expect(refused.status == 1)
      let missing = try await folder.run("show", "t99")
      #expect(missing.errors == "inbox: the thread or message doesn't exist\n")
      #expect(missing.status == 1)
    }
  }

  @Test(
    arguments: [
      ["send", "text"], ["send", "--subject", "S", " "], ["list", "--limit", "0"],
      ["nonsense"], ["login", "--user", "ada"], ["demo", "--threads", "0"],
    ])
  func `Wrong arguments end with status 64`(arguments: [String]) async throws {
    let run = try await folder.run(arguments)
    #expect(run.status == 64 && run.errors != "")
  }

  @Test func `Without a terminal, the message names a command that needs none`() async throws {
    let run = try await folder.run()
    #expect(run.errors.contains("inbox list") && run.status == 1)
  }
}

/// The data folder of one client, with which programs run.
struct DataFolder {
  private let folder = TemporaryFolder()

  var path: String { folder.url.appendingPathComponent("data").path }

  func run(_ arguments: String..., input: String = "") async throws -> Program.Run {
    try await run(arguments, input: input)
  }

  func run(_ arguments: [String], input: String = "") async throws -> Program.Run {
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
    return Program.Run(output: try text(files[1]), errors: try text(files[2]), status: status ?? -1)
  }

  func logIn(_ server: RunningServer, _ user: String = "ada") async throws -> Program.Run {
    try await run("login", "--server", server.address, "--user", user, input: "\(user)\n")
  }

  /// Starts a command that runs until it receives a signal, and returns its lines of output.
  func start(_ arguments: String...) throws -> (program: Program, lines: Lines, errors: Lines) {
    try Program.start(arguments + ["--data", path])
  }

  #if os(Linux)
    func start(in terminal: PseudoTerminal, _ arguments: String...) throws -> Program {
      try Program(
        arguments + ["--data", path], input: terminal.programEnd, output: terminal.programEnd,
        errors: terminal.programEnd)
    }
  #endif
}

extension RunningServer {
  var address: String { "127.0.0.1:\(url.port ?? 0)" }
}
