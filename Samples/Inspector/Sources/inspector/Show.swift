// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import RunnelInsight

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the actions, or everything about one of them.")

  @OptionGroup var recording: RecordingFile

  @Option(name: .shortAndLong, help: "Show everything about the action with this number.")
  var action: Int?

  @Option(
    name: .shortAndLong, help: "Only actions whose type, payload or address contains this text.")
  var filter: String?

  @Option(help: "Only actions whose reducers took at least this number of microseconds.")
  var slower: Int?

  @Option(name: .shortAndLong, help: "The number of actions to print, from the end.")
  var last: Int?

  @Option(name: .shortAndLong, help: "The width of the list. By default that of the terminal.")
  var columns: Int?

  @Flag(help: "With --action, also print the recorded state after it.")
  var state = false

  func validate() throws {
    if let last, last < 0 { throw ValidationError("--last must not be negative.") }
    if let columns, columns < 40 { throw ValidationError("--columns must be 40 or more.") }
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
      session.counts
        + (session.report.isTruncated ? ", the last line is incomplete and was ignored" : ""))
    let actions = session.actions.filter(isIncluded)
    let columns = columns ?? terminalColumns()
    for action in actions.suffix(last ?? actions.count) { print(action.line(columns: columns)) }
  }

  private func isIncluded(_ action: RecordedAction) -> Bool {
    if let slower, action.reduceDuration < .microseconds(slower) { return false }
    guard let filter else { return true }
    return [
      action.typeName, action.payload ?? "", action.text ?? "", action.address ?? "",
      ActionSummary(action).text,
    ].contains { $0.localizedCaseInsensitiveContains(filter) }
  }

  private func explain(_ number: Int, of session: Session) throws {
    guard let details = try session.details(of: number) else {
      throw Failure("\(recording.file): there is no action \(number)")
    }
    for line in details { print(printable(line)) }
    guard state else { return }
    guard let json = try session.recordedState(after: number) else {
      throw Failure("\(recording.file): the state after action \(number) isn't recorded")
    }
    print(printable(String(decoding: json, as: UTF8.self)))
  }
}
