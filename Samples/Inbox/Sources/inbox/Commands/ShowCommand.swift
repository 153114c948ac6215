// SPDX-License-Identifier: MIT

import ArgumentParser
import InboxApp
import Runnel
import ThreadDetail

/// Prints the messages of a thread, and marks them as read.
struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Prints the messages of a thread, and marks them as read.")

  @OptionGroup var options: DataOptions

  @Argument(help: "The ID of the thread, as inbox list prints it.")
  var thread: String

  @Flag(help: "Prints JSON.")
  var json = false

  private struct Output: Encodable {
    struct Message: Encodable {
      var id: String
      var author: String
      var text: String
      var sentAt: Int64
    }

    var id: String
    var subject: String
    var messages: [Message]
  }

  func run() async throws {
    try await InboxRun.with(options, .save) { run in
      let depth = try await run.session().path.count
      await run.store.dispatchAndWait(SessionAction.threadTapped(id: thread, subject: ""))
      await run.store.wait { $0.thread(thread)?.isLoading != true }
      let state = run.store.state
      // The terminal opens the screens that it had before.
      if state.session?.path.count != depth {
        await run.store.dispatchAndWait(SessionAction.backTapped)
      }
      guard let shown = state.thread(thread) else { return }
      if let problem = shown.problem {
        if shown.messages.isEmpty { throw Failure(problem) }
        report("not up to date: \(problem)")
      }
      try print(shown, now: run.environment.now())
    }
  }

  private func print(_ thread: ThreadDetailFeature.State, now: Int64) throws {
    if json {
      return try printJSON(
        Output(
          id: thread.id, subject: thread.subject,
          messages: thread.messages.map {
            .init(id: $0.id, author: $0.author, text: $0.text, sentAt: $0.sentAt)
          }))
    }
    printLine(plain(thread.subject))
    for line in thread.lines(width: 80, now: now) {
      printLine(line.role == .header ? "\n\(line.text)" : "  \(line.text)")
    }
  }
}

extension AppState {
  /// The highest screen of a thread.
  fileprivate func thread(_ id: String) -> ThreadDetailFeature.State? {
    for screen in session?.path.reversed() ?? [] {
      if case .thread(let thread) = screen, thread.id == id { return thread }
    }
    return nil
  }
}
