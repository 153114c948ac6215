// SPDX-License-Identifier: MIT

import ArgumentParser

@main
struct Inspector: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspector",
    abstract: "Shows what a Runnel store did.",
    discussion: """
      A recording is made with store.record(to:). None of the commands runs code of the app: to \
      replay a session with the app's reducers, use Replay of RunnelInsight.
      """,
    subcommands: [
      Show.self, HTML.self, Trace.self, DevTools.self, Graph.self, Walk.self, Serve.self, MCP.self,
    ])
}
