// SPDX-License-Identifier: MIT

import ArgumentParser
import InboxApp
import InboxTerminal

struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Prints threads, the newest first.",
    discussion: "Without a connection, it prints the threads of the last visit.")

  @OptionGroup var options: DataOptions

  @Flag(help: "Prints JSON.")
  var json = false

  @Option(help: "The largest number of threads.")
  var limit = 20

  @Option(help: "Prints only threads that contain this text. It needs a connection.")
  var search: String?

  @Flag(help: "Prints archived threads, too. It needs a connection.")
  var archived = false

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be at least 1.") }
  }

  func run() async throws {
    // A list with archived threads isn't the one that the terminal shows, so it isn't saved.
    try await InboxRun.with(options, archived ? .read : .save) { run in
      try await run.session()
      if archived {
        run.store.dispatch(
          ThreadListFeature.Action.configured(
            pageSize: run.store.state.settings.pageSize, showsArchived: true))
      }
      let rows = if let search { try await find(search, run) } else { try await load(run) }
      if json { return try printJSON(Array(rows.prefix(limit))) }
      for row in rows.prefix(limit) { printLine(text(row, now: run.environment.now())) }
    }
  }

  private func load(_ run: InboxRun) async throws -> [ThreadListFeature.Row] {
    await run.loadThreads(limit)
    guard let threads = run.store.state.session?.threads else { return [] }
    if let error = threads.error {
      if threads.rows.isEmpty { throw Failure(error) }
      report("not up to date: \(error)")
    }
    return Array(threads.rows)
  }

  private func find(_ text: String, _ run: InboxRun) async throws -> [ThreadListFeature.Row] {
    await run.store.dispatchAndWait(ThreadListFeature.Action.typed(text))
    guard let search = run.store.state.session?.threads.search else { return [] }
    if let error = search.error { throw Failure(error) }
    return Array(search.hits)
  }

  private func text(_ row: ThreadListFeature.Row, now: Int64) -> String {
    let text = ThreadListFeature.RowText(row, now: now)
    let columns = [
      padded(row.id, 8), padded(text.author, 12), padded(text.age, 12), padded(text.badge, 4),
    ]
    return plain(columns.joined() + text.subject + (text.isArchived ? " (archived)" : ""))
  }

  private func padded(_ text: String, _ count: Int) -> String {
    text + String(repeating: " ", count: max(1, count - text.count))
  }
}

struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Prints the messages of a thread, and marks them as read.")

  @OptionGroup var options: DataOptions

  @Argument(help: "The ID of the thread, as inbox list prints it.")
  var thread: String

  @Flag(help: "Prints JSON.")
  var json = false

  private struct Output: Encodable {
    var id: String
    var subject: String
    var messages: [ThreadDetailFeature.Message]
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
        Output(id: thread.id, subject: thread.subject, messages: Array(thread.messages)))
    }
    printLine(plain(thread.subject))
    for line in thread.messages.flatMap({ $0.lines(width: 80, now: now) }) {
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
