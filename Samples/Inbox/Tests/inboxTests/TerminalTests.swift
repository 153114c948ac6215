// SPDX-License-Identifier: MIT

#if os(Linux)
  import Foundation
  import InboxClient
  import InboxTesting
  import InboxWire
  import TerminalTesting
  import Testing

  @Suite struct TerminalTests {
    private let folder = DataFolder()

    @Test func `A user logs in, writes a message, and sees it`() async throws {
      try await RunningServer.run { server in
        let terminal = try PseudoTerminal()
        let modes = terminal.modes
        let program = try folder.start(in: terminal)
        await terminal.waitForScreen { $0[1].hasPrefix("Add an account") }
        await terminal.press("\(server.address)\rada\rada\r")
        await terminal.waitForScreen { $0[0].contains("Online") }
        await terminal.press("cLunch\rAt noon?\u{13}")
        await terminal.waitForScreen { $0[3].contains("Lunch  At noon?") }
        await terminal.press("j\r")
        await terminal.waitForScreen { $0[1].hasPrefix("Lunch") && $0[4].contains("At noon?") }
        let ben = try await server.logIn("ben")
        _ = try await ben.send(WireSend(clientID: "b", threadID: "t1", text: "With pleasure"))
        await terminal.waitForScreen { $0[6].contains("With pleasure") }
        await terminal.press("qq")
        await terminal.waitForOutput { $0.hasSuffix("\u{1B}[?1049l") }
        #expect(await program.status() == 0)
        #expect(terminal.modes == modes)
      }
    }

    @Test func `A link opens its thread`() async throws {
      try await RunningServer.run { server in
        _ = try await folder.logIn(server)
        #expect(try await folder.run("send", "--subject", "Linked", "Hello").line == "sent m1")
        let terminal = try PseudoTerminal()
        let program = try folder.start(in: terminal, "--open", "inbox://threads/t1")
        await terminal.waitForScreen { $0[1].hasPrefix("Linked") && $0[4].contains("Hello") }
        program.signal(SIGTERM)
        #expect(await program.status() == SIGTERM)
        let wrong = try await folder.run("--open", "inbox://nowhere/1")
        #expect(wrong.status == 1 && wrong.errors.split(separator: "\n").count == 1)
      }
    }

    @Test func `Beside the terminal, commands read and send, but change no accounts`() async throws
    {
      try await RunningServer.run { server in
        _ = try await folder.logIn(server)
        let terminal = try PseudoTerminal()
        let program = try folder.start(in: terminal)
        await terminal.waitForScreen { $0[0].contains("Online") }
        #expect(try await folder.run("send", "--subject", "Beside", "Hello").line == "sent m1")
        await terminal.waitForScreen { $0[3].contains("Beside  Hello") }
        #expect(try await folder.run("list").output.contains("Beside"))
        let refused = try await folder.run("logout")
        #expect(refused.errors == "inbox: another inbox uses \(folder.path)\n")
        #expect(refused.status == 1)
        await terminal.press("q")
        #expect(await program.status() == 0)
        #expect(try await folder.run("logout").status == 0)
      }
    }

    @Test func `The demo shows threads and how to join, and removes its folder`() async throws {
      let temporary = TemporaryFolder()
      let terminal = try PseudoTerminal()
      let program = try Program(
        ["demo", "--threads", "20"], input: terminal.programEnd, output: terminal.programEnd,
        errors: terminal.programEnd, environment: ["TMPDIR": temporary.url.path])
      await terminal.waitForScreen { $0[1].contains("inbox login --server 127.0.0.1:") }
      await terminal.waitForScreen { $0[0].contains("Online") && $0[2].hasPrefix("Threads  1 to") }
      await terminal.press("q")
      #expect(await program.status() == 0)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: temporary.url.path)
          .filter { $0.hasPrefix("runnel-inbox") } == [])
    }
  }
#endif
