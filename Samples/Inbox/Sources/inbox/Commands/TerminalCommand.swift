// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import InboxApp
import InboxTerminal
import Runnel
import RunnelNavigation
import TerminalUI

/// Runs the inbox in the terminal.
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
    await InboxSession(app, hint: hint, now: environment.now).run(in: terminal)
  }
}
