// SPDX-License-Identifier: MIT

import ArgumentParser
import Dispatch
import Foundation
import InboxApp
import InboxWire

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Prints each new message and each changed thread, until it is interrupted.",
    discussion: "It connects again by itself. It saves nothing.")

  @OptionGroup var options: DataOptions

  @Flag(help: "Prints JSON.")
  var json = false

  func run() async throws {
    try await InboxRun.with(options, .read) { run in
      try await run.session()
      let actions = run.actions()
      let signals = [SIGTERM, SIGINT].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { run.store.dispatch(AppAction.quit) }
        source.resume()
        return source
      }
      defer { for signal in signals { signal.cancel() } }
      run.store.dispatch(ThreadListFeature.Action.reloaded)
      await print(actions)
    }
  }

  /// Prints the changes after the list was loaded, although the server sends earlier ones, too.
  private func print(_ actions: AsyncStream<any Action>) async {
    var start: Int64?
    var early: [SyncFeature.Event] = []
    for await action in actions {
      if action as? AppAction == .quit { return }
      if case .loaded(let page)? = action as? ThreadListFeature.Action, start == nil {
        start = page.revision
        report("watching from revision \(page.revision)")
        early.filter { $0.revision > page.revision }.forEach(printEvent)
      }
      switch action as? SyncFeature.Action {
      case .disconnected(let reason)?: report("no connection: \(reason)")
      case .applied(let events, _)?:
        if let start {
          events.filter { $0.revision > start }.forEach(printEvent)
        } else {
          early += events
        }
      default: break
      }
    }
  }

  private func printEvent(_ event: SyncFeature.Event) {
    if json { return printLine(event.payload) }
    guard let event = WireEvent(payload: event.payload) else { return }
    let thread = event.thread
    if let message = event.message {
      printLine(plain("\(thread.id) \(thread.subject): \(message.author): \(message.text)"))
    } else {
      let archived = thread.isArchived ? ", archived" : ""
      printLine(plain("\(thread.id) \(thread.subject): \(thread.unreadCount) unread\(archived)"))
    }
  }
}
