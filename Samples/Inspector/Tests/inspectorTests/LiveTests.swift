// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation
import Runnel
import RunnelInsight
import Testing

@testable import inspector

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server with an app and pages.
///
/// `.ci/inspector` checks the page in a browser.
@Suite struct LiveTests {
  /// Runs a server on free ports while `body` runs.
  private func serve(
    on clock: any Clock<Duration> = ContinuousClock(),
    _ body: @escaping @Sendable (LiveServer, AsyncStream<String>) async throws -> Void
  ) async throws {
    let (reports, report) = AsyncStream.makeStream(of: String.self)
    for _ in 0..<20 {
      let port = UInt16.random(in: 20_000..<60_000)
      let server = LiveServer(port: port, token: .random(), clock: clock) { report.yield($0) }
      let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
      let isDone = try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          // Another program can use the port.
          do { try await server.run { isReady.yield() } } catch {}
          isReady.finish()
          return false
        }
        for await _ in ready {
          group.addTask {
            try await body(server, reports)
            return true
          }
          break
        }
        defer { group.cancelAll() }
        return try await group.next() ?? false
      }
      if isDone { return }
    }
    Issue.record("no port is free")
  }

  private func address(_ server: LiveServer) throws -> URL {
    try #require(URL(string: server.appAddress))
  }

  @Test func `A page receives the lines of an app, and restores a state`() async throws {
    try await serve { server, reports in
      let store = Notes.makeStore()
      store.dispatch(Notes.Action.add("before"))
      await store.settled()
      let inspection = try store.inspect(at: try address(server))
      var reports = reports.makeAsyncIterator()
      #expect(await reports.next() == "an app is connected")
      var page = await server.hub.connectPage().messages.makeAsyncIterator()
      for text in ["a", "b", "c"] { store.dispatch(Notes.Action.add(text)) }
      await store.settled()
      try await inspection.flush()
      var lines = ""
      while !lines.contains(#"{"add":{"_0":"c"}}"#), let text = await page.next() {
        lines += text + "\n"
      }
      let session = try Session(data: Data(lines.utf8))
      #expect(session.actions.map(\.number) == [2, 3, 4])

      await server.hub.restore("nonsense")
      await server.hub.restore(#"{"restore":77}"#)
      #expect(await reports.next()?.hasPrefix("the state after action 77") == true)
      await server.hub.restore(#"{"restore":3}"#)
      #expect(await reports.next() == "the state after action 3 is restored")
      let count = store.scope(\.texts.count)
      for await count in count.values() where count == 3 { break }
      #expect(store.state.texts == ["before", "a", "b"])
      // The page is told what was asked for, before the action that restores the state.
      lines = ""
      while !lines.contains(#""type":"RunnelInsight.RestoredState"#),
        let text = await page.next()
      {
        lines += text + "\n"
      }
      let told = lines.split(separator: "\n").filter { $0.contains(#""restored":"#) }
      #expect(told.count == 2)

      // A page that connects later has everything.
      var late = await server.hub.connectPage().messages.makeAsyncIterator()
      guard let text = await late.next() else {
        Issue.record("no lines")
        return
      }
      #expect(text.hasPrefix(#"{"runnel":2"#))
      inspection.dispose()
      #expect(await reports.next() == "the app is disconnected")
      await server.hub.restore(#"{"restore":3}"#)
      #expect(await reports.next() == "no app is connected")
    }
  }

  @Test func `An assistant dispatches the actions that a running app accepts`() async throws {
    try await serve { server, reports in
      var client = MCPClient(LiveSource(hub: server.hub), allowingChanges: true)
      _ = await client.initialize("2025-11-25")
      let store = Notes.makeStore()
      func connect(_ types: [any Action.Type]) async throws -> Recording {
        let inspection = try store.inspect(at: try address(server), accepting: types)
        for await report in reports where report == "an app is connected" { break }
        var page = await server.hub.connectPage().messages.makeAsyncIterator()
        _ = await page.next()
        return inspection
      }
      let payload = #"{"add":{"_0":"from outside"}}"#
      func dispatch(_ type: String, _ payload: String) async throws -> String {
        try await client.call("dispatch", ["type": .string(type), "payload": .string(payload)])
      }
      let closed = try await connect([])
      #expect(
        try await dispatch("Notes.Action", payload).hasPrefix("error: the app accepts no actions"))
      closed.dispose()
      for await report in reports where report == "the app is disconnected" { break }

      let open = try await connect(Notes.reducer.actionTypes)
      let refused = try await dispatch("Other", "1")
      #expect(refused.hasPrefix("error: the app doesn't accept Other, but "))
      #expect(refused.contains("Notes.Action"))
      #expect(try await dispatch("Notes.Action", "{").hasPrefix("error: `payload` isn't JSON"))
      // An action that the app can't decode does nothing, and the next one is dispatched.
      for payload in [#"{"sub":1}"#, payload] {
        let sent = try await dispatch("Notes.Action", payload)
        #expect(sent.hasPrefix("The action was sent to the app."))
      }
      for await texts in store.scope(\.texts).values() where !texts.isEmpty { break }
      #expect(store.state.texts == ["from outside"])
      open.dispose()
    }
  }

  @Test func `An assistant reads a running app, and restores a state if that is allowed`()
    async throws
  {
    try await serve { server, reports in
      var client = MCPClient(LiveSource(hub: server.hub), allowingChanges: true)
      _ = await client.initialize("2025-11-25")
      #expect(try await client.call("overview").hasPrefix("error: no app is connected"))
      #expect(
        try await client.call("restore", ["after": 1]).hasPrefix("error: no app is connected"))
      let store = Notes.makeStore()
      let inspection = try store.inspect(at: try address(server))
      for await report in reports where report == "an app is connected" { break }
      var page = await server.hub.connectPage().messages.makeAsyncIterator()
      var lines = ""
      func receive(_ text: String) async {
        while !lines.contains(text), let more = await page.next() { lines += more }
      }
      for text in ["a", "b", "c"] { store.dispatch(Notes.Action.add(text)) }
      await receive(#"{"add":{"_0":"c"}}"#)
      #expect(try await client.call("overview").contains("\n3 actions, "))
      #expect(try await !client.call("test", ["action": 3]).contains("minimized"))
      let restored = try await client.call("restore", ["after": 2])
      #expect(restored.hasPrefix("The state after action 2 was sent to the app."))
      await receive("RestoredState")
      #expect(store.state.texts == ["a", "b"])
      let changes = try await client.call("changes", ["path": "texts[2]"])
      #expect(changes.contains("texts[2]: none → \"c\"") && changes.contains("\"c\" → none"))
      #expect(try await client.call("restore", ["after": 70]).hasPrefix("error: the state after"))
      // What an app did can be read after its end.
      inspection.dispose()
      for await report in reports where report == "the app is disconnected" { break }
      #expect(try await client.call("overview").contains("\n4 actions, "))
      #expect(try await client.call("restore", ["after": 2]) == "error: no app is connected")
      var other = MCPClient(LiveSource(hub: server.hub))
      _ = await other.initialize("2025-11-25")
      let call: JSON = ["name": "restore", "arguments": ["after": 2]]
      #expect(await other.request("tools/call", call)?["error"]?["code"] == -32602)
    }
  }

  @Test func `The next app replaces the session, and ends the pages of the one before`()
    async throws
  {
    try await serve { server, reports in
      var reports = reports.makeAsyncIterator()
      let store = Notes.makeStore()
      let first = try store.inspect(at: try address(server))
      _ = await reports.next()
      let (_, messages) = await server.hub.connectPage()
      let second = try store.inspect(at: try address(server))
      #expect(await reports.next() == "an app is connected")
      for await _ in messages {}
      store.dispatch(Notes.Action.add("a"))
      await store.settled()
      try await second.flush()
      first.dispose()
    }
  }

  @Test func `An app with another token is refused`() async throws {
    try await serve { server, reports in
      let store = Notes.makeStore()
      let token = Token.random().text
      let url = try #require(URL(string: "runnel://\(token)@127.0.0.1:\(server.port + 1)"))
      let recording = try store.inspect(at: url)
      var page = await server.hub.connectPage().messages.makeAsyncIterator()
      var reports = reports.makeAsyncIterator()
      #expect(await reports.next() == "an app has another token")
      store.dispatch(Notes.Action.add("a"))
      await store.settled()
      recording.dispose()
      // Nothing of it has reached the page, which an app with the token replaces.
      let other = try store.inspect(at: try address(server))
      #expect(await page.next() == nil)
      other.dispose()
    }
  }

  @Test(arguments: ["hello\n", "\u{0}\n", "{}\n", String(repeating: "a", count: 5_000)])
  func `A program that isn't an app is refused`(text: String) async throws {
    try await serve { server, reports in
      let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: UInt16(server.port + 1))
      let socket = try Socket(domain: AF_INET)
      try socket.connect(to: address)
      _ = try socket.write(Data(text.utf8))
      var reports = reports.makeAsyncIterator()
      #expect(await reports.next() == "a program that isn't an app with an inspector has connected")
      try socket.close()
    }
  }

  /// A clock on which ten seconds pass when a test says so, and no shorter time passes.
  private struct HeldClock: Clock {
    typealias Instant = ContinuousClock.Instant
    let now = Instant.now
    let minimumResolution = Duration.zero
    let sleepers = AsyncStream.makeStream(of: Void.self)
    let passes = AsyncStream.makeStream(of: Void.self)

    func sleep(until deadline: Instant, tolerance _: Duration?) async throws {
      let isLong = now.duration(to: deadline) >= .seconds(10)
      if isLong { sleepers.continuation.yield() }
      let end = isLong ? passes.stream : AsyncStream.makeStream().stream
      for await _ in end { return }
      throw CancellationError()
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `An app that doesn't read a message is disconnected, and stops nothing else`() async throws {
    let clock = HeldClock()
    try await serve(on: clock) { server, reports in
      let socket = try Socket(domain: AF_INET)
      try socket.connect(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: server.port + 1))
      _ = try socket.write(Data(#"{"token":"\#(server.token.text)"}"#.utf8 + [0x0A]))
      for await report in reports where report == "an app is connected" { break }
      // No system keeps so many bytes that nobody reads.
      let payload = String(repeating: "x", count: 32 << 20)
      async let first = #expect(throws: Failure.self) {
        try await server.hub.dispatch("T", payload)
      }
      for await _ in clock.sleepers.stream { break }
      async let second = #expect(throws: Failure.self) { try await server.hub.dispatch("T", "1") }
      #expect(try await server.hub.session() == nil)
      clock.passes.continuation.yield()
      for failure in await [first, second] {
        #expect(
          failure?.description
            == "the app hasn't read the message within 10 seconds, and is disconnected: it hangs, "
            + "or waits in a debugger")
      }
      for await report in reports where report == "the app is disconnected" { break }
      let inspection = try Notes.makeStore().inspect(at: try address(server))
      for await report in reports where report == "an app is connected" { break }
      try await server.hub.dispatch("T", "1")
      inspection.dispose()
      try socket.close()
    }
  }

  @Test func `Only requests with the token and the name of this machine are answered`()
    async throws
  {
    try await serve { server, _ in
      func status(_ path: String, host: String? = nil) async throws -> (Int, String) {
        var request = URLRequest(
          url: try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)")))
        if let host { request.setValue(host, forHTTPHeaderField: "Host") }
        let (data, response) = try await URLSession.shared.data(for: request)
        let code = (response as? HTTPURLResponse)?.statusCode ?? 0
        return (code, String(decoding: data, as: UTF8.self))
      }
      let token = server.token.text
      let (code, page) = try await status("/\(token)")
      #expect(code == 200)
      #expect(page.contains("connect-src ws://127.0.0.1:\(server.port);"))
      #expect(page.contains(#"data-live="ws://127.0.0.1:\#(server.port)/\#(token)/live""#))
      for path in ["/", "/\(token)0", "/\(token.dropLast())", "/x/\(token)", "/%00"] {
        let (code, text) = try await status(path)
        #expect(code == 403 && !text.contains(token), "\(path)")
      }
      #expect(try await status("/\(token)", host: "evil.example:\(server.port)").0 == 403)
      #expect(try await status("/\(token)/other").0 == 404)
      // Without the headers of a WebSocket, its address is an error.
      #expect(try await status("/\(token)/live").0 == 400)
    }
  }

  @Test func `Programs that connect and send nothing, or send without end, keep nobody out`()
    async throws
  {
    try await serve { server, reports in
      var idle: [Socket] = []
      for port in [server.port, server.port + 1] {
        let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
        for count in 0..<60 {
          let socket = try Socket(domain: AF_INET)
          try socket.connect(to: address)
          // The server may have closed the connection.
          let text = count % 2 == 0 ? "" : "GET /" + String(repeating: "a", count: 20_000)
          if !text.isEmpty { _ = try? socket.write(Data(text.utf8)) }
          idle.append(socket)
        }
      }
      var request = URLRequest(url: try #require(URL(string: server.pageAddress)))
      let (_, response) = try await URLSession.shared.data(for: request)
      #expect((response as? HTTPURLResponse)?.statusCode == 200)
      // A browser with very long headers and the token isn't served.
      request.setValue(String(repeating: "a", count: 100_000), forHTTPHeaderField: "X-Long")
      let refused = try? await URLSession.shared.data(for: request).1 as? HTTPURLResponse
      #expect(refused?.statusCode ?? 431 == 431)
      let inspection = try Notes.makeStore().inspect(at: try address(server))
      for await report in reports where report == "an app is connected" { break }
      inspection.dispose()
      for socket in idle { try? socket.close() }
    }
  }

  @Test func `A page takes the lines one message after the other`() async throws {
    let hub = Hub { _ in }
    let app = await hub.connectApp { _ in }
    let (id, messages) = await hub.connectPage()
    let line = String(repeating: "x", count: 300 << 10)
    for _ in 0..<3 { #expect(await hub.take(Data("\(line)\n".utf8), from: app)) }
    var page = messages.makeAsyncIterator()
    for _ in 0..<3 {
      guard let text = await page.next() else {
        Issue.record("no lines")
        return
      }
      #expect(text == line)
    }
    async let next = page.next()
    await hub.disconnectPage(id)
    #expect(await next == nil)
  }

  @Test func `A token is long and plain, and equals only itself`() {
    #expect(Token("0123456789abcdef") != nil)
    for text in ["", "0123456789abcde", "0123456789abcde/", "0123456789abcde é"] {
      #expect(Token(text) == nil)
    }
    let token = Token.random()
    #expect(token.text.count == 32 && Token(token.text) != nil)
    #expect(token.matches(token.text) && !token.matches(Token.random().text))
    #expect(!token.matches(token.text.dropLast()) && !token.matches(""))
  }
}
