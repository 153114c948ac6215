// SPDX-License-Identifier: MIT

import ArgumentParser
import InboxApp
import Runnel
import Settings
import Sync
import ThreadList

/// Sends the queue and receives all changes.
struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Sends the queue, and receives all changes.")

  @OptionGroup var options: DataOptions

  func run() async throws {
    try await InboxRun.with(options, .change) { run in
      let session = try await run.session()
      if run.store.state.settings.isOffline { throw Failure("the settings are to work offline") }
      let actions = run.actions()
      if case .waiting? = run.store.state.session?.sync.connection {
        throw Failure("the server \(session.server) can't be reached")
      }
      // Its answer makes sure that there is an action to begin with.
      run.store.dispatch(ThreadListFeature.Action.reloaded)
      try await run.synchronize(actions)
      if let notice = run.store.state.session?.notice { throw Failure(notice) }
      guard let sync = run.store.state.session?.sync else { return }
      printLine("\(sync.queue.count) queued, revision \(sync.revision)")
    }
  }
}

extension Session {
  /// The host and the port of the server.
  fileprivate var server: Substring { id.dropFirst(user.count + 1) }
}

extension InboxRun {
  /// Returns when the queue is empty and all changes of the server up to then are applied.
  fileprivate func synchronize(_ actions: AsyncStream<any Action>) async throws {
    /// The revision of the server after the queue was sent, which a page of the list contains.
    var goal: Int64?
    var isRequested = false
    for await action in actions {
      switch action as? SyncFeature.Action {
      case .disconnected(let reason)?: throw Failure("the server can't be reached: \(reason)")
      case .sendingFailed(_, let reason)?: throw Failure("a message isn't sent: \(reason)")
      default: break
      }
      switch action as? ThreadListFeature.Action {
      case .loaded(let page)? where isRequested: goal = page.revision
      case .loadingFailed(let reason)? where isRequested:
        throw Failure("the server can't be reached: \(reason)")
      default: break
      }
      guard let sync = store.state.session?.sync, sync.connection == .online, sync.queue.isEmpty
      else { continue }
      if let goal, sync.revision >= goal { return }
      if !isRequested {
        isRequested = true
        store.dispatch(ThreadListFeature.Action.reloaded)
      }
    }
  }
}
