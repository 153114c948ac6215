// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import InboxApp
import InboxWire
import Runnel
import Sync

/// Sends a message through the queue of the account.
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
      await run.store.dispatchAndSettle(SyncFeature.Action.submitted(message))
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
        return try JSONDecoder().decode(WireSent.self, from: Data(payload.utf8)).message.id
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

extension StoreOf where ActionType == any Action {
  /// Dispatches an action, and returns when it is reduced, whatever its effects do.
  func dispatchAndSettle(_ action: any Action) async {
    dispatch(action)
    await settled()
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
