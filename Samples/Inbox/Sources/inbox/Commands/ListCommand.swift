// SPDX-License-Identifier: MIT

import ArgumentParser
import InboxApp
import Runnel
import Settings
import ThreadList

/// Prints threads, the newest first.
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
