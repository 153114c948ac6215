// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import RunnelInsight

/// Prints the actions of a recording, or everything about one of them.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the actions, or everything about one of them.")

  @OptionGroup var recording: RecordingFile

  @Option(name: .shortAndLong, help: "Show everything about the action with this number.")
  var action: Int?

  @Option(name: .shortAndLong, help: "Only actions whose type or payload contains this text.")
  var filter: String?

  @Option(help: "Only actions whose reducers took at least this number of microseconds.")
  var slower: Int?

  @Option(name: .shortAndLong, help: "The number of actions to print, from the end.")
  var last: Int?

  @Flag(help: "With --action, also print the recorded state after it.")
  var state = false

  func validate() throws {
    if let last, last < 0 { throw ValidationError("--last must not be negative.") }
    if state, action == nil { throw ValidationError("--state needs --action.") }
  }

  func run() throws {
    let session = try recording.session()
    if let action { try explain(action, of: session) } else { list(session) }
    try recording.reportDamage(of: session)
  }

  private func list(_ session: Session) {
    let info = session.info
    let app = [info.app, info.version].compactMap(\.self).joined(separator: " ")
    let title = [app, info.stateName, info.start.formatted(.iso8601)].filter { !$0.isEmpty }
    print(printable(title.joined(separator: " · ")))
    print(
      "\(session.actions.count) actions, \(session.effects.count) effects, "
        + "\(session.deliveries.count) deliveries"
        + (session.report.isTruncated ? ", the last line is incomplete and was ignored" : ""))
    let actions = session.actions.filter(isIncluded)
    for action in actions.suffix(last ?? actions.count) {
      let time = action.time.formatted(
        .units(allowed: [.seconds], width: .narrow, fractionalPart: .show(length: 3)))
      print(printable("\(time)  \(action)"))
    }
  }

  private func isIncluded(_ action: RecordedAction) -> Bool {
    if let slower, action.reduceDuration < .microseconds(slower) { return false }
    guard let filter else { return true }
    return [action.typeName, action.payload ?? "", action.text ?? ""]
      .contains { $0.localizedCaseInsensitiveContains(filter) }
  }

  private func explain(_ number: Int, of session: Session) throws {
    guard let explanation = session.why(number), let index = session.index(of: number) else {
      throw Failure("\(recording.file): there is no action \(number)")
    }
    let action = session.actions[index]
    print(printable("\(explanation)"))
    print(
      printable(
        """
        type     \(action.typeName)
        content  \(action.isHidden ? "hidden" : action.payload ?? action.text ?? "none")
        reduced  in \(microseconds(action.reduceDuration)), with \(action.pendingCount) pending
        changed  \(action.changed.isEmpty ? "nothing" : action.changed.joined(separator: ", "))
        line     \(action.fileLine) of the recording
        """))
    for delivery in session.deliveries where delivery.number == number {
      print(printable("received by \(delivery.consumer), in \(microseconds(delivery.duration))"))
    }
    try session.forEachChange(after: number - 1) { other, changes in
      guard other.number == number else { return false }
      for change in changes ?? [] { print(printable("  \(change)")) }
      return true
    }
    guard state else { return }
    guard let json = try session.recordedState(after: number) else {
      throw Failure("\(recording.file): the state after action \(number) isn't recorded")
    }
    print(printable(String(decoding: json, as: UTF8.self)))
  }

  private func microseconds(_ duration: Duration) -> String {
    duration.formatted(
      .units(allowed: [.microseconds], width: .narrow, fractionalPart: .show(length: 1)))
  }
}
