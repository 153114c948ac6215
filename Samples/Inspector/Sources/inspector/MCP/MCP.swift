// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Synchronization

struct MCP: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Answers the questions of a programming assistant about a session.",
    discussion: """
      It is a server of the Model Context Protocol on standard input and output, which the \
      assistant's program starts. With --live, it prints the addresses that `serve` prints, on \
      standard error.
      """)

  @Argument(
    help: "The file with the recording, which can be written later.",
    completion: .file(extensions: ["ndjson"]))
  var file: String?

  @Flag(help: "Answer for a running app, in place of a file.")
  var live = false

  @Flag(help: "With --live, let the assistant restore states and dispatch actions in the app.")
  var allowChanges = false

  @OptionGroup var options: ServerOptions

  func validate() throws {
    if (file == nil) != live { throw ValidationError("Name a file, or use --live.") }
    if allowChanges, !live { throw ValidationError("--allow-changes needs --live.") }
  }

  func run() async throws {
    // A write without a reader fails with an error instead.
    signal(SIGPIPE, SIG_IGN)
    if let file { return await answer(RecordedSource(file)) }
    let server = options.server()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await server.run {
          complain("page  \(server.pageAddress)")
          complain("app   \(server.appAddress)")
        }
      }
      group.addTask { await answer(LiveSource(hub: server.hub)) }
      try await group.next()
      group.cancelAll()
    }
  }

  private func answer(_ source: any SessionSource) async {
    let reader = Mutex(LineReader(standardInput))
    let (input, output) = (DispatchQueue(label: "mcp.input"), DispatchQueue(label: "mcp.output"))
    var server = MCPServer(source, tools: Tool.all(allowingChanges: allowChanges))
    await server.run(
      { await waiting(on: input) { reader.withLock { $0.next() } } },
      write: { bytes in
        try await waiting(on: output) {
          Result { try FileHandle.standardOutput.write(contentsOf: bytes) }
        }.get()
      })
  }

  /// Calls a function that waits for the client on a thread of its own: tasks have only as many
  /// threads as there are processors.
  private func waiting<Value: Sendable>(
    on queue: DispatchQueue, _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { value in queue.async { value.resume(returning: body()) } }
  }
}

extension Tool {
  static func all(allowingChanges: Bool) -> [Tool] {
    [overview, actions, why, changes, state, effects, subscriptions, graph, test]
      + (allowingChanges ? [restore, dispatch] : [])
  }
}
