// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import InboxApp
import InboxWire

struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Sends a message.",
    discussion: """
      Prints “sent” and the ID of the message, or “queued” without a connection. A queued message \
      is on the disk, and inbox or inbox sync sends it.
      """)

  @OptionGroup var options: DataOptions

  @Option(help: "The ID of the thread to reply to.")
  var thread: String?

  @Option(help: "The subject of a new thread.")
  var subject: String?

  @Flag(help: "Waits until the server has the message.")
  var wait = false

  @Argument(help: "The text of the message.")
  var text: String

  func validate() throws {
    if (thread == nil) == (subject == nil) {
      throw ValidationError("Use either --thread or --subject.")
    }
    if text.allSatisfy(\.isWhitespace) { throw ValidationError("The message is empty.") }
  }

  func run() async throws {
    try await InboxRun.with(options, .save) { run in
      try await run.session()
      let actions = run.actions()
      let message = SyncFeature.Outgoing(
        clientID: run.environment.makeID(), threadID: thread, subject: subject, text: text,
        createdAt: run.environment.now())
      // It is reduced when this returns, whatever its effects do.
      run.store.dispatch(SyncFeature.Action.submitted(message))
      await run.store.settled()
      var obstacle: String? =
        run.isOwner ? nil : "Another inbox uses the folder, or it can't be written."
      do { try await run.app.flush() } catch { obstacle = "\(error)" }
      guard let id = try await run.delivery(of: message.id, in: actions, isPatient: wait) else {
        if let obstacle { throw Failure("not sent, because there is no connection. \(obstacle)") }
        return printLine("queued")
      }
      printLine("sent \(id)")
    }
  }
}

extension InboxRun {
  /// Returns the ID of a message when the server has it, or `nil` if it waits for a connection.
  ///
  /// - Throws: ``Failure`` if the server refuses the message.
  func delivery(
    of id: SyncFeature.Outgoing.ID, in actions: AsyncStream<any Action>, isPatient: Bool
  ) async throws -> String? {
    if !isPatient, store.state.session?.sync.isUnreachable != false { return nil }
    for await action in actions {
      switch action as? SyncFeature.Action {
      case .confirmed(let message, let payload)? where message.id == id:
        return WireSent(payload: payload)?.message.id
      case .rejected(let message, let reason)? where message.id == id:
        throw Failure("the server refused the message: \(reason)")
      case .disconnected?, .sendingFailed?:
        if !isPatient { return nil }
      default: break
      }
    }
    return nil
  }
}

extension SyncFeature.State {
  /// Whether the last attempt to connect failed, or the user works offline.
  var isUnreachable: Bool {
    switch connection {
    case .off, .waiting: true
    case .connecting, .online: false
    }
  }
}

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
        throw Failure("the server \(session.id.dropFirst(session.user.count + 1)) can't be reached")
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
